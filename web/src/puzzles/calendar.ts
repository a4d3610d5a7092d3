// Days as the reader's calendar has them, written 2026-11-21: months, and how many days in a row were kept.

/** The state of days whose puzzle is solved: "kept" on that very day, or "late". */
export type Days = Readonly<Record<string, "kept" | "late">>;

const DAY_MS = 86_400_000;

/** Returns the day so many days later (or earlier, if less than 0); no clock is put forward in between. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Tells whether a text is a day that there is. */
export const isDay = (text: string): boolean =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`)) && dayAfter(text, 0) === text;

/** Returns the month of a day, as 2026-11. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** Returns the month so many months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Returns the days of a month. */
export function daysOf(month: string): string[] {
  const next = `${monthAfter(month, 1)}-01`;
  const days: string[] = [];
  for (let day = `${month}-01`; day < next; day = dayAfter(day)) days.push(day);
  return days;
}

/** Returns how many cells a calendar that begins its weeks on Monday leaves free before a month's first day. */
export const freeBefore = (month: string): number => (new Date(`${month}-01T00:00Z`).getUTCDay() + 6) % 7;

/** Returns the days in a row that were kept, up to today, or up to yesterday while today can still be. */
export function streakOf(days: Days, today: string): number {
  let day = days[today] === "kept" ? today : dayAfter(today, -1);
  let length = 0;
  for (; days[day] === "kept"; day = dayAfter(day, -1)) length += 1;
  return length;
}

/** Returns the most days in a row that ever were kept. */
export function longestStreak(days: Days): number {
  let best = 0;
  let length = 0;
  let before = "";
  for (const day of Object.keys(days).filter((one) => days[one] === "kept").toSorted()) {
    length = before !== "" && day === dayAfter(before) ? length + 1 : 1;
    best = Math.max(best, length);
    before = day;
  }
  return best;
}
