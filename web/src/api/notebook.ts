// What players keep to themselves at a table: notes and turns in advance.

import type { BoardNote, ConditionalTurn, PlanView } from "../generated/api";
import { call, read } from "./http";

export const notebookApi = {
  notes: async (game: string): Promise<BoardNote[]> => (await read("get", "/api/games/{game}/notes", { path: { game } })).notes,
  keepNotes: async (game: string, notes: BoardNote[]): Promise<void> =>
    void (await call("put", "/api/games/{game}/notes", { path: { game }, body: { notes } })),
  plans: async (game: string): Promise<PlanView[]> => (await read("get", "/api/games/{game}/plans", { path: { game } })).plans,
  keepPlans: async (game: string, plans: ConditionalTurn[]): Promise<PlanView[]> =>
    (await read("put", "/api/games/{game}/plans", { path: { game }, body: { plans } })).plans,
};
