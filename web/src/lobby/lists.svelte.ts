// The lists of tables as they are now: each fetched anew when something happened that concerns it, and now and then.

import { tablesApi, type LobbyFilter } from "../api/tables";
import { failureNotice } from "../lib/failures";
import type { FeedLine, LobbyView, TableCardView } from "../generated/api";
import { hear, isHeard } from "../api/account-feed";
import { BoardShapes } from "../lib/board-shapes.svelte";
import { me } from "../lib/me.svelte";
import type { Notice } from "../lib/notice";

/** After how long one looks though nothing was heard: where the feed is open, and where it is not. */
const PAUSES_MS = { heard: 300_000, deaf: 20_000 };
/** For how long what is heard at once is gathered. */
const GATHERING_MS = 250;

export interface Filters {
  variant: string;
  clock: string;
  talk: string;
  rated: string;
}

export const NONE: Filters = { variant: "", clock: "", talk: "", rated: "" };

/** Returns what the server is asked for: "" is any value. */
const filterOf = ({ rated, ...others }: Filters): LobbyFilter => ({ ...others, rated: rated === "" ? null : rated === "true" });

type List = "lobby" | "mine";

const BOTH: ReadonlySet<List> = new Set<List>(["lobby", "mine"]);

/** Returns the lists that a line of the feed is about; after `hello` everything may be different. */
export const concerned = (what: FeedLine["what"]): readonly List[] =>
  what === "lobby" ? ["lobby"] : what === "hello" ? ["lobby", "mine"] : ["mine"];

/** Returns milliseconds until the next look: pages that were opened together do not look together. */
export const pause = (heard = isHeard(), chance = Math.random()): number =>
  (heard ? PAUSES_MS.heard : PAUSES_MS.deaf) * (0.75 + chance / 2);

export class Lists {
  lobby = $state.raw<LobbyView | null>(null);
  mine = $state.raw<TableCardView[]>([]);
  readonly boards = new BoardShapes();
  problem = $state.raw<Notice | null>(null);
  #filters: Filters = NONE;
  #asked: Record<List, number> = { lobby: 0, mine: 0 };

  /** Keeps the lists fresh until the function that this returns is called. */
  watch(): () => void {
    let soon = 0;
    let later = 0;
    let due = new Set<List>();
    const look = (lists: ReadonlySet<List> = BOTH): void => {
      clearTimeout(later);
      later = window.setTimeout(again, pause());
      // What happens while nobody looks is fetched when somebody does.
      if (!document.hidden) void this.load(lists);
    };
    const again = (): void => look();
    const deaf = hear(({ what }) => {
      for (const list of concerned(what)) due.add(list);
      clearTimeout(soon);
      soon = window.setTimeout(() => {
        const lists = due;
        due = new Set();
        look(lists);
      }, GATHERING_MS);
    });
    document.addEventListener("visibilitychange", again);
    look();
    return () => {
      deaf();
      clearTimeout(soon);
      clearTimeout(later);
      document.removeEventListener("visibilitychange", again);
    };
  }

  async filter(filters: Filters): Promise<void> {
    this.#filters = filters;
    await this.load(new Set(["lobby"]));
  }

  async load(lists: ReadonlySet<List> = BOTH): Promise<void> {
    const now = { ...this.#asked };
    for (const list of lists) now[list] = ++this.#asked[list];
    /** Whether something of it has not been asked for again since. */
    const isNewest = (): boolean => [...lists].some((list) => now[list] === this.#asked[list]);
    try {
      const [lobby, mine] = await Promise.all([
        lists.has("lobby") ? tablesApi.lobby(filterOf(this.#filters)) : null,
        lists.has("mine") && me.account ? tablesApi.mine() : null,
      ]);
      // What was asked for later is newer.
      if (lobby && now.lobby === this.#asked.lobby) this.lobby = lobby;
      if (lists.has("mine") && now.mine === this.#asked.mine) this.mine = mine?.tables ?? [];
      if (isNewest()) this.problem = null;
      this.boards.want([...(lobby?.waiting ?? []), ...(lobby?.playing ?? []), ...this.mine].map(({ variant }) => variant));
    } catch (error) {
      if (isNewest()) this.problem = failureNotice(error);
    }
  }
}
