// The kinds of promises and the ready-made things to say: the same for all tables of a server.

import type { PactTableView } from "../generated/api";
import { remembered } from "../host/remembered";
import { read } from "./http";

export const pactsApi = {
  /** Returns the kinds of promises and the ready-made sentences; they are fetched once. */
  table: remembered((): Promise<PactTableView> => read("get", "/api/pacts")),
};
