import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import { ApiError } from "../src/api/http";
import { studyApi } from "../src/api/study";
import { EmbeddedBoard } from "../src/embed/embedded-board.svelte";
import { HostPage } from "../src/embed/host-page";
import { messageOf, type BoardMessage, type HostMessage, type MessageFault } from "../src/embed/messages";
import { optionsOf } from "../src/embed/options";
import type { BoardView, Choice, LookView, StudyView, ThoughtView } from "../src/generated/api";
import { MAX_RECORD_CHARS } from "../src/lib/files";
import { preferences } from "../src/lib/settings.svelte";

const fault = (data: unknown): MessageFault | null => {
  const read = messageOf(data);
  return "fault" in read ? read.fault : null;
};

describe("messages from a page around a board", () => {
  it("are taken as they are meant", () => {
    expect(messageOf({ djambi: 1, type: "load", position: "hex-3", id: "a" })).toEqual({ message: { type: "load", position: "hex-3", id: "a" } });
    expect(messageOf({ djambi: 1, type: "show", number: 0 })).toEqual({ message: { type: "show", number: 0 } });
    expect(fault({ djambi: 1, type: "load", record: "x".repeat(MAX_RECORD_CHARS) })).toBeNull();
    expect(fault({ djambi: 1, type: "show", number: 5000, id: "x".repeat(64) })).toBeNull();
    expect(fault({ djambi: 1, type: "load", position: "hex-3", record: undefined })).toBeNull();
  });

  it.each([
    [null, "bad_message", ""],
    ["load", "bad_message", ""],
    [[1], "bad_message", ""],
    [new Map([["djambi", 1]]), "bad_message", ""],
    [{ type: "load" }, "bad_message", "djambi"],
    [{ djambi: 2, type: "ask" }, "bad_version", "djambi"],
    [{ djambi: "1", type: "ask" }, "bad_version", "djambi"],
    [{ djambi: 1, type: "constructor" }, "bad_type", "type"],
    [{ djambi: 1, type: ["ask"] }, "bad_type", "type"],
    [{ djambi: 1, type: "ask", code: "alert(1)" }, "unknown_field", "code"],
    [{ djambi: 1, type: "ask", toString: 1 }, "unknown_field", "toString"],
    [{ djambi: 1, type: "show" }, "bad_field", "number"],
    [{ djambi: 1, type: "show", number: -1 }, "bad_field", "number"],
    [{ djambi: 1, type: "show", number: 0.5 }, "bad_field", "number"],
    [{ djambi: 1, type: "load" }, "bad_field", "position"],
    [{ djambi: 1, type: "load", position: "a", record: "b" }, "bad_field", "position"],
    [{ djambi: 1, type: "load", position: { html: "<b>" } }, "bad_field", "position"],
    [{ djambi: 1, type: "load", position: ["a"] }, "bad_field", "position"],
    [{ djambi: 1, type: "show", number: 5001 }, "bad_field", "number"],
    [{ djambi: 1, type: "load", record: "x".repeat(MAX_RECORD_CHARS + 1) }, "bad_field", "record"],
    [{ djambi: 1, type: "ask", id: "x".repeat(65) }, "bad_field", "id"],
    [JSON.parse('{"djambi": 1, "type": "ask", "__proto__": {"x": 1}}'), "unknown_field", "__proto__"],
  ])("are refused: %j", (data, code, field) => {
    expect(fault(data)).toMatchObject({ code, field });
  });

  it("are answered by their id, and a long name of a field is cut", () => {
    const found = fault({ djambi: 1, type: "ask", id: "q7", ["x".repeat(9000)]: 1 });
    expect([found?.id, found?.field.length]).toEqual(["q7", 64]);
  });
});

describe("the address of a board in a frame", () => {
  const wrong = (search: string): string | null => {
    const read = optionsOf(search);
    return "wrong" in read ? read.wrong : null;
  };

  it("says what is shown, and how", () => {
    expect(optionsOf("")).toEqual({ options: { text: "square-4", number: 0, list: 0, play: "all" } });
    expect(optionsOf("?position=hex-3+harcourt&list=8&play=answer&theme=dark&lang=fr&number=2")).toEqual({
      options: { text: "hex-3 harcourt", number: 2, list: 8, play: "answer", theme: "dark", lang: "fr" },
    });
  });

  it("is refused where it cannot be read", () => {
    const searches = ["?list=many", "?list=41", "?play=me", "?theme=pink", "?lang=tlh", "?number=-1", "?position=a&record=b", "?html=1", "?list=1&list=2", "?lang="];
    expect(searches.map(wrong)).toEqual(["list", "list", "play", "theme", "lang", "number", "position", "html", "list", "lang"]);
    const long = (name: string, length: number): string | null => wrong(`?${name}=${"x".repeat(length)}`);
    expect([long("position", 4000), long("position", 4001), long("record", MAX_RECORD_CHARS), long("record", MAX_RECORD_CHARS + 1)]).toEqual([null, "position", null, "record"]);
    expect([wrong("?number=5000"), wrong("?number=5001"), wrong("?list=40")]).toEqual([null, "number", null]);
  });
});

