// Calls over HTTP. What fails says so in the player's language where the server gave words.

import type {
  BoardView,
  Catalogue,
  Fault,
  GameMade,
  LanView,
  NewGame,
  RecentGames,
  RulesChoice,
  RulesReport,
  Settings,
  Words,
} from "../generated/messages";

export class ApiError extends Error {
  readonly code: string;
  readonly words: Words | null;

  constructor(code: string, words: Words | null) {
    super(code);
    this.name = "ApiError";
    this.code = code;
    this.words = words;
  }
}

/** Asks; fails with what the server says. */
export async function call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      // What is being stored is stored, though the page is left.
      keepalive: method === "PUT",
      ...(signal ? { signal } : {}),
      // No form and no foreign page can send this header: an online server asks for it.
      headers: { "x-djambi": "1", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError("unreachable", null);
  }
  if (answer.ok) return answer;
  const fault = (await answer.json().catch(() => null)) as Fault | null;
  throw new ApiError(fault?.code ?? String(answer.status), fault?.words ?? null);
}

/** Asks, and reads the answer as JSON. */
export const read = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await (await call(method, path, body)).json()) as T;

const boards = new Map<string, Promise<BoardView>>();

export const api = {
  catalogue: (): Promise<Catalogue> => read("GET", "/api/catalogue"),
  rules: (choice: RulesChoice): Promise<RulesReport> => read("POST", "/api/rules", choice),
  games: async (): Promise<RecentGames["games"]> => (await read<RecentGames>("GET", "/api/games")).games,
  create: (game: NewGame): Promise<GameMade> => read("POST", "/api/games", game),
  load: (text: string): Promise<GameMade> => read("POST", "/api/games/load", { text }),
  rematch: (id: string): Promise<GameMade> => read("POST", `/api/games/${id}/rematch`),
  record: async (id: string): Promise<string> => (await call("GET", `/api/games/${id}/record`)).text(),
  remove: async (id: string): Promise<void> => void (await call("DELETE", `/api/games/${id}`)),
  settings: (): Promise<Settings> => read("GET", "/api/settings"),
  keep: async (settings: Settings): Promise<void> => void (await call("PUT", "/api/settings", settings)),
  language: async (language: "en" | "fr"): Promise<void> => void (await call("PUT", "/api/me/language", { language })),
  lan: (): Promise<LanView> => read("GET", "/api/lan"),
  board(variant: string): Promise<BoardView> {
    let found = boards.get(variant);
    if (!found) {
      found = read<BoardView>("GET", `/api/boards/${variant}`);
      boards.set(variant, found);
      found.catch(() => boards.delete(variant));
    }
    return found;
  },
};
