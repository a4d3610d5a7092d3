// The lists of tables as they are now: fetched anew whenever something happened, and now and then.

import type { BoardView, LobbyView, TableCard } from "../generated/messages";
import { api, CallFailed } from "../lib/api";
import { hear } from "../lib/feed";
import { me } from "../lib/me.svelte";
import { t, texts } from "../lib/texts.svelte";
import { tables } from "./calls";

/** Milliseconds: as often one looks though nothing was heard. */
const PAUSE = 20_000;
/** Milliseconds in which what is heard at once is gathered. */
const SOON = 250;

export interface Filters {
  variant: string;
  clock: string;
  talk: string;
  rated: string;
}

export const NONE: Filters = { variant: "", clock: "", talk: "", rated: "" };

export class Lists {
  lobby = $state.raw<LobbyView | null>(null);
  mine = $state.raw<TableCard[]>([]);
  boards = $state.raw<Record<string, BoardView>>({});
  problem = $state("");
  #filters: Filters = NONE;
  #asked = 0;

  /** Keeps the lists fresh until the function that this returns is called. */
  watch(): () => void {
    const look = (): void => void this.load();
    let soon = 0;
    const deaf = hear(() => {
      clearTimeout(soon);
      soon = window.setTimeout(look, SOON);
    });
    const timer = setInterval(() => {
      if (!document.hidden) look();
    }, PAUSE);
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
      deaf();
      clearTimeout(soon);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  async filter(filters: Filters): Promise<void> {
    this.#filters = filters;
    await this.load();
  }

  async load(): Promise<void> {
    const now = ++this.#asked;
    try {
      const [lobby, mine] = await Promise.all([tables.lobby(this.#filters), me.account ? tables.mine() : null]);
      if (now !== this.#asked) return;
      this.lobby = lobby;
      this.mine = mine?.tables ?? [];
      this.problem = "";
      this.#shapes([...lobby.waiting, ...lobby.playing, ...this.mine]);
    } catch (error) {
      this.problem = error instanceof CallFailed && error.words ? texts.of(error.words) : t("web.unreachable");
    }
  }

  #shapes(cards: readonly TableCard[]): void {
    for (const variant of new Set(cards.map((card) => card.variant)))
      if (!this.boards[variant])
        api.board(variant).then(
          (board) => (this.boards = { ...this.boards, [variant]: board }),
          () => undefined,
        );
  }
}
