// What a table online has besides a game: fetched together, when one is opened.

export { default as Clock } from "../clock/Clock.svelte";
export { default as Beside } from "./Beside.svelte";
export { default as Panels } from "./Panels.svelte";
export { default as Sequel } from "./Sequel.svelte";
export { default as Signal } from "./Signal.svelte";
export { default as Standing } from "./SeatNotice.svelte";
export { default as Votes } from "./Votes.svelte";
export { Around } from "../session/around.svelte";
export { breaks, trust } from "../pacts/pact-state";
export { default as Pledges } from "./Pledges.svelte";
export { items, takesBack } from "./menu-items";