/** A window in a frame: what its parent sends, and what the parent is sent. */
class Framed extends EventTarget {
  sent: [Record<string, unknown>, string][] = [];
  parent = { postMessage: (message: Record<string, unknown>, target: string) => void this.sent.push([message, target]) };
  says(data: unknown, origin = "https://host.example", source: unknown = this.parent): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data, origin, source }));
  }
}

describe("a board in a frame", () => {
  const meet = (): [Framed, HostPage, HostMessage[], MessageFault[]] => {
    const framed = new Framed();
    const heard: HostMessage[] = [];
    const faults: MessageFault[] = [];
    const page = new HostPage(framed as unknown as Window, (message) => heard.push(message), (one) => faults.push(one));
    return [framed, page, heard, faults];
  };

  it("says that it is ready to anybody, and all else to the origin that spoke", () => {
    const [framed, page] = meet();
    page.tell({ type: "shown", number: 0, position: "p" });
    expect(framed.sent).toEqual([[{ djambi: 1, type: "ready" }, "*"]]);
    framed.says({ djambi: 1, type: "follow" });
    page.tell({ type: "shown", number: 0, position: "p" }, "q");
    expect(framed.sent[1]).toEqual([{ djambi: 1, type: "shown", number: 0, position: "p", id: "q" }, "https://host.example"]);
    framed.says({ djambi: 1, type: "follow" }, "null");
    page.tell({ type: "shown", number: 0, position: "p" });
    expect(framed.sent[2]?.[1]).toBe("*");
  });

  it("listens to the page around it alone, and refuses what it does not know", () => {
    const [framed, page, heard, faults] = meet();
    framed.says({ djambi: 1, type: "ask" }, "https://evil.example", {});
    expect([heard, faults]).toEqual([[], []]);
    framed.says({ djambi: 1, type: "ask" });
    framed.says("rubbish");
    expect([heard, faults]).toEqual([[{ type: "ask" }], [{ code: "bad_message", field: "" }]]);
    page.close();
    framed.says({ djambi: 1, type: "ask" });
    expect(heard).toHaveLength(1);
  });
});

