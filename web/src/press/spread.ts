const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns places from 0 to `end`, in ascending order, moved as little as lets no two of them be closer than `gap`. */
export function spread(places: readonly number[], gap: number, end: number): number[] {
  // Without the gaps before each, places that would be too close descend: such neighbours share their middle (isotonic regression).
  let groups: number[][] = [];
  for (const [i, place] of places.entries()) {
    let group = [place - i * gap];
    for (let before = groups.at(-1); before && mean(before) > mean(group); before = groups.at(-1)) {
      group = [...before, ...group];
      groups = groups.slice(0, -1);
    }
    groups.push(group);
  }
  const most = end - gap * (places.length - 1);
  return groups.flatMap((group) => group.map(() => Math.max(0, Math.min(mean(group), most)))).map((place, i) => place + i * gap);
}
