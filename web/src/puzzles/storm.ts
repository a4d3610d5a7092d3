// The rules of the storm: as many puzzles as possible against the clock. Times are milliseconds of a clock that
// goes on while the device sleeps.

export const STORM_MS = 180_000;
export const MISTAKE_MS = 10_000;

/** After so many right ones in a row there are so many seconds more; beyond the last, every ten again. */
const BONUSES: readonly (readonly [length: number, seconds: number])[] = [
  [5, 3],
  [12, 5],
  [20, 7],
  [30, 10],
];
const AGAIN_EVERY = 10;

export interface StormRun {
  /** When it ends. */
  readonly end: number;
  readonly solved: number;
  /** Right ones in a row, now and at best. */
  readonly combo: number;
  readonly bestCombo: number;
  /** The names of those that were not. */
  readonly mistakes: readonly string[];
  /** The rating of the hardest that was. */
  readonly hardest: number;
}

export const beginStorm = (now: number): StormRun => ({ end: now + STORM_MS, solved: 0, combo: 0, bestCombo: 0, mistakes: [], hardest: 0 });

/** Returns the seconds that a series of this length is rewarded with; 0 for most. */
export function bonusOf(combo: number): number {
  const [longest, most] = BONUSES[BONUSES.length - 1] ?? [0, 0];
  if (combo > longest && (combo - longest) % AGAIN_EVERY === 0) return most;
  return BONUSES.find(([length]) => length === combo)?.[1] ?? 0;
}

/** Returns how far a series is on the way to its next bonus, from 0 to 1. */
export function towardsBonus(combo: number): number {
  const [longest] = BONUSES[BONUSES.length - 1] ?? [0];
  if (combo >= longest) return ((combo - longest) % AGAIN_EVERY) / AGAIN_EVERY;
  const next = BONUSES.findIndex(([length]) => length > combo);
  const low = BONUSES[next - 1]?.[0] ?? 0;
  return (combo - low) / ((BONUSES[next]?.[0] ?? 1) - low);
}

export function afterRight(run: StormRun, rating: number): StormRun {
  const combo = run.combo + 1;
  return {
    ...run,
    end: run.end + 1000 * bonusOf(combo),
    solved: run.solved + 1,
    combo,
    bestCombo: Math.max(run.bestCombo, combo),
    hardest: Math.max(run.hardest, rating),
  };
}

export const afterWrong = (run: StormRun, name: string): StormRun => ({ ...run, end: run.end - MISTAKE_MS, combo: 0, mistakes: [...run.mistakes, name] });

/** Returns what is left of it. */
export const leftOf = (run: StormRun, now: number): number => Math.max(0, run.end - now);

/** Returns a time as a clock shows it: 2:07, and in the last ten seconds 9.3, as the language writes that. */
export function clockOf(ms: number, lang: string): string {
  if (ms < 10_000) return new Intl.NumberFormat(lang, { minimumFractionDigits: 1 }).format(Math.floor(ms / 100) / 10);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
