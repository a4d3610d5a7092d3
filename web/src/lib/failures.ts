// What to tell people whose call failed.

import { ApiError } from "../api/http";
import { IN_PAGE } from "../host/build";
import { t, texts } from "./texts.svelte";

/** The key of what is said where nobody answers. */
export const UNREACHABLE = IN_PAGE ? "page.unreachable" : "web.unreachable";

/** Returns the server's sentence about a failed call, or one that says that the server cannot be reached. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError && error.words ? texts.of(error.words) : t(UNREACHABLE);
