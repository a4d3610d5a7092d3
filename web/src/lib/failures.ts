// What to tell people whose call failed.

import { ApiError } from "../api/http";
import { t, texts } from "./texts.svelte";

/** Returns the server's sentence about a failed call, or one that says that the server cannot be reached. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError && error.words ? texts.of(error.words) : t("web.unreachable");
