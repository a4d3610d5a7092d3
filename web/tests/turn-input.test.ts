import { beforeEach, describe, expect, it } from "vitest";

import type { GameAnswer, GameRequest } from "../src/api/game-socket";
import type { Choice, PositionView, StageView, StateMessage } from "../src/generated/api";
import { preferences } from "../src/lib/settings.svelte";
import type { Notice } from "../src/lib/notice";
import { TurnInput, type TurnSource } from "../src/session/turn-input.svelte";

const choice = (text: string, act: Choice["act"], ...cells: string[]): Choice => ({ text, act, cells });
const stage = (prefix: string, kind: StageView["kind"], ...choices: Choice[]): StageView => ({ prefix, kind, choices });

const FIRST = stage("", "piece", choice("c3", "select", "c3"), choice("d4", "select", "d4"), choice("e3", "select", "e3"));
const STAGES: Record<string, StageView> = {
  c3: stage("c3", "destination", choice("-c5", "move", "c5")),
  d4: stage("d4", "destination", choice("-e5", "move", "e5")),
  e3: stage("e3", "destination", choice("-e4", "splash", "e4")),
  "c3-c5": stage("c3-c5", "done"),
  "e3-e4": stage("e3-e4", "victims", choice("*f4", "kill", "f4"), choice("", "spare")),
};

/** A game in which Red is to move and sits at this device; it records what it is asked. */
class Game implements TurnSource {
  readonly view: PositionView;
  readonly past = null;
  toMove = true;
  mine = "r";
  readonly last = 7;
  notice: Notice | null = null;
  readonly asked: GameRequest[] = [];
  dangers: object[] = [];
  fails = false;
  #held: Promise<void> | undefined;
  #heldType = "";

