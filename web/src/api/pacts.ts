// The kinds of promises and the ready-made things to say: the same for all tables of a server.

import type { PactTable } from "../generated/messages";
import { read } from "./games";

let table: Promise<PactTable> | null = null;

export function pactTable(): Promise<PactTable> {
  if (!table) {
    table = read<PactTable>("GET", "/api/pacts");
    table.catch(() => (table = null));
  }
  return table;
}
