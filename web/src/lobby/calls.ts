// Calls about tables: those that wait for players, mine, new ones.

import type { Invited, LobbyView, MyTables, NewTable, TableMade } from "../generated/messages";
import { call, read } from "../lib/api";
import { keys } from "../lib/keys";

export const tables = {
  /** The lobby, of tables that are like these values where they have one. */
  lobby(filters: object = {}): Promise<LobbyView> {
    const asked = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== "")).toString();
    return read("GET", `/api/lobby${asked && `?${asked}`}`);
  },
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