  constructor(first: StageView = FIRST) {
    const parties = [
      { party: "r", status: "active", lord: null },
      { party: "b", status: "active", lord: null },
    ];
    const pieces = [
      { cell: "c3", party: "r", kind: "M", controller: "r" },
      { cell: "g3", party: "b", kind: "M", controller: "b" },
      { cell: "h4", party: "g", kind: "M", controller: null },
    ];
    this.view = { mover: "r", ply: 0, parties, pieces, corpses: [], stages: { "": first } } as unknown as PositionView;
  }
  get state(): StateMessage {
    return { view: this.view } as StateMessage;
  }
  get myTurn(): boolean {
    return true;
  }
  /** Keeps answers back, all or those of a type, until what it returns is called. */
  hold(type = ""): () => void {
    let answer = (): void => undefined;
    this.#heldType = type;
    this.#held = new Promise((resolve) => (answer = resolve));
    return answer;
  }
  async request(request: GameRequest): Promise<GameAnswer> {
    this.asked.push(request);
    if (this.#heldType === "" || this.#heldType === request.type) await this.#held;
    if (this.fails) throw new Error("no");
    if (request.type === "stage") return { type: "choices", stage: STAGES[request.prefix] } as GameAnswer;
    if (request.type === "preview") return { type: "previewed", dangers: this.dangers, view: null } as unknown as GameAnswer;
    if (request.type === "why") return { type: "reason", words: { key: "maze" } } as unknown as GameAnswer;
    return { type: "done", number: 8 } as GameAnswer;
  }
  failed(error: unknown): void {
    this.notice = { key: (error as Error).message };
  }
  get types(): string[] {
    return this.asked.map(({ type }) => type);
  }
}

function begun(game: Game, choosing = (): void => undefined): TurnInput {
  const turn = new TurnInput(game, choosing);
  turn.begin(false);
  return turn;
}

/** Waits until the answers that are not held back have come. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

/** Chooses a turn that leads into danger; the server's answers have come. */
async function chosenIntoDanger(): Promise<{ game: Game; turn: TurnInput }> {
  const game = new Game();
  game.dangers = [{ by: "b", origin: "g3", cell: "c5" }];
  const turn = begun(game);
  await turn.pick("c3");
  await turn.pick("c5");
  await settled();
  return { game, turn };
}

describe("the turn that is being chosen", () => {
  beforeEach(() => {
    preferences.kept.confirm = false;
    preferences.kept.warn = false;
    preferences.kept.auto_pass = false;
  });

  it("is sent when its last stage is done", async () => {
    const game = new Game();
    let choices = 0;
    const turn = begun(game, () => choices++);
    await turn.pick("c3");
    expect([turn.started, turn.hand?.stage.kind]).toEqual([true, "destination"]);
    await turn.pick("c5");
    await Promise.resolve();
    expect(game.asked.at(-1)).toEqual({ type: "turn", after: 7, text: "c3-c5" });
    expect(choices).toBe(2);
  });

  it("is nobody's here where another plays, and has no step back where one looks back", async () => {
    const game = new Game();
    const turn = begun(game);
    await turn.pick("c3");
    expect([turn.started, turn.lifts("d4")]).toEqual([true, true]);
    Object.assign(game, { past: {} });
    expect(turn.started).toBe(false);
    Object.assign(game, { past: null, mine: "b" });
    turn.begin(false);
    expect([turn.hand, turn.mustPass]).toEqual([null, false]);
    await turn.pick("c3");
    expect(turn.started).toBe(false);
  });

  it("goes to another piece, back, and to the start", async () => {
    const turn = begun(new Game());
    await turn.pick("c3");
    await turn.pick("d4");
    expect(turn.hand?.turn.origin).toBe("d4");
    await turn.pick("d4");
    expect(turn.started).toBe(false);
    await turn.pick("c3");
    turn.reset();
    expect(turn.started).toBe(false);
  });

  it("is finished by whoever says so before the answer has come", async () => {
    const game = new Game();
    const turn = begun(game);
    await turn.pick("e3");
    const answer = game.hold();
    const picked = turn.pick("e4");
    await turn.finish();
    expect([turn.waiting, game.types]).toEqual([true, ["stage", "stage"]]);
    answer();
    await picked;
    expect(game.asked.at(-1)).toEqual({ type: "turn", after: 7, text: "e3-e4" });
  });

  it("takes back the choice that is on its way, no more, and forgets that it was to be finished", async () => {
    const game = new Game();
    const turn = begun(game);
    await turn.pick("e3");
    const answer = game.hold();
    const picked = turn.pick("e4");
    await turn.finish();
    turn.back();
    expect([turn.waiting, turn.hand?.stage.prefix]).toEqual([false, "e3"]);
    answer();
    await picked;
    expect([turn.hand?.stage.prefix, game.types]).toEqual(["e3", ["stage", "stage"]]);
    turn.back();
    expect(turn.started).toBe(false);
  });

  it("waits for a yes where it brings dangers", async () => {
    preferences.kept.warn = true;
    const { game, turn } = await chosenIntoDanger();
    expect([turn.question?.text, game.types]).toEqual(["c3-c5", ["stage", "stage", "preview"]]);
    expect([turn.lifts("c3"), turn.lift("c3")]).toEqual([false, false]);
    await turn.pick("d4");
    expect([turn.hand?.turn.origin, turn.question?.text]).toEqual(["c3", "c3-c5"]);
    await turn.confirm();
    expect([turn.question, game.types.at(-1)]).toEqual([null, "turn"]);
    await turn.confirm();
    expect(game.types.filter((type) => type === "turn")).toHaveLength(1);
  });

  it("is withdrawn, or begun anew, instead of a yes", async () => {
    preferences.kept.warn = true;
    const { game, turn } = await chosenIntoDanger();
    game.notice = { key: "no" };
    turn.back();
    expect([turn.question, game.notice, turn.hand?.stage.prefix]).toEqual([null, null, "c3"]);
    await turn.pick("c5");
    await settled();
    expect(turn.question?.text).toBe("c3-c5");
    turn.reset();
    expect([turn.question, turn.started]).toEqual([null, false]);
    expect(game.types).not.toContain("turn");
  });

  it("waits for a yes without the dangers that nobody wants to hear of", async () => {
    preferences.kept.confirm = true;
    const { turn } = await chosenIntoDanger();
    expect(turn.question).toMatchObject({ text: "c3-c5", dangers: [] });
  });

  it("asks about no turn that was taken back while its dangers were looked for", async () => {
    preferences.kept.confirm = true;
    const game = new Game();
    const turn = begun(game);
    await turn.pick("c3");
    const answer = game.hold("preview");
    await turn.pick("c5");
    turn.back();
    answer();
    await settled();
    expect(turn.question).toBeNull();
  });

  it("is neither asked about nor sent if whoever chose nobody to kill goes back meanwhile", async () => {
    preferences.kept.warn = true;
    const game = new Game();
    const turn = begun(game);
    await turn.pick("e3");
    await turn.pick("e4");
    const answer = game.hold("preview");
    await turn.finish();
    turn.back();
    answer();
    await settled();
    expect([turn.hand?.stage.kind, game.types.at(-1)]).toEqual(["victims", "preview"]);
  });

  it("is sent once if it is chosen again while its dangers are looked for, which one preview at a time does", async () => {
    preferences.kept.warn = true;
    const game = new Game();
    const turn = begun(game);
    await turn.pick("e3");
    await turn.pick("e4");
    const answer = game.hold("preview");
    await turn.finish();
    await settled();
    turn.back();
    await turn.finish();
    await settled();
    expect(game.types).toEqual(["stage", "stage", "preview"]);
    answer();
    await settled();
    expect(game.types).toEqual(["stage", "stage", "preview", "preview", "turn"]);
  });

  it("keeps all but its last choice where nobody can look for its dangers now", async () => {
    preferences.kept.warn = true;
    const game = new Game();
    const turn = begun(game);
    await turn.pick("c3");
    const answer = game.hold("preview");
    await turn.pick("c5");
    game.fails = true;
    answer();
    await settled();
    expect([turn.hand?.stage.prefix, game.notice, game.types.at(-1)]).toEqual(["c3", { key: "no" }, "preview"]);
    game.fails = false;
    await turn.pick("c5");
    await settled();
    expect(game.types.at(-1)).toBe("turn");
  });

  it("stays as it is while it is on its way", async () => {
    const game = new Game();
    const turn = begun(game);
    await turn.pick("c3");
    const answer = game.hold();
    const sent = turn.play("c3-c5");
    turn.back();
    expect(turn.hand?.turn.origin).toBe("c3");
    answer();
    await sent;
  });

  it("says why a click leads nowhere", async () => {
    const game = new Game();
    const turn = begun(game);
    await turn.pick("g3");
    expect(game.notice).toMatchObject({ key: "web.not_here.theirs" });
    await turn.pick("h4");
    expect(game.notice).toEqual({ key: "web.not_here.nobody" });
    await turn.pick("c3");
    expect(game.notice).toBeNull();
    turn.back();
    await turn.pick("e3");
    await turn.pick("e4");
    await turn.pick("a1");
    expect(game.notice).toEqual({ key: "web.not_here.victims" });
    turn.reset();
    await turn.pick("c3");
    await turn.pick("a1");
    await Promise.resolve();
    expect(game.notice).toEqual({ words: { key: "maze" } });
  });

  it("says no more why a click led nowhere once another piece is taken up", async () => {
    const game = new Game();
    const turn = begun(game);
    await turn.pick("c3");
    const answer = game.hold();
    await turn.pick("a1");
    turn.back();
    answer();
    await settled();
    expect([game.types.at(-1), game.notice]).toEqual(["why", null]);
  });

  it("says nothing of a failure to tell why once another piece is taken up", async () => {
    const game = new Game();
    const turn = begun(game);
    await turn.pick("c3");
    const answer = game.hold();
    await turn.pick("a1");
    turn.back();
    game.fails = true;
    answer();
    await settled();
    expect([game.types.at(-1), game.notice]).toEqual(["why", null]);
  });

  it("begins anew when it is refused", async () => {
    const game = new Game();
    const turn = begun(game);
    await turn.pick("c3");
    game.fails = true;
    await turn.play("c3-c5");
    expect([game.notice, turn.started, turn.sending]).toEqual([{ key: "no" }, false, false]);
  });

  it("passes by itself where the player wants it, but not after an undo", async () => {
    const pass = stage("", "piece", choice("pass", "pass"));
    const game = new Game(pass);
    const turn = begun(game);
    expect([turn.mustPass, game.types]).toEqual([true, []]);
    await turn.passOn();
    turn.begin(false);
    await Promise.resolve();
    expect(game.types).toEqual(["turn", "turn"]);
    turn.begin(true);
    expect([turn.passing, game.types.length]).toEqual(["", 2]);
  });

  it("passes by itself only while nothing keeps whoever sits here from playing", () => {
    preferences.kept.auto_pass = true;
    const game = new Game(stage("", "piece", choice("pass", "pass")));
    game.toMove = false;
    const turn = begun(game);
    expect([turn.mustPass, game.types]).toEqual([true, []]);
    game.toMove = true;
    turn.begin(false);
    expect(game.types).toEqual(["turn"]);
  });

  it("passes by itself as long as its party is in the game, and that is told where nobody else plays here", () => {
    const game = new Game(stage("", "piece", choice("pass", "pass")));
    const turn = begun(game);
    const plays = (mine: string, mover: string | null, ...fallen: string[]): [string, boolean] => {
      game.mine = mine;
      game.view.mover = mover;
      for (const party of game.view.parties) party.status = fallen.includes(party.party) ? "frozen" : "active";
      turn.begin(false);
      return [turn.passing, turn.passes];
    };
    turn.passing = "b";
    expect(plays("rb", "g")).toEqual(["b", false]);
    expect(plays("rb", "g", "r")).toEqual(["b", true]);
    expect(plays("rb", "g", "b")).toEqual(["", false]);
    turn.passing = "r";
    expect(plays("r", null)).toEqual(["", false]);
  });
});