describe("a board on which a bot answers", () => {
  const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 20));
  const choice = (text: string, cell: string): Choice => ({ text, act: "move", cells: [cell] });
  const stages = {
    "": { prefix: "", kind: "piece", choices: [choice("a1", "a1")] },
    a1: { prefix: "a1", kind: "destination", choices: [choice("-a2", "a2")] },
    "a1-a2": { prefix: "a1-a2", kind: "done", choices: [] },
  };
  const parties = ["r", "b"].map((party) => ({ party, status: "active" }));
  const looked = (mover: string, text?: string): LookView =>
    ({ view: { mover, parties, stages }, move: text === undefined ? null : { kind: "turn", text, party: mover === "b" ? "r" : "b", position: text, parent: 0 } }) as unknown as LookView;
  const study = { start: "start", variant: "hex-3", edition: "original", rules: "original", tags: {}, comments: [], moves: [] } as StudyView;
  beforeEach(() => (preferences.kept.animation = "none"));
  afterEach(() => vi.restoreAllMocks());

  it("has no answer to the board before on the one that is begun again", async () => {
    vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
    vi.spyOn(studyApi, "look").mockImplementation((_, text) => Promise.resolve(looked(text === "a1-a2" ? "b" : "r", text)));
    let comes = (): void => undefined;
    vi.spyOn(studyApi, "open")
      .mockResolvedValueOnce(study)
      .mockReturnValueOnce(new Promise((resolve) => (comes = () => resolve(study))));
    let answer = (): void => undefined;
    const thought = new Promise<void>((resolve) => (answer = resolve));
    vi.spyOn(studyApi, "think").mockImplementation(async function* () {
      await thought;
      yield { lines: [{ turns: [{ text: "b1-b2" }] }] } as unknown as ThoughtView;
    });
    const told: BoardMessage[] = [];
    let again: Promise<boolean> | undefined;
    const board = new EmbeddedBoard("answer", (message) => {
      told.push(message);
      if (message.type === "turn") again = board.reset();
    });
    await board.begin("hex-3", 0);
    await board.study.chooser.pick("a1");
    await board.study.chooser.pick("a2");
    await settled();
    expect(studyApi.think).toHaveBeenCalledTimes(1);
    comes();
    expect([await again, board.thinking, board.open]).toEqual([true, false, true]);
    answer();
    await settled();
    expect([board.study.tree.nodes.size, told.at(-1)?.type]).toEqual([1, "loaded"]);
  });

  it("says once what is on it, to the page that follows it", async () => {
    vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
    vi.spyOn(studyApi, "look").mockResolvedValue(looked("r"));
    let comes = (): void => undefined;
    vi.spyOn(studyApi, "open").mockReturnValueOnce(new Promise((resolve) => (comes = () => resolve(study))));
    const told: [BoardMessage, string | undefined][] = [];
    const board = new EmbeddedBoard("all", (message, id) => void told.push([message, id]));
    const opened = board.begin("hex-3", 0);
    const followed = board.take({ type: "follow", id: "f" });
    comes();
    await Promise.all([opened, followed]);
    expect(told.map(([{ type }, id]) => [type, id])).toEqual([["loaded", "f"]]);
  });

  it("says once that its address cannot be read", async () => {
    vi.spyOn(studyApi, "open").mockRejectedValueOnce(new ApiError("unreadable", { en: "No.", fr: "Non." }, 400));
    const told: [BoardMessage, string | undefined][] = [];
    const board = new EmbeddedBoard("all", (message, id) => void told.push([message, id]));
    const opened = board.begin("nothing", 0);
    await board.take({ type: "follow", id: "f" });
    expect([await opened, told.map(([{ type }, id]) => [type, id])]).toEqual([false, [["error", "f"]]]);
  });

  it("has no bot think for a reader who has left", async () => {
    vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
    vi.spyOn(studyApi, "look").mockImplementation((_, text) => Promise.resolve(looked(text === "a1-a2" ? "b" : "r", text)));
    vi.spyOn(studyApi, "open").mockResolvedValue(study);
    const thinks = vi.spyOn(studyApi, "think");
    const board: EmbeddedBoard = new EmbeddedBoard("answer", ({ type }) => void (type === "turn" && board.close()));
    await board.begin("hex-3", 0);
    await board.study.chooser.pick("a1");
    await board.study.chooser.pick("a2");
    await settled();
    expect([board.study.tree.nodes.size, thinks.mock.calls]).toEqual([2, []]);
  });

  it("takes from the reader no turn but their own, and a bot that was kept from its turn plays it at the end of the line", async () => {
    vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
    vi.spyOn(studyApi, "look").mockImplementation((_, text) => Promise.resolve(looked(text === "a1-a2" ? "b" : "r", text)));
    vi.spyOn(studyApi, "open").mockResolvedValue(study);
    const answers: (() => void)[] = [];
    vi.spyOn(studyApi, "think").mockImplementation(async function* () {
      await new Promise<void>((resolve) => answers.push(resolve));
      yield { lines: [{ turns: [{ text: "b1-b2" }] }] } as unknown as ThoughtView;
    });
    const board = new EmbeddedBoard("answer", () => undefined);
    await board.begin("hex-3", 0);
    await board.study.chooser.pick("a1");
    await board.study.chooser.pick("a2");
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    // Whoever steps back meanwhile stops it.
    await board.study.step(-1);
    board.shown();
    answers[0]?.();
    await vi.waitFor(() => expect(board.thinking).toBe(false));
    expect([board.study.tree.nodes.size, board.open]).toEqual([2, true]);
    await board.study.step(1);
    expect(board.open).toBe(false);
    board.shown();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.();
    await vi.waitFor(() => expect([board.study.tree.nodes.size, board.open]).toEqual([3, true]));
    await board.study.step(-1);
    board.shown();
    await settled();
    expect([board.open, answers.length]).toEqual([false, 2]);
  });
});

