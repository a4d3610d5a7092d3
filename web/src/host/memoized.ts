// What is asked for once and stays as it is.

/** Returns a function that asks once, or once for each name, and again after a failure. */
export function memoized<Name extends [name?: string], Value>(load: (...name: Name) => Promise<Value>): (...name: Name) => Promise<Value> {
  const known = new Map<string | undefined, Promise<Value>>();
  return (...name) => {
    let found = known.get(name[0]);
    if (!found) {
      found = load(...name);
      known.set(name[0], found);
      found.catch(() => known.delete(name[0]));
    }
    return found;
  };
}
