// When to connect anew after a loss.

/** Returns a function that tells how long to wait after so many tries in vain: twice as long each time, up to the longest. */
export const retryDelay =
  (firstMs: number, longestMs: number) =>
  (tries: number): number =>
    // Up to half of it less: all who lost one server would else come back to it at the same moment.
    Math.min(longestMs, firstMs * 2 ** tries) * (1 - Math.random() / 2);