describe("a board that a page asks", () => {
  const move = (text: string, party: string, position: string, parent: number) => ({ kind: "turn", text, party, position, parent, comments: [], before: [] });
  const study = { start: "p0", variant: "hex-3", edition: "original", rules: "original", tags: {}, comments: [], moves: [move("t1", "r", "p1", 0), move("t2", "b", "p2", 1)] } as unknown as StudyView;
  const parties = ["r", "b"].map((party) => ({ party, status: "active" }));
  /** Red plays from even positions, blue from odd ones. */
  const look = (position: string, text?: string): Promise<LookView> => {
    const number = Number(position.slice(1)) + (text === undefined ? 0 : 1);
    const [mover, player] = number % 2 === 0 ? ["r", "b"] : ["b", "r"];
    return Promise.resolve({ view: { mover, parties, stages: {} }, move: text === undefined ? null : move(text, player ?? "", `p${number}`, 0) } as unknown as LookView);
  };
  const thinks = (...texts: string[]) =>
    vi.spyOn(studyApi, "think").mockImplementation(async function* () {
      for (const text of texts) yield { lines: [{ turns: [{ text }] }] } as unknown as ThoughtView;
    });
  async function begun(play: "all" | "none" | "answer", number = 0): Promise<{ board: EmbeddedBoard; heard: () => unknown[] }> {
    const told: unknown[] = [];
    const board = new EmbeddedBoard(play, (message, id) => void told.push([...Object.values(message).filter((value) => value !== "hex-3" && value !== "original"), id]));
    await board.begin("record", number);
    return { board, heard: () => told.splice(0) };
  }
  beforeEach(() => {
    preferences.kept.animation = "none";
    vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
    vi.spyOn(studyApi, "look").mockImplementation(look);
    vi.spyOn(studyApi, "open").mockResolvedValue(study);
  });
  afterEach(() => vi.restoreAllMocks());

  it("shows the line that is asked for, and the last where its address asks for a later one", async () => {
    const { board, heard } = await begun("none", 9);
    await board.take({ type: "follow", id: "f" });
    await board.take({ type: "show", number: 0, id: "s" });
    expect([heard(), board.number]).toEqual([[["loaded", 2, 2, "p2", "f"], ["shown", 0, "p0", "s"]], 0]);
    await board.take({ type: "show", number: 3, id: "t" });
    expect([heard(), board.number]).toEqual([[["error", "no_line", expect.any(String), "t"]], 0]);
  });

  it("loads another record, and keeps what it shows where that cannot be read", async () => {
    const { board, heard } = await begun("none");
    const opened = vi.spyOn(studyApi, "open").mockRejectedValueOnce(new ApiError("unreadable", { en: "No.", fr: "Non." }, 400));
    await board.take({ type: "load", position: "nothing", id: "u" });
    await board.take({ type: "load", record: "another", number: 1, id: "l" });
    expect([opened.mock.calls.slice(-2), heard()]).toEqual([[["nothing"], ["another"]], [["error", "unreadable", "No.", "u"], ["loaded", 2, 1, "p1", "l"]]]);
    // It begins again with that.
    await board.study.go(0);
    await board.reset();
    expect([opened.mock.lastCall, board.number]).toEqual([["another"], 1]);
  });

  it("plays a bot's turn where it is asked to, and says why there is none", async () => {
    const { board, heard } = await begun("none", 2);
    thinks("worse", "best");
    await board.take({ type: "ask", id: "a" });
    expect([heard(), board.number, board.thinking]).toEqual([[["turn", "best", "r", "bot", 3, "p3", "a"]], 3, false]);
    thinks();
    await board.take({ type: "ask", id: "b" });
    vi.spyOn(studyApi, "think").mockImplementation(() => {
      throw new ApiError("busy", { en: "Later.", fr: "Plus tard." }, 503);
    });
    await board.take({ type: "ask", id: "c" });
    expect(heard()).toEqual([["error", "no_turn", expect.any(String), "b"], ["error", "no_turn", "Later.", "c"]]);
  });

  it("takes back what the reader has played since it was loaded, and nothing else", async () => {
    const { board, heard } = await begun("all", 2);
    expect([board.fresh, board.last]).toEqual([true, undefined]);
    await board.undo();
    await board.study.play("t3");
    expect([board.fresh, board.number]).toEqual([false, 3]);
    await board.undo();
    expect([heard(), board.number, board.last]).toEqual([[["shown", 2, "p2", undefined]], 2, undefined]);
    await board.reset();
    expect(board.fresh).toBe(true);
  });

  it("takes back the reader's turn with the bot's answer to it", async () => {
    const { board, heard } = await begun("answer", 2);
    const thought = thinks("t4");
    await board.study.play("t3");
    board.shown();
    await vi.waitFor(() => expect(board.number).toBe(4));
    expect(heard()).toEqual([["shown", 3, "p3", undefined], ["turn", "t4", "b", "bot", 4, "p4", undefined]]);
    await board.undo();
    expect([heard(), board.open, thought.mock.calls.length]).toEqual([[["shown", 2, "p2", undefined]], true, 1]);
  });

  it("answers one question after the other, and keeps no more than fifty", async () => {
    let comes = (): void => undefined;
    vi.spyOn(studyApi, "open").mockReturnValueOnce(new Promise((resolve) => (comes = () => resolve(study))));
    const told: (string | undefined)[] = [];
    const board = new EmbeddedBoard("none", (message, id) => void told.push(message.type === "error" ? message.code : id));
    void board.begin("record", 0);
    const asked = Array.from({ length: 51 }, (_, i) => board.take({ type: "follow", id: String(i) }));
    expect(told).toEqual(["too_many"]);
    comes();
    await Promise.all(asked);
    expect(told.slice(1)).toEqual(Array.from({ length: 50 }, (_, i) => String(i)));
    await board.take({ type: "follow", id: "one more" });
    expect(told.at(-1)).toBe("one more");
  });
});
