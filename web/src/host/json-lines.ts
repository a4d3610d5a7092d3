// An answer that comes in lines of JSON.

/** Yields the lines of JSON of a streamed answer as they come; throws if it breaks off. Whoever reads no more of them ends the answer. */
export async function* linesOf<Line>(answer: Response): AsyncGenerator<Line> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        if (rest !== "") throw new Error("an answer ended in the middle of a line");
        return;
      }
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line !== "") yield JSON.parse(line) as Line;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
