// Lessons and the rulebook.

import type { ChapterView, LessonView, RulebookView, LessonAttemptView } from "../generated/api";
import { read } from "./http";

export const lessonsApi = {
  chapters: async (): Promise<ChapterView[]> => (await read("get", "/api/lessons")).chapters,
  lesson: (lesson: string): Promise<LessonView> => read("get", "/api/lessons/{name}", { path: { name: lesson } }),
  /** Tries turns in a lesson's exercise. */
  attempt: (lesson: string, turns: readonly string[]): Promise<LessonAttemptView> =>
    read("post", "/api/lessons/{name}/try", { path: { name: lesson }, body: { turns: [...turns] } }),
  rulebook: (edition: string): Promise<RulebookView> => read("get", "/api/rulebook", { query: { edition } }),
};
