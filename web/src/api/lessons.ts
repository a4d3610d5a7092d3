// What the lessons and the rulebook ask the server.

import type { LessonsView, LessonView, RulebookView, Tried } from "../generated/messages";
import { read } from "./games";

export const learn = {
  list: async (): Promise<LessonsView["chapters"]> => (await read<LessonsView>("GET", "/api/lessons")).chapters,
  lesson: (name: string): Promise<LessonView> => read("GET", `/api/lessons/${name}`),
  tried: (name: string, turns: readonly string[]): Promise<Tried> => read("POST", `/api/lessons/${name}/try`, { turns }),
  rulebook: (edition: string): Promise<RulebookView> => read("GET", `/api/rulebook?edition=${edition}`),
};
