import { describe, expect, it } from "vitest";

import type { GameAnswer, GameRequest } from "../src/api/game-socket";
import type { StateMessage } from "../src/generated/api";
import type { Notice } from "../src/lib/notice";
import { Hints, type HintSource } from "../src/session/hints.svelte";

class Game implements HintSource {
  mine = "r";
  past: object | null = null;
  table: object | null = null;
  notice: Notice | null = null;
  ply = 0;
  fallen = "";
  readonly asked: GameRequest[] = [];
  answers: Record<string, object> = {};

  get state(): StateMessage {
    const parties = ["r", "b", "y", "g"].map((party) => ({ party, status: this.fallen.includes(party) ? "frozen" : "active" }));
    return { view: { mover: "r", ply: this.ply, position: `p${this.ply}`, parties } } as unknown as StateMessage;
  }
  async request(request: GameRequest): Promise<GameAnswer> {
    this.asked.push(request);
    return { type: "", ...this.answers[request.type] } as unknown as GameAnswer;
  }
  /** What happens before an answer comes. */
  meanwhile = (): void => undefined;
  async ask(request: GameRequest, take: (answer: GameAnswer) => void): Promise<boolean> {
    const answer = await this.request(request);
    this.meanwhile();
    take(answer);
    return true;
  }
}

function hinting(game: Game): { hints: Hints; played: string[] } {
  const played: string[] = [];
  const turn = { reset: () => undefined, play: async (text: string) => void played.push(text) };
  return { hints: new Hints(game, turn), played };
}

