// The kinds of promises and the ready-made things to say: the same for all tables of a server.

import type { PactTableView } from "../generated/api";
import { read } from "./http";

let table: Promise<PactTableView> | null = null;

export const pactsApi = {
  /** Returns the kinds of promises and the ready-made sentences; they are fetched once. */
  table(): Promise<PactTableView> {
    if (!table) {
      table = read("get", "/api/pacts");
      table.catch(() => (table = null));
    }
    return table;
  },
};
