// Changes of a set-up. Whether it can be is the server's to say; here anything goes.

import type { EditedPartyView, EditedSetupView } from "../generated/api";

/** What a click on a cell does. */
export type Tool = { do: "move" } | { do: "erase" } | { do: "put"; what: string };

export const CORPSE_MARK = "x";

const withCells = (setup: EditedSetupView, change: (cells: Record<string, string>) => void): EditedSetupView => {
  const cells = { ...setup.cells };
  change(cells);
  return { ...setup, cells };
};

/** Returns the set-up with something on a cell in place of what stood there. */
export const put = (setup: EditedSetupView, cell: string, what: string): EditedSetupView =>
  withCells(setup, (cells) => {
    cells[cell] = what;
  });

/** Returns the set-up with a cell empty. */
export const erase = (setup: EditedSetupView, cell: string): EditedSetupView =>
  withCells(setup, (cells) => {
    delete cells[cell];
  });

/** Returns the set-up with what stands on one cell on another. */
export const move = (setup: EditedSetupView, from: string, to: string): EditedSetupView =>
  withCells(setup, (cells) => {
    const what = cells[from];
    if (what === undefined || from === to) return;
    cells[to] = what;
    delete cells[from];
  });

/** Returns a party's state as one word: `active`, `vassal:r` and so on. */
export const stateOf = (party: EditedPartyView): string =>
  party.lord === null || party.lord === undefined ? party.status : `${party.status}:${party.lord}`;

/** Returns the set-up with a party in the state that such a word names. */
export function withState(setup: EditedSetupView, letter: string, word: string, gone?: boolean): EditedSetupView {
  const [status = "active", lord = null] = word.split(":");
  return {
    ...setup,
    parties: setup.parties.map((party) =>
      party.party === letter ? { ...party, status: status as EditedPartyView["status"], lord, gone: gone ?? party.gone ?? false } : party,
    ),
  };
}

/** Returns the states that a party may be in, as such words; lords are all the others. */
export function states(letter: string, letters: readonly string[]): string[] {
  const lords = letters.filter((other) => other !== letter);
  return [
    "active",
    ...lords.map((lord) => `vassal:${lord}`),
    ...lords.map((lord) => `inherited:${lord}`),
    "frozen",
    ...lords.map((lord) => `held:${lord}`),
    "hostage",
  ];
}

/** Returns the order with a seat moved one place on; the last one comes first. */
export function later(order: string, seat: string): string {
  const at = order.indexOf(seat);
  if (at < 0) return order;
  const seats = [...order];
  const [taken] = seats.splice(at, 1);
  seats.splice(at === seats.length ? 0 : at + 1, 0, taken ?? "");
  return seats.join("");
}

/** Returns who is to play, as one word: a seat, `ruler+seat`, or `=winners`. */
export const turnOf = ({ seat, ruler, winners }: EditedSetupView): string =>
  winners !== "" ? `=${winners}` : ruler === null ? seat : `${ruler}+${seat}`;

export function withTurn(setup: EditedSetupView, word: string): EditedSetupView {
  if (word.startsWith("=")) return { ...setup, winners: word.slice(1), ruler: null };
  const [first = "", second] = word.split("+");
  return second === undefined
    ? { ...setup, seat: first, ruler: null, winners: "" }
    : { ...setup, seat: second, ruler: first, winners: "" };
}
