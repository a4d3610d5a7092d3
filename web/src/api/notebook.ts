// What a player keeps to himself at a table.

import type { Note, Notes, Plan, PlansView } from "../generated/messages";
import { call, read } from "./games";

export const own = {
  notes: async (game: string): Promise<Note[]> => (await read<Notes>("GET", `/api/games/${game}/notes`)).notes,
  keepNotes: async (game: string, notes: readonly Note[]): Promise<void> =>
    void (await call("PUT", `/api/games/${game}/notes`, { notes })),
  plans: async (game: string): Promise<PlansView["plans"]> => (await read<PlansView>("GET", `/api/games/${game}/plans`)).plans,
  keepPlans: async (game: string, plans: readonly Plan[]): Promise<PlansView["plans"]> =>
    (await read<PlansView>("PUT", `/api/games/${game}/plans`, { plans })).plans,
};
