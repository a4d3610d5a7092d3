// A game whose host is in the page: there is no line that could die unnoticed.

import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { GameSocket, type GameSocketListener } from "../src/api/game-socket";
import type { ConnectionListener } from "../src/host/game-host";

const near = vi.hoisted(() => ({ sent: [] as string[], addresses: [] as string[], listeners: [] as ConnectionListener[] }));

vi.mock("#host", () => ({
  host: {
    remote: false,
    call: () => Promise.reject(new Error("not asked")),
    connect(address: string, listener: ConnectionListener) {
      near.addresses.push(address);
      near.listeners.push(listener);
      return { state: "open", send: (text: string) => near.sent.push(text), close: () => undefined };
    },
  },
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("waits for a host in the page as long as it takes, and comes back when that was started anew", async () => {
  const statuses: string[] = [];
  const nothing = (): void => undefined;
  const to: GameSocketListener = { state: nothing, update: nothing, thinking: nothing, status: (status) => statuses.push(status) };
  const live = new GameSocket("g", to);
  void live.ask({ type: "hint" }).catch(nothing);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([near.sent.length, near.addresses, statuses]).toEqual([1, ["/api/games/g/socket"], ["connecting"]]);
  near.listeners[0]?.message(JSON.stringify({ type: "state", number: 7, id: null }));
  near.listeners[0]?.closed(1006);
  await vi.advanceTimersByTimeAsync(1000);
  expect([near.addresses.at(-1), statuses.at(-1)]).toEqual(["/api/games/g/socket?after=7", "lost"]);
  live.close();
});
