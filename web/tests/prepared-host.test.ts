import { beforeEach, describe, expect, it, vi } from "vitest";

import type { EngineState } from "../src/host/engine-process";
import type { Connection, ConnectionListener } from "../src/host/game-host";
import { PreparedHost, type LoadingHost } from "../src/host/prepared-host";

const seat = (party: string, player: string, level: string | null = null) => ({ party, player, name: "", level, holder: player === "bot" ? "bot" : "table" });
const files: Record<string, unknown> = {
  start: { "/api/catalogue": { variants: ["square-4"] }, "/api/me": { online: false } },
  tutorial: { name: "one-night" },
  "square-4": {
    board: { name: "square-4" },
    state: {
      type: "state",
      number: 1,
      game: { id: "", variant: "square-4", edition: "original" },
      seats: [seat("r", "me"), seat("b", "bot", "novice")],
      view: { mover: "r" },
      you: { parties: "r", host: true },
      id: null,
    },
    stages: { "c3-c5": { prefix: "c3-c5", kind: "done", choices: [] } },
  },
};

class LoadingEngine implements LoadingHost {
  readonly remote = false;
  state: EngineState = { phase: "loading", loaded: 0, total: 0 };
  asked: string[] = [];
  sent: string[] = [];
  listener: ConnectionListener | null = null;
  answers: ((answer: Response) => void)[] = [];
  call(method: string, address: string): Promise<Response> {
    this.asked.push(`${method} ${address}`);
    return new Promise((resolve) => this.answers.push(resolve));
  }
  connect(address: string, listener: ConnectionListener): Connection {
    this.asked.push(`connect ${address}`);
    this.listener = listener;
    return { state: "open", send: (text) => void this.sent.push(text), close: () => void this.asked.push("close") };
  }
}

function made(settings: () => Promise<string | null> = () => Promise.resolve('{"lang":"fr"}')) {
  const engine = new LoadingEngine();
  const file = (name: string): Promise<unknown> => (name in files ? Promise.resolve(files[name]) : Promise.reject(new Error("none")));
  const games = () => Promise.resolve({ games: [{ id: "old" }], more: false } as never);
  const changeSettings = vi.fn(async (change: (stored: string | null) => string): Promise<string> => change(await settings()));
  return { engine, changeSettings, host: new PreparedHost(engine, { file, games, settings, changeSettings }) };
}

const body = { variant: "square-4", edition: "original", options: {}, seats: [{ party: "r", player: "me", name: "Ann" }, { party: "b", player: "person", name: "Bob" }] };

async function begun({ host }: ReturnType<typeof made>) {
  const { id } = (await (await host.call("POST", "/api/games", { body })).json()) as { id: string };
  const heard: Record<string, unknown>[] = [];
  const closed = vi.fn();
  const connection = host.connect(`/api/games/${id}/socket`, { message: (text) => heard.push(JSON.parse(text) as Record<string, unknown>), closed });
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  return { id, heard, closed, connection };
}

