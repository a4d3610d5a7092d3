// The kinds of promises and the ready-made things to say: the same for all tables of a server.

import type { PactTableView } from "../generated/api";
import { memoized } from "../host/memoized";
import { read } from "./http";

export const pactsApi = {
  /** Returns the kinds of promises and the ready-made sentences; they are fetched once. */
  table: memoized((): Promise<PactTableView> => read("get", "/api/pacts")),
};
