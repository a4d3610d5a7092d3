// Tables online: those that wait for players, mine, new ones, and finished games.

import type { LobbyView, MyTablesView, NewTableBody, paths, SearchView } from "../generated/api";
import { call, read } from "./http";
import { inviteKeys } from "./invite-keys";

type Query<P extends "/api/lobby" | "/api/search"> = NonNullable<paths[P]["get"]["parameters"]["query"]>;

/** Which tables are listed. */
export type LobbyFilter = Query<"/api/lobby">;
/** Which finished games are listed; "" where it does not matter. */
export type SearchFilter = Required<Omit<Query<"/api/search">, "before">>;

export const tablesApi = {
  lobby: (filter: LobbyFilter = {}): Promise<LobbyView> => read("get", "/api/lobby", { query: filter }),
  search: (filter: SearchFilter, before = ""): Promise<SearchView> => read("get", "/api/search", { query: { ...filter, before } }),
  mine: (): Promise<MyTablesView> => read("get", "/api/mine"),
  /** Makes a table; returns its game. */
  async make(table: NewTableBody): Promise<string> {
    const { id, invite } = await read("post", "/api/tables", { body: table });
    inviteKeys.keep(id, invite);
    return id;
  },
  /** Returns the game that a link leads to; from now on this tab may open it and sit down. */
  async invited(key: string): Promise<string> {
    const { id } = await read("get", "/api/invite/{key}", { path: { key } });
    inviteKeys.keep(id, key);
    return id;
  },
  /** Sits down without opening the table. */
  sit: async (game: string, party: string): Promise<void> =>
    void (await call("post", "/api/games/{game}/ask", { path: { game }, body: { type: "sit", id: 1, after: 0, party, key: inviteKeys.of(game) } })),
};