describe("answers before the engine is there", () => {
  beforeEach(() => sessionStorage.clear());

  it("are those that the build wrote down, and what this browser has stored", async () => {
    const { engine, host } = made();
    const read = async (address: string): Promise<unknown> => (await host.call("GET", address)).json();
    expect(await read("/api/catalogue")).toEqual({ variants: ["square-4"] });
    expect(await read("/api/boards/square-4")).toEqual({ name: "square-4" });
    expect(await read("/api/lessons/one-night")).toEqual({ name: "one-night" });
    expect(await read("/api/games")).toEqual({ games: [{ id: "old" }], more: false });
    expect(await read("/api/settings")).toEqual({ lang: "fr" });
    expect(engine.asked).toEqual([]);
  });

  it("keep settings, which the engine is asked to where the browser refuses storage", async () => {
    const { engine, host, changeSettings } = made(() => Promise.resolve('{"lang":"fr","volume":5}'));
    const change = { lang: "en", changed: { lang: 7 } };
    const answer = await host.call("PUT", "/api/settings", { body: change });
    expect(await answer.json()).toEqual({ lang: "en", volume: 5, changed: { lang: 7 } });
    expect(engine.asked).toEqual([]);
    changeSettings.mockRejectedValueOnce(new Error("denied"));
    void host.call("PUT", "/api/settings", { body: change });
    await vi.waitFor(() => expect(engine.asked).toEqual(["PUT /api/settings"]));
  });

  it("are the usual settings where the browser refuses storage", async () => {
    const { host } = made(() => Promise.reject(new Error("denied")));
    expect(await (await host.call("GET", "/api/settings")).json()).toEqual({});
  });

  it("never wait for the engine where nothing can be drawn without them", async () => {
    const engine = new LoadingEngine();
    const gone = () => Promise.reject(new Error("gone"));
    const host = new PreparedHost(engine, { file: gone, games: gone, settings: gone, changeSettings: gone });
    await expect(host.call("GET", "/api/me")).rejects.toThrow("gone");
    expect(await (await host.call("GET", "/api/settings")).json()).toEqual({});
    expect(engine.asked).toEqual([]);
  });

  it("are the engine's for everything else, and for everything once it runs", async () => {
    const { engine, host } = made();
    for (const [method, address] of [["GET", "/api/lessons"], ["PUT", "/api/lessons"], ["GET", "/api/boards/none"]] as const) void host.call(method, address);
    await vi.waitFor(() => expect(engine.asked).toEqual(expect.arrayContaining(["GET /api/lessons", "PUT /api/lessons", "GET /api/boards/none"])));
    engine.state = { phase: "ready" };
    void host.call("GET", "/api/catalogue");
    expect(engine.asked.at(-1)).toBe("GET /api/catalogue");
  });

  it("show a new game at once, with the seats as they were chosen, and ask the engine for it first", async () => {
    const all = made();
    const { id, heard } = await begun(all);
    expect(all.engine.asked).toEqual([`POST /api/games?id=${id}`]);
    all.engine.answers[0]?.(new Response("{}", { status: 201 }));
    await vi.waitFor(() => expect(all.engine.asked).toHaveLength(2));
    expect(id).toMatch(/^[a-z0-9]{12}$/);
    expect(all.engine.asked).toEqual([`POST /api/games?id=${id}`, `connect /api/games/${id}/socket?after=1`]);
    expect(heard).toMatchObject([
      {
        type: "state",
        number: 1,
        game: { id },
        seats: [
          { party: "r", player: "me", name: "Ann", level: null, holder: "table" },
          { party: "b", player: "person", name: "Bob", level: null, holder: "table" },
        ],
        you: { parties: "rb" },
      },
    ]);
  });

  it("are the stages of the first turn; the turn waits for the engine, which takes over", async () => {
    const all = made();
    const { heard, connection, closed } = await begun(all);
    connection.send('{"type":"stage","prefix":"c3-c5","id":1}');
    connection.send('{"type":"stage","prefix":"c3xc5","id":2}');
    connection.send('{"type":"turn","text":"c3-c5","id":3}');
    all.engine.answers[0]?.(new Response("{}", { status: 201 }));
    await vi.waitFor(() => expect(all.engine.sent).toHaveLength(2));
    expect(heard[1]).toEqual({ type: "choices", id: 1, number: 1, stage: { prefix: "c3-c5", kind: "done", choices: [] } });
    expect(all.engine.sent.map((text) => (JSON.parse(text) as { id: number }).id)).toEqual([2, 3]);
    all.engine.listener?.message('{"type":"update"}');
    connection.send('{"type":"stage","prefix":"c3-c5","id":4}');
    await vi.waitFor(() => expect(all.engine.sent).toHaveLength(3));
    expect(heard.at(-1)).toEqual({ type: "update" });
    all.engine.listener?.closed(1006);
    expect([closed.mock.calls, connection.state]).toEqual([[[1006]], "closed"]);
  });

  it("say nothing more to a page that has closed the game", async () => {
    const all = made();
    const { heard, connection, closed } = await begun(all);
    all.engine.answers[0]?.(new Response("{}", { status: 201 }));
    await vi.waitFor(() => expect(all.engine.asked.at(-1)).toContain("connect"));
    connection.close();
    connection.send('{"type":"stage","prefix":"c3-c5","id":1}');
    all.engine.listener?.message("{}");
    all.engine.listener?.closed(1006);
    await vi.waitFor(() => expect(all.engine.asked.at(-1)).toBe("close"));
    expect([heard.length, closed.mock.calls]).toEqual([1, []]);
  });

  it.each([
    ["another edition", { ...body, edition: "bga" }],
    ["an option", { ...body, options: { exits: "yes" } }],
    ["a position", { ...body, position: "x" }],
    ["a bot that moves first", { ...body, seats: [{ party: "r", player: "bot", level: "novice" }, { party: "b", player: "me" }] }],
    ["an open seat", { ...body, seats: [{ party: "r", player: "me" }, { party: "b", player: "open" }] }],
    ["a first seat left out", { ...body, seats: [{ party: "b", player: "me" }] }],
  ])("do not exist for %s: the engine makes such a game", async (_, other) => {
    const { engine, host } = made();
    void host.call("POST", "/api/games", { body: other });
    await vi.waitFor(() => expect(engine.asked).toEqual(["POST /api/games"]));
  });

  it.each(["7", "[null, 7]", '[{"id":"a"}]', '[{"id":1,"body":{}}]'])("are none where %s is kept", (kept) => {
    sessionStorage.setItem("djambi.begun", kept);
    expect(made().engine.asked).toEqual([]);
  });

  it("know a game again after a reload until the engine has it", async () => {
    const { id } = await begun(made());
    const second = made();
    expect(second.engine.asked).toEqual([`POST /api/games?id=${id}`]);
    const heard: string[] = [];
    second.host.connect(`/api/games/${id}/socket`, { message: (text) => heard.push(text), closed: () => undefined });
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    second.engine.answers[0]?.(new Response("{}", { status: 201 }));
    await vi.waitFor(() => expect(sessionStorage.getItem("djambi.begun")).toBe("[]"));
    expect(made().engine.asked).toEqual([]);
  });
});
