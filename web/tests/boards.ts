import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Geometry } from "../src/board/geometry";

/** A board as the server sends it (made by `djambi.geometry`). */
export function board(name: string): Geometry {
  const file = join(import.meta.dirname, "fixtures", `${name}.json`);
  return JSON.parse(readFileSync(file, "utf8")) as Geometry;
}

export const BOARDS = ["square-4", "hex-3", "hex-6", "polygon-3", "polygon-5", "polygon-8"];
