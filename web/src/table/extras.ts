// What a table online has besides a game, put together; fetched when the first table is opened.

import { breaks, trust } from "../pacts/pact-state";
import type { TableExtras } from "../session/table-extras";
import Beside from "./Beside.svelte";
import { menuItems, takesBack } from "./menu-items";
import Panels from "./Panels.svelte";
import Pledges from "./Pledges.svelte";
import SeatNotice from "./SeatNotice.svelte";
import NextGame from "./NextGame.svelte";
import Signal from "./Signal.svelte";
import Votes from "./Votes.svelte";

export const extras: TableExtras = {
  Beside,
  Panels,
  NextGame,
  Signal,
  SeatNotice,
  Votes,
  Pledges,
  breaks,
  trust,
  menuItems,
  takesBack,
};
