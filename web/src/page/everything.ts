// Everything that this browser has stored, as one file: out of it, into it, and away.

import { ApiError, ask } from "../api/http";
import { openDatabase } from "../engine/database";
import type { Words } from "../generated/api";
import { STORE } from "../host/web-storage";
import { forgetServers } from "../lib/servers";

/** How an import went: games that were new (or had been removed), known, further on, and gone on differently; and those that are damaged. */
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

/**
 * Deletes all that the page has stored here; it has to be loaded anew then. A server where it lies keeps what is its own.
 * Throws `ApiError` where the browser does not let it have its games, after all else is deleted.
 */
export async function eraseAll(): Promise<void> {
  forgetKept();
  forgetServers();
  await emptyDatabase().catch(async () => {
    throw new ApiError("no_storage", await noStorage(), 503);
  });
}

/** Takes away what the page keeps besides its database. */
function forgetKept(): void {
  for (const storage of ["localStorage", "sessionStorage"] as const) {
    try {
      for (const key of Object.keys(globalThis[storage])) if (key.startsWith(`${STORE}.`)) globalThis[storage].removeItem(key);
    } catch {
      // Where nothing may be kept, nothing is.
    }
  }
}

async function emptyDatabase(): Promise<void> {
  const database = await openDatabase();
  const stores = [...database.objectStoreNames];
  const transaction = database.transaction(stores, "readwrite");
  await Promise.all([...stores.map((name) => transaction.objectStore(name).clear()), transaction.done]);
  database.close();
}

/** Returns what the engine says where the browser refuses it its storage. */
async function noStorage(): Promise<Words> {
  const [en, fr] = await Promise.all([import("../../../src/djambi/texts/en/server.json"), import("../../../src/djambi/texts/fr/server.json")]);
  return { en: en.default["server.no_storage"], fr: fr.default["server.no_storage"] };
}
