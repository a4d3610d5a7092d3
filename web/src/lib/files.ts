// Files of the person: records that are read, and whatever is handed to them.

/** A record is no longer than that: as much as the rules' side reads. */
export const MAX_RECORD_CHARS = 400_000;

/**
 * What a chooser of records offers, for its `accept`. Phones go by the type of a file, not by its name's ending, and know none for ours:
 * without the last one, which is that of everything unknown, they would let nobody choose the records that were saved here.
 */
export const RECORD_TYPES = ".djambi,.txt,.pgn,text/plain,application/octet-stream";

/** How long a file is kept for the browser: phones first ask whether it is wanted, and read it afterwards. */
const KEPT_MS = 60_000;

/** Hands a file to the person. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
