// My notes on a game, and how they are stored: another page of mine may write to them as well.

import { isEditedElsewhere, notebookApi } from "../api/notebook";
import type { BoardNote } from "../generated/api";
import { withNote } from "./note-edits";

const SAVING_DELAY_MS = 600;

export class StoredNotes {
  readonly #game: string;
  /** All notes; null until they are read. */
  notes = $state.raw<BoardNote[] | null>(null);
  /** Why they could not be read or stored. */
  problem = $state.raw<unknown>(null);
  #revision = "";
  /** What was changed here and is not stored yet, by its position. */
  readonly #changed = new Map<number, BoardNote>();
  #keeping = false;
  #timer = 0;

  constructor(game: string) {
    this.#game = game;
  }

  async load(): Promise<void> {
    try {
      await this.#read();
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

  /** Stores what has been changed, one version after the other; what fails is tried again with the next change. */
  async keep(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#keeping) return;
    this.#keeping = true;
    try {
      while (this.#changed.size > 0) await this.#store();
      this.problem = null;
    } catch (error) {
      this.problem = error;
    } finally {
      this.#keeping = false;
    }
  }

  /** Stores what has been changed before the page is left: it does not hear of an answer any more. */
  leave(): void {
    if (this.#changed.size === 0 || this.notes === null) return;
    // While another version is under way nobody knows what this one replaces.
    notebookApi.keepNotes(this.#game, this.notes, this.#keeping ? null : this.#revision).catch(() => undefined);
  }

  async #store(): Promise<void> {
    const sent = [...this.#changed];
    try {
      this.#revision = await notebookApi.keepNotes(this.#game, this.notes ?? [], this.#revision);
      for (const [lines, note] of sent) if (this.#changed.get(lines) === note) this.#changed.delete(lines);
    } catch (error) {
      if (!isEditedElsewhere(error)) throw error;
      await this.#read();
    }
  }

  /** Reads what is stored; what was changed here stands in its place. */
  async #read(): Promise<void> {
    const { notes, revision } = await notebookApi.notes(this.#game);
    this.#revision = revision;
    let all = notes;
    for (const note of this.#changed.values()) all = withNote(all, note);
    this.notes = all;
  }
}
