// My notes on a game, and how they are stored: another page of mine may write to them as well.

import { notebookApi } from "../api/notebook";
import type { BoardNote, NotesView } from "../generated/api";
import { withNote } from "./note-edits";

const SAVING_DELAY_MS = 600;

export class StoredNotes {
  readonly #game: string;
  /** All notes; null until they are read. */
  notes = $state.raw<BoardNote[] | null>(null);
  /** Why they could not be read or stored. */
  problem = $state.raw<unknown>(null);
  /** What was changed here and is not stored yet, by its position. */
  readonly #changed = new Map<number, BoardNote>();
  #keeping = false;
  #timer = 0;

  constructor(game: string) {
    this.#game = game;
  }

  async load(): Promise<void> {
    try {
      this.#take(await notebookApi.notes(this.#game));
    } catch (error) {
      this.problem = error;
    }
  }

  /** Puts a note in the place of the one on its position, and stores it soon. */
  change(note: BoardNote): void {
    this.notes = withNote(this.notes ?? [], note);
    this.#changed.set(note.lines, note);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.keep(), SAVING_DELAY_MS);
  }

  /** Stores what has been changed, one note after the other; what fails is tried again with the next change. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#keeping) return;
    this.#keeping = true;
    try {
      for (let [note] = this.#changed.values(); note; [note] = this.#changed.values()) await this.#store(note);
      this.problem = null;
    } catch (error) {
      this.problem = error;
    } finally {
      this.#keeping = false;
    }
  }

  /** Stores what has been changed before the page is left: it does not hear of an answer any more. */
  leave(): void {
    for (const note of this.#changed.values()) notebookApi.keepNote(this.#game, note).catch(() => undefined);
  }

  async #store(note: BoardNote): Promise<void> {
    const stored = await notebookApi.keepNote(this.#game, note);
    if (this.#changed.get(note.lines) === note) this.#changed.delete(note.lines);
    this.#take(stored);
  }

  /** Takes what is stored, also by another page; what was changed here stands in its place. */
  #take({ notes }: NotesView): void {
    let all = notes;
    for (const note of this.#changed.values()) all = withNote(all, note);
    this.notes = all;
  }
}