/** Waits until the answers have come. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

describe("hints", () => {
  it("propose a turn, and play it", async () => {
    const game = new Game();
    game.answers["hint"] = { type: "hinted", text: "c3-c5", words: { key: "x" } };
    const { hints, played } = hinting(game);
    await hints.propose();
    expect(hints.proposal).toMatchObject({ from: "c3", to: "c5" });
    await hints.playProposal();
    expect([hints.proposal, played]).toEqual([null, ["c3-c5"]]);
  });

  it("propose one turn at a time, however often that is asked for", async () => {
    const game = new Game();
    const { hints } = hinting(game);
    await Promise.all([hints.propose(), hints.propose()]);
    expect(game.asked.filter(({ type }) => type === "hint")).toHaveLength(1);
  });

  it("show threats, and say that there are none", async () => {
    const game = new Game();
    game.answers["threats"] = { type: "threatened", threats: [] };
    const { hints } = hinting(game);
    await hints.toggleThreats();
    expect([hints.threats, game.notice]).toEqual([[], { key: "web.threats.none" }]);
    await hints.toggleThreats();
    expect([hints.threats, game.notice]).toEqual([null, null]);
    // What was said meanwhile is not theirs to take away.
    await hints.toggleThreats();
    game.notice = { key: "web.overtaken" };
    await hints.toggleThreats();
    expect(game.notice).toEqual({ key: "web.overtaken" });
  });

  it("show threats against whoever is to move here, else against the first that is still in the game", async () => {
    const game = new Game();
    const { hints } = hinting(game);
    game.fallen = "b";
    for (game.mine of ["br", "by", "b", "yg"]) await hints.toggleThreats();
    expect(game.asked).toEqual(["r", "y", "y"].map((party) => ({ type: "threats", party })));
  });

  it.each([
    ["has been played", (game: Game) => (game.ply = 1)],
    ["is looked back from", (game: Game) => (game.past = {})],
  ])("say nothing of a position that %s meanwhile", async (_, happens) => {
    const game = new Game();
    game.answers = {
      hint: { type: "hinted", text: "c3-c5", words: { key: "x" } },
      threats: { type: "threatened", threats: [] },
      reach: { type: "reachable", cell: "c3", stage: { choices: [] } },
    };
    const { hints } = hinting(game);
    game.meanwhile = () => happens(game);
    await hints.propose();
    game.ply = 0;
    game.past = null;
    await hints.toggleThreats();
    game.ply = 0;
    game.past = null;
    await hints.showReach("c3");
    expect([hints.proposal, hints.threats, hints.reach, game.notice, hints.asking]).toEqual([null, null, null, null, false]);
  });

  it("forget a bot's opinion after a round", async () => {
    const game = new Game();
    game.answers["ask"] = { type: "opinion", words: { key: "x" } };
    const { hints } = hinting(game);
    await hints.askBot("b");
    game.ply = 3;
    hints.begin();
    expect(hints.opinion?.party).toBe("b");
    game.ply = 4;
    hints.begin();
    expect(hints.opinion).toBeNull();
  });

  it("ask once a round who has as good as won, until the game is to be played out", async () => {
    const game = new Game();
    game.answers["leader"] = { type: "leading", party: "b" };
    const { hints } = hinting(game);
    for (game.ply of [3, 4, 5]) hints.begin();
    await settled();
    expect([hints.leader, game.asked.length]).toEqual(["b", 1]);
    hints.playOut();
    game.ply = 9;
    hints.begin();
    expect([hints.leader, game.asked.length]).toEqual([null, 1]);
  });

  it("ask again once so many turns were taken back", () => {
    const game = new Game();
    const { hints } = hinting(game);
    for (game.ply of [8, 6, 4]) hints.begin();
    expect(game.asked).toHaveLength(2);
  });

  it("forget who has as good as won once turns are taken back, and ask again where they are played", async () => {
    const game = new Game();
    game.answers["leader"] = { type: "leading", party: "b" };
    const { hints } = hinting(game);
    game.ply = 8;
    hints.begin();
    await settled();
    expect(hints.leader).toBe("b");
    game.ply = 7;
    hints.begin(true);
    await settled();
    expect(game.asked).toHaveLength(2);
    // What comes meanwhile was true of the turns that are gone.
    game.ply = 2;
    hints.begin(true);
    game.ply = 8;
    hints.begin();
    game.ply = 2;
    hints.begin(true);
    await settled();
    expect([hints.leader, game.asked.length]).toEqual([null, 3]);
  });

  it("ask at once who has as good as won when a party has fallen, and again after a refusal", async () => {
    const game = new Game();
    const { hints } = hinting(game);
    game.answers["leader"] = { type: "failed" };
    game.ply = 4;
    hints.begin();
    await settled();
    game.answers["leader"] = { type: "leading", party: "b" };
    game.ply = 5;
    hints.begin();
    await settled();
    expect([hints.leader, game.asked.length]).toEqual(["b", 2]);
    game.fallen = "b";
    game.answers["leader"] = { type: "leading", party: null };
    game.ply = 6;
    hints.begin();
    await settled();
    expect([hints.leader, game.asked.length]).toEqual([null, 3]);
  });

  it("say nothing of whoever has as good as won to players who go on to the end meanwhile", async () => {
    const game = new Game();
    game.answers["leader"] = { type: "leading", party: "b" };
    const { hints } = hinting(game);
    game.ply = 4;
    hints.begin();
    hints.playOut();
    await settled();
    expect(hints.leader).toBeNull();
  });

  it("ask one bot at a time", async () => {
    const game = new Game();
    game.answers["ask"] = { type: "opinion", words: { key: "x" } };
    const { hints } = hinting(game);
    await Promise.all([hints.askBot("b"), hints.askBot("y")]);
    expect([hints.opinion?.party, game.asked]).toEqual(["b", [{ type: "ask", party: "b" }]]);
    await hints.askBot("y");
    expect([hints.opinion?.party, hints.questioned]).toEqual(["y", null]);
    // Asked again, it falls silent.
    await hints.askBot("y");
    expect([hints.opinion, game.asked.length]).toEqual([null, 2]);
  });

  it("are taken away with the position that they are about", async () => {
    const game = new Game();
    const choices = [{ text: "-c5", act: "move", cells: ["c5"] }];
    game.answers["hint"] = { type: "hinted", text: "c3-c5", words: { key: "x" } };
    game.answers["threats"] = { type: "threatened", threats: [{ by: "b" }] };
    game.answers["reach"] = { type: "reachable", cell: "d4", stage: { choices } };
    const { hints } = hinting(game);
    await hints.propose();
    await hints.toggleThreats();
    await hints.showReach("d4");
    expect([hints.proposal?.text, hints.threats, hints.reach, game.notice]).toEqual(["c3-c5", [{ by: "b" }], { cell: "d4", choices }, null]);
    hints.begin();
    expect([hints.proposal, hints.threats, hints.reach]).toEqual([null, null, null]);
    await hints.propose();
    await hints.showReach("d4");
    hints.declineProposal();
    hints.hideReach();
    expect([hints.proposal, hints.reach]).toEqual([null, null]);
  });

  it("show what follows from resigning", async () => {
    const game = new Game();
    game.answers["resignation"] = { type: "previewed", view: { ply: 1 } };
    const { hints } = hinting(game);
    expect(await hints.foresee("r")).toEqual({ ply: 1 });
    game.answers = {};
    expect(await hints.foresee("r")).toBeNull();
  });

  it("judge no table online", () => {
    const game = new Game();
    game.table = {};
    game.ply = 8;
    hinting(game).hints.begin();
    expect(game.asked).toEqual([]);
  });
});
