// Calls about tables: those that wait for players, mine, new ones.

import type { Invited, LobbyView, MyTables, NewTable, SearchView, TableMade } from "../generated/messages";
import { call, read } from "./games";
import { keys } from "./invite-keys";

/** What finished games are to have; "" where it does not matter. */
export interface Sought {
  player: string;
  variant: string;
  edition: string;
  position: string;
}

/** What is asked for, behind an address; values that are "" ask for nothing. */
export function query(values: object): string {
  const asked = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
  return asked && `?${asked}`;
}

export const tables = {
  /** The lobby, of tables that are like these values where they have one. */
  lobby: (filters: object = {}): Promise<LobbyView> => read("GET", `/api/lobby${query(filters)}`),
  search: (sought: Sought, before = ""): Promise<SearchView> => read("GET", `/api/search${query({ ...sought, before })}`),
  mine: (): Promise<MyTables> => read("GET", "/api/mine"),
  async make(table: NewTable): Promise<string> {
    const { id, invite } = await read<TableMade>("POST", "/api/tables", table);
    keys.keep(id, invite);
    return id;
  },
  /** The game that a link leads to; it opens from now on, and lets one sit down. */
  async invited(key: string): Promise<string> {
    const { id } = await read<Invited>("GET", `/api/invite/${encodeURIComponent(key)}`);
    keys.keep(id, key);
    return id;
  },
  /** Sits down from outside the table. */
  sit: async (id: string, party: string): Promise<void> =>
    void (await call("POST", `/api/games/${id}/ask`, { type: "sit", id: 1, after: 0, party, key: keys.of(id) })),
};
