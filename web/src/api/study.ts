// Positions and games outside play: the board editor and the analysis board.

import type { CommentaryView, GameStatisticsView, TurnReviewView, LookView, SetupBody, SetupReportView, StageView, StudyBody, StudyView, ThoughtView, ThreatView, Words } from "../generated/api";
import { call, read } from "./http";
import { linesOfCall } from "./lines";

export const studyApi = {
  setup: (setup: SetupBody): Promise<SetupReportView> => read("post", "/api/setup", { body: setup }),
  readSetup: (text: string, empty = false): Promise<SetupReportView> => read("post", "/api/setup/read", { body: { text, empty } }),
  open: (text: string): Promise<StudyView> => read("post", "/api/study/open", { body: { text } }),
  look: (position: string, text = ""): Promise<LookView> => read("post", "/api/study/look", { body: { position, text } }),
  stage: async (position: string, prefix: string): Promise<StageView> =>
    (await read("post", "/api/study/stage", { body: { position, prefix } })).stage,
  why: async (position: string, origin: string, target: string): Promise<Words | null> =>
    (await read("post", "/api/study/why", { body: { position, origin, target } })).words,
  threats: async (position: string, party: string): Promise<ThreatView[]> =>
    (await read("post", "/api/study/threats", { body: { position, party } })).threats,
  record: async (study: StudyBody): Promise<string> => (await read("post", "/api/study/record", { body: study })).text,
  figures: (study: StudyBody): Promise<GameStatisticsView> => read("post", "/api/study/figures", { body: study }),
  /** Returns what is said of a turn played in a position, and the shares after it. */
  commentary: (position: string, text: string, signal: AbortSignal): Promise<CommentaryView> =>
    read("post", "/api/study/commentary", { body: { position, text }, signal }),
  /** Yields better and better thoughts about a position, with as many of the best turns as `lines` says; `nodes` bounds them. */
  async *think(position: string, lines: number, signal: AbortSignal, nodes?: number): AsyncGenerator<ThoughtView> {
    const body = { position, lines, ...(nodes === undefined ? {} : { nodes }) };
    yield* linesOfCall<ThoughtView>(await call("post", "/api/study/think", { body, signal }), signal);
  },
  /** Yields a verdict on each position of a game, in order. */
  async *judge(study: StudyBody, signal: AbortSignal): AsyncGenerator<TurnReviewView> {
    yield* linesOfCall<TurnReviewView>(await call("post", "/api/study/game", { body: study, signal }), signal);
  },
};
