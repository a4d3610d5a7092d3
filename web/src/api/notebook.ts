// What players keep to themselves at a table: notes, stored one by one, and turns in advance, replaced as a whole if they
// are of the revision that is given.

import type { BoardNote, ConditionalTurn, NotesView, PlansView } from "../generated/api";
import { ApiError, read } from "./http";
import { inviteKeys } from "./invite-keys";

/** Returns whether something was not stored because something else had been meanwhile. */
export const isEditedElsewhere = (error: unknown): boolean => error instanceof ApiError && error.code === "edited_elsewhere";

export const notebookApi = {
  notes: (game: string): Promise<NotesView> => read("get", "/api/games/{game}/notes", { path: { game }, query: inviteKeys.query(game) }),
  /** Stores one note; returns all that are stored now. */
  keepNote: (game: string, note: BoardNote): Promise<NotesView> =>
    read("put", "/api/games/{game}/note", { path: { game }, query: inviteKeys.query(game), body: note }),
  plans: (game: string): Promise<PlansView> => read("get", "/api/games/{game}/plans", { path: { game } }),
  keepPlans: (game: string, plans: ConditionalTurn[], revision: string): Promise<PlansView> =>
    read("put", "/api/games/{game}/plans", { path: { game }, body: { plans, revision } }),
};
