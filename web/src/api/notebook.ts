// What players keep to themselves at a table: notes and turns in advance, each replaced as a whole if it is of the
// revision that is given (null: of any).

import type { BoardNote, ConditionalTurn, NotesView, PlansView } from "../generated/api";
import { ApiError, read } from "./http";

/** Returns whether something was not stored because something else had been meanwhile. */
export const isEditedElsewhere = (error: unknown): boolean => error instanceof ApiError && error.code === "edited_elsewhere";

export const notebookApi = {
  notes: (game: string): Promise<NotesView> => read("get", "/api/games/{game}/notes", { path: { game } }),
  /** Returns the revision of what is stored now. */
  keepNotes: async (game: string, notes: BoardNote[], revision: string | null): Promise<string> =>
    (await read("put", "/api/games/{game}/notes", { path: { game }, body: { notes, revision } })).revision,
  plans: (game: string): Promise<PlansView> => read("get", "/api/games/{game}/plans", { path: { game } }),
  keepPlans: (game: string, plans: ConditionalTurn[], revision: string): Promise<PlansView> =>
    read("put", "/api/games/{game}/plans", { path: { game }, body: { plans, revision } }),
};
