// What is added to a study is in its address soon after, so that it outlives the page. Whoever leaves before that finds it
// where they left it: until it is in that address, it waits in this tab's storage, for that step of the browser's history alone.
// Whoever comes to the address anew finds there what it says.

import { studyApi } from "../api/study";
import type { StudyBody } from "../generated/api";
import { keep, readKeptFields, STORE } from "../host/web-storage";
import { router } from "../lib/router.svelte";
import { linkToRecord } from "./link";
import type { OpenStudy } from "./study.svelte";

const KEY = `${STORE}.studies`;
const KEEP_AFTER_MS = 600;

/** What the browser's history keeps of a step at which a study was changed. */
interface Changed {
  /** The step's name, by which what waits for it is found. */
  readonly study?: string;
}

const kept = (): Changed => router.kept;

/** Returns the name of this step of the browser's history, which it has from now on until its address changes. */
function step(): string {
  const study = kept().study ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
  if (study !== kept().study) router.keep({ study } satisfies Changed);
  return study;
}

/** Has a study wait for a step that is left; without one, what waits for it goes. */
function wait(at: string, study?: StudyBody): void {
  keep("sessionStorage", KEY, { ...readKeptFields("sessionStorage", KEY), [at]: study });
}

/** Returns what stands behind the # of the address once what waits for this step is in it. */
export async function caughtUp(): Promise<string> {
  const { hash } = router;
  const at = kept().study ?? "";
  const study = readKeptFields("sessionStorage", KEY)[at] as StudyBody | undefined;
  if (!study) return hash;
  // Somebody may have written anything there.
  const link = await studyApi.record(study).then(linkToRecord).catch(() => null);
  if (link === null) return hash;
  wait(at);
  return link.slice(link.indexOf("#"));
}

export class StudyAddress {
  readonly #study: OpenStudy;
  #timer = 0;
  /** The step in whose address something that was added is still missing; null where all is in it. */
  #behind: string | null = null;

  constructor(study: OpenStudy) {
    this.#study = study;
  }

  /** Has what was added, if anything was, be in the address soon; called for every tree. */
  follow(): void {
    clearTimeout(this.#timer);
    this.#behind = this.#study.changed ? step() : null;
    if (this.#behind !== null) this.#timer = window.setTimeout(() => void this.keep(), KEEP_AFTER_MS);
  }

  /** Writes what was added into the address, unless more was added or the study left meanwhile. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    const [at, { tree, body }] = [this.#behind, this.#study];
    if (at === null) return;
    const link = await studyApi.record(body).then(linkToRecord).catch(() => null);
    if (link === null || this.#behind !== at || this.#study.tree !== tree) return;
    router.rewrite(link);
    wait(at);
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
