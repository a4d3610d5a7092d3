/** Returns a text in rows no wider than `width`, as `measure` says; a single word may be wider. */
export function wrapped(text: string, width: number, measure: (part: string) => number): string[] {
  const rows: string[] = [];
  for (const word of text.split(" ")) {
    const last = rows.at(-1);
    if (last !== undefined && measure(`${last} ${word}`) <= width) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}
