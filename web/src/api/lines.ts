// Answers of calls that come in lines.

import { linesOf } from "../host/json-lines";
import { ApiError } from "./http";

/** Yields the lines of a call's answer; throws `ApiError` if it breaks off. */
export async function* linesOfCall<Line>(answer: Response, signal?: AbortSignal): AsyncGenerator<Line> {
  try {
    yield* linesOf<Line>(answer);
  } catch (error) {
    throw signal?.aborted ? error : new ApiError("unreachable", null);
  }
}
