// Everything that this browser has stored, as one file: out of it, into it, and away.

import { ask } from "../api/http";
import { openDatabase } from "../engine/database";
import type { Words } from "../generated/api";

/** How an import went: games that were new, known, further on, and gone on differently; and those that are damaged. */
export interface ImportReport {
  added: number;
  same: number;
  longer: number;
  copied: number;
  refused: { id: string; words: Words }[];
}

/** What the engine reads at most, too: tens of thousands of games. A larger file is not even handed to it. */
export const MAX_IMPORT_BYTES = 100_000_000;

/** Returns all games, settings and progress as a file. */
export async function exportAll(): Promise<Blob> {
  return new Blob([await (await ask("get", "/api/everything")).text()], { type: "application/json" });
}

/** Takes in such a file: nothing that is here is lost. Throws `ApiError` for a foreign, damaged or newer one. */
export async function importAll(file: Blob): Promise<ImportReport> {
  const text = await file.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // The engine says what is wrong with it.
  }
  return (await (await ask("post", "/api/everything", { body })).json()) as ImportReport;
}

/** Deletes all that is stored here, in one step; the page has to be loaded anew then. */
export async function eraseAll(): Promise<void> {
  const database = await openDatabase();
  const stores = [...database.objectStoreNames];
  const transaction = database.transaction(stores, "readwrite");
  await Promise.all([...stores.map((name) => transaction.objectStore(name).clear()), transaction.done]);
  database.close();
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith("djambi")) storage.removeItem(key);
}
