// The keys of the links by which one came: they open tables that are not for everybody. This tab keeps them.

const NAME = "djambi.keys";

function read(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export const inviteKeys = {
  keep(game: string, key: string): void {
    if (key) sessionStorage.setItem(NAME, JSON.stringify({ ...read(), [game]: key }));
  },
  /** The key of a game's link; "" without one. */
  of: (game: string): string => read()[game] ?? "",
};
