// The keys of the links by which one came: they open tables that are not for everybody. This tab keeps them.

import { keep, readKeptFields } from "../host/web-storage";

const NAME = "djambi.keys";

export const inviteKeys = {
  keep(game: string, key: string): void {
    if (key) keep("sessionStorage", NAME, { ...readKeptFields("sessionStorage", NAME), [game]: key });
  },
  /** The key of a game's link; "" without one. */
  of(game: string): string {
    const key = readKeptFields("sessionStorage", NAME)[game];
    return typeof key === "string" ? key : "";
  },
  /** What whoever came by a link asks for something of the game with. */
  query: (game: string): { key: string } => ({ key: inviteKeys.of(game) }),
};
