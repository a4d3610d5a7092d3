// When to ask anew after a failure.

/** Returns a function that tells how long to wait after so many tries in vain: twice as long each time, up to the longest. */
export const retryDelay =
  (firstMs: number, longestMs: number) =>
  (tries: number): number =>
    // Up to half of it less: all who lost one server would else come back to it at the same moment.
    Math.min(longestMs, firstMs * 2 ** tries) * (1 - Math.random() / 2);

const askAgain = retryDelay(1000, 60_000);

/** Asks until there is an answer and hands it to `take`; what is returned ends that. */
export function untilAnswered<T>(ask: () => Promise<T>, take: (answer: T) => void): () => void {
  let timer = 0;
  let ended = false;
  const attempt = (tries: number): void => {
    ask().then(
      (answer) => {
        if (!ended) take(answer);
      },
      () => {
        if (!ended) timer = window.setTimeout(() => attempt(tries + 1), askAgain(tries));
      },
    );
  };
  attempt(0);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
