// What is added to a study is in its address soon after, so that it outlives the page. Whoever leaves before that finds it
// where they left it: until it is in that address, it waits in this tab's storage.

import { studyApi } from "../api/study";
import type { StudyBody } from "../generated/api";
import { keep, readKeptFields, STORE } from "../host/web-storage";
import { router } from "../lib/router.svelte";
import { linkToRecord } from "./link";
import type { OpenStudy } from "./study.svelte";

const KEY = `${STORE}.studies`;
const KEEP_AFTER_MS = 600;

/** Has a study wait under what stands behind the # of the address that is left; without one, what waits there goes. */
function wait(hash: string, study?: StudyBody): void {
  keep("sessionStorage", KEY, { ...readKeptFields("sessionStorage", KEY), [hash]: study });
}

/** Returns what stands behind the # once what waits there is in it. */
export async function caughtUp(hash: string): Promise<string> {
  const study = readKeptFields("sessionStorage", KEY)[hash] as StudyBody | undefined;
  if (!study) return hash;
  // Somebody may have written anything there.
  const link = await studyApi.record(study).then(linkToRecord).catch(() => null);
  if (link === null) return hash;
  wait(hash);
  return link.slice(link.indexOf("#"));
}

export class StudyAddress {
  readonly #study: OpenStudy;
  #timer = 0;
  /** The hash in which something that was added is still missing; null where all is in it. */
  #behind: string | null = null;

  constructor(study: OpenStudy) {
    this.#study = study;
  }

  /** Has what was added, if anything was, be in the address soon; called for every tree. */
  follow(): void {
    clearTimeout(this.#timer);
    this.#behind = this.#study.changed ? router.hash : null;
    if (this.#behind !== null) this.#timer = window.setTimeout(() => void this.keep(), KEEP_AFTER_MS);
  }

  /** Writes what was added into the address, unless more was added or the study left meanwhile. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    const [hash, { tree, body }] = [this.#behind, this.#study];
    if (hash === null) return;
    const link = await studyApi.record(body).then(linkToRecord).catch(() => null);
    if (link === null || this.#behind !== hash || this.#study.tree !== tree) return;
    router.rewrite(link);
    wait(hash);
    this.#behind = null;
  }

  /** Has what is not in the address wait for whoever comes back. */
  remember(): void {
    if (this.#behind !== null) wait(this.#behind, this.#study.body);
  }

  /** Leaves the study and its address. */
  leave(): void {
    this.remember();
    clearTimeout(this.#timer);
    this.#behind = null;
  }
}
