// What a new game will be, as it is put together on the set-up screen.

import { castMember, tableOf } from "../lib/cast";
import type { BotView, CatalogueView, NewGameBody, SeatChoice, VariantView } from "../generated/api";

/** Who sits there: `me`, `person`, `open` (a phone), `bot:LEVEL` or `bot:LEVEL:CHARACTER`. */
export type Sitter = string;

export interface SeatDraft {
  party: string;
  sitter: Sitter;
  name: string;
}

export const counts = (catalogue: CatalogueView): number[] =>
  [...new Set(catalogue.variants.map((variant) => variant.players.length))].toSorted((a, b) => a - b);

/** `polygon-4` is the square board under other names of cells: nobody needs it twice. */
const TWIN = "polygon-4";

export const boardsFor = (catalogue: CatalogueView, players: number): VariantView[] =>
  catalogue.variants.filter(({ name, players: all }) => all.length === players && name !== TWIN);

/** Returns the level a seat has at first, as where nobody chooses. */
export function firstLevel(bots: readonly BotView[]): string {
  return bots.find((bot) => bot.usual)?.level ?? "";
}

/** Returns the level of a bot that sits there, and its character ("" if it has none); both "" for people. */
export function manner(sitter: Sitter): { level: string; character: string } {
  const [player, level = "", character = ""] = sitter.split(":");
  return player === "bot" ? { level, character } : { level: "", character: "" };
}

/** Returns a bot of this level and character sits there; "" is no character. */
export const bot = (level: string, character: string): Sitter => (character === "" ? `bot:${level}` : `bot:${level}:${character}`);

/** Returns the seats of a variant; whoever sat somewhere before stays there. */
export function seatsFor(variant: VariantView, before: readonly SeatDraft[], level: string): SeatDraft[] {
  const seats = [...variant.players].map(
    (party, i): SeatDraft => ({ party, sitter: i === 0 ? "me" : "", name: "", ...before.find((seat) => seat.party === party) }),
  );
  const free = seats.filter(({ sitter }) => sitter === "");
  const people = tableOf(level, free.length, seats.map(({ sitter }) => sitter.slice(4)));
  for (const [i, seat] of free.entries()) seat.sitter = `bot:${people[i] ?? level}`;
  const [first] = seats;
  if (first && !seats.some((seat) => seat.sitter === "me")) first.sitter = "me";
  return seats;
}

/** Returns the level that all bots have; "" if there are several, or no bots. */
export function commonLevel(seats: readonly SeatDraft[]): string {
  const [first = "", ...others] = new Set(seats.map(({ sitter }) => manner(sitter).level).filter((level) => level !== ""));
  return others.length > 0 ? "" : first;
}

/** Returns the seats with these bots, one after the other, where bots sit. */
export function withBots(seats: readonly SeatDraft[], bots: readonly string[]): SeatDraft[] {
  const coming = bots.values();
  return seats.map((seat) => (manner(seat.sitter).level === "" ? seat : { ...seat, sitter: `bot:${coming.next().value ?? ""}` }));
}

/** Returns the seats with somebody at this device in place of each bot. */
export const gathered = (seats: readonly SeatDraft[]): SeatDraft[] =>
  seats.map((seat) => (manner(seat.sitter).level === "" ? seat : { ...seat, sitter: "person" }));

/** Returns how many bots there are. */
export const botCount = (seats: readonly SeatDraft[]): number => seats.filter(({ sitter }) => manner(sitter).level !== "").length;

/** Returns the seats with all bots of this level, a person each. */
export const levelled = (seats: readonly SeatDraft[], level: string): SeatDraft[] => withBots(seats, tableOf(level, botCount(seats)));

/** Returns the seats after a bot of this level sat down: somebody who does not sit there yet. */
export const sitLevel = (seats: readonly SeatDraft[], party: string, level: string): SeatDraft[] =>
  sit(seats, party, `bot:${tableOf(level, 1, seats.map(({ sitter }) => sitter.slice(4)))[0] ?? level}`);

/** Returns the seats after a bot sat down; if it sits elsewhere already, somebody else of its level comes. */
export function sitBot(seats: readonly SeatDraft[], party: string, level: string, character = ""): SeatDraft[] {
  const same = bot(level, character);
  const taken = seats.some((each) => each.party !== party && each.sitter === same);
  return taken ? sitLevel(seats, party, level) : sit(seats, party, same);
}

/** Tells whether this is one person, who cannot sit in two places: I, or somebody of the cast. */
const isOne = (sitter: Sitter): boolean => sitter === "me" || (manner(sitter).level !== "" && castMember(sitter.slice(4)) !== null);

/** Returns the seats after somebody sat down: whoever was there takes the place that one person leaves free. */
export function sit(seats: readonly SeatDraft[], party: string, sitter: Sitter): SeatDraft[] {
  const left = seats.find((seat) => seat.party === party)?.sitter ?? "";
  return seats.map((seat) => {
    if (seat.party === party) return { ...seat, sitter };
    if (seat.sitter === sitter && isOne(sitter)) return { ...seat, sitter: left };
    return seat;
  });
}

export function request(
  variant: string,
  edition: string,
  options: Readonly<Record<string, string>>,
  seats: readonly SeatDraft[],
  myName: string,
): NewGameBody {
  return {
    variant,
    edition,
    options: { ...options },
    seats: seats.map(({ party, sitter, name }): SeatChoice => {
      if (sitter.startsWith("bot:")) return { party, player: "bot", level: sitter.slice(4) };
      const player = sitter === "me" || sitter === "open" ? sitter : "person";
      return { party, player, name: player === "me" ? myName : name };
    }),
  };
}

/** Returns the options whose value is not the edition's. */
export function changed(
  edition: Readonly<Record<string, string>>,
  options: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => edition[name] !== value));
}
