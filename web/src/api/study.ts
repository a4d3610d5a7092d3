// What the editor and the analysis board ask the server.

import type {
  FiguresView,
  Judged,
  Looked,
  SetupBody,
  SetupReport,
  StageView,
  StudyBody,
  StudyView,
  Thought,
  Threat,
  Words,
} from "../generated/messages";
import { call, ApiError, read } from "./games";
import { t, texts } from "../lib/texts.svelte";

export const ask = {
  setup: (setup: SetupBody): Promise<SetupReport> => read("POST", "/api/setup", setup),
  readSetup: (text: string, empty = false): Promise<SetupReport> => read("POST", "/api/setup/read", { text, empty }),
  open: (text: string): Promise<StudyView> => read("POST", "/api/study/open", { text }),
  look: (position: string, text = ""): Promise<Looked> => read("POST", "/api/study/look", { position, text }),
  stage: async (position: string, prefix: string): Promise<StageView> =>
    (await read<{ stage: StageView }>("POST", "/api/study/stage", { position, prefix })).stage,
  why: async (position: string, origin: string, target: string): Promise<Words | null> =>
    (await read<{ words: Words | null }>("POST", "/api/study/why", { position, origin, target })).words,
  threats: async (position: string, party: string): Promise<Threat[]> =>
    (await read<{ threats: Threat[] }>("POST", "/api/study/threats", { position, party })).threats,
  record: async (study: StudyBody): Promise<string> =>
    (await read<{ text: string }>("POST", "/api/study/record", study)).text,
  figures: (study: StudyBody): Promise<FiguresView> => read("POST", "/api/study/figures", study),
  think: (position: string, lines: number, stop: AbortSignal): AsyncGenerator<Thought> =>
    stream<Thought>("/api/study/think", { position, lines }, stop),
  judge: (study: StudyBody, stop: AbortSignal): AsyncGenerator<Judged> => stream<Judged>("/api/study/game", study, stop),
};

/** The answers of a call that come one after the other, a line of JSON each. */
async function* stream<T>(path: string, body: unknown, stop: AbortSignal): AsyncGenerator<T> {
  const answer = await call("POST", path, body, stop);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") yield JSON.parse(line) as T;
  }
}

/** What to tell a person whose call failed. */
export const saidOf = (error: unknown): string =>
  error instanceof ApiError && error.words ? texts.of(error.words) : t("web.unreachable");
