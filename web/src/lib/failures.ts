// What to tell people whose call failed.

import { ApiError } from "../api/http";
import { IN_PAGE } from "../host/build";
import { t, texts } from "./texts.svelte";

/** The key of what is said where nobody answers. */
export const UNREACHABLE = IN_PAGE ? "page.unreachable" : "web.unreachable";

/** Returns the server's sentence about a failed call, or one that says that the server cannot be reached; else that the page failed. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return t("web.broken");
  return error.words ? texts.of(error.words) : t(UNREACHABLE);
}

/** Returns whether there is no such thing as was asked for, so that asking again would not help. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.words !== null && error.status === 404;

/** Returns what sort of failure it was: the title over `failureText`. */
export function failureTitle(error: unknown): string {
  if (!(error instanceof ApiError)) return t("web.broken.title");
  // Who answers without a sentence stands before the server, and says only that it does not answer.
  if (!error.words) return t("web.unreachable.title");
  if (isMissing(error)) return t("web.nowhere");
  if (error.status === 429) return t("web.failed.often");
  if (error.status < 500) return t("web.failed.refused");
  return t(IN_PAGE ? "web.broken.title" : "web.failed.fault");
}
