// What to tell people whose call failed.

import { ApiError } from "../api/http";
import { IN_PAGE } from "../host/build";
import { me } from "./me.svelte";
import type { Notice } from "./notice";
import { t } from "./texts.svelte";

/** Returns the key of what is said where nobody answers. */
export const unreachable = (): string => (IN_PAGE ? "page.unreachable" : me.shared ? "web.unreachable.shared" : "web.unreachable");

/** Why parts of the page could not be fetched: Vite tells of each before whoever imports it hears of it. */
const unfetched = new WeakSet<Error>();
addEventListener("vite:preloadError", ({ payload }) => unfetched.add(payload));

/** Returns whether nobody answered, or only who stands before the server: that one has no sentence to say. */
const isUnanswered = (error: unknown): boolean => (error instanceof ApiError ? !error.words : error instanceof Error && unfetched.has(error));

/** Returns the server's sentence about a failed call, or one that says that the server cannot be reached; else that the page failed. */
export function failureNotice(error: unknown): Notice {
  if (isUnanswered(error)) return { key: unreachable() };
  if (error instanceof ApiError && error.words) return { words: error.words };
  // It is found in the console, like what fails while it is drawn.
  console.error(error);
  return { key: "web.broken" };
}

/** Returns whether there is no such thing as was asked for, so that asking again would not help. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.words !== null && error.status === 404;

/** Returns what sort of failure it was: the title over `failureNotice`. */
export function failureTitle(error: unknown): string {
  if (isUnanswered(error)) return t("web.unreachable.title");
  if (!(error instanceof ApiError)) return t("web.broken.title");
  if (isMissing(error)) return t("web.nowhere");
  if (error.status === 429) return t("web.failed.often");
  if (error.status < 500) return t("web.failed.refused");
  return t(IN_PAGE ? "web.broken.title" : "web.failed.fault");
}
