// Notes on the positions of a game: one to a position, with marks drawn by two clicks.

import type { BoardMark, BoardNote } from "../generated/api";

/** Returns the note on the position after so many lines; an empty one if there is none. */
export const noteAt = (notes: readonly BoardNote[], lines: number): BoardNote =>
  notes.find((note) => note.lines === lines) ?? { lines, text: "", marks: [] };

/** Returns the notes with this one among them, in the order of the game; an empty note is none. */
export function withNote(notes: readonly BoardNote[], note: BoardNote): BoardNote[] {
  const others = notes.filter((one) => one.lines !== note.lines);
  const empty = note.text.trim() === "" && note.marks.length === 0;
  return (empty ? others : [...others, note]).toSorted((a, b) => a.lines - b.lines);
}

/** Returns the marks with a cell or an arrow added, or removed if it was there. */
export function marked(marks: readonly BoardMark[], cell: string, target: string): BoardMark[] {
  const to = target === cell ? null : target;
  const others = marks.filter((mark) => mark.cell !== cell || mark.target !== to);
  return others.length < marks.length ? others : [...marks, { cell, target: to, colour: "green" }];
}
