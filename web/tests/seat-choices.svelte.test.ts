// Who sits where in a new game, as one chooses it.

import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { BotView, CharacterView } from "../src/generated/api";
import { BOTS, RANKS } from "../src/lib/cast";
import SeatChoices from "../src/setup/SeatChoices.svelte";
import { manner, type SeatDraft } from "../src/setup/seats";
import { press, read } from "./game-wire";

const words = (text: string) => ({ en: text, fr: "" });
const LEVELS = RANKS.map((level, i) => ({ level, usual: i === 1, name: words(level), words: words(`About ${level}.`) })) as unknown as BotView[];
const CHARACTERS = [{ character: "avenger", words: words("Never forgets.") }] as unknown as CharacterView[];
const [LOW = "", HIGH = ""] = RANKS;

let made: object | null = null;
afterEach(async () => {
  if (made) await unmount(made);
  made = null;
});

/** Shows seats for these sitters; they change as one chooses. */
function shown(sitters: readonly string[], more: object = {}): { seats: () => SeatDraft[]; sitters: () => string[] } {
  let seats = $state.raw(sitters.map((sitter, i): SeatDraft => ({ party: "rbygpovw"[i] ?? "", sitter, name: "" })));
  const props = { colours: {}, bots: LEVELS, characters: CHARACTERS, lan: false, onchange: (next: SeatDraft[]) => void (seats = next), ...more };
  made = mount(SeatChoices, {
    target: document.body,
    props: {
      ...props,
      get seats() {
        return seats;
      },
    },
  });
  flushSync();
  return { seats: () => seats, sitters: () => seats.map(({ sitter }) => sitter) };
}
const lists = (): HTMLSelectElement[] => [...document.querySelectorAll<HTMLSelectElement>("li select")];
const all = (): HTMLSelectElement | null => document.querySelector<HTMLSelectElement>(".all select");
async function choose(list: HTMLSelectElement | null | undefined, value: string): Promise<void> {
  if (!list) throw new Error("no list");
  list.value = value;
  list.dispatchEvent(new Event("change", { bubbles: true }));
  await tick();
  flushSync();
}
const levels = (sitters: readonly string[]): string[] => sitters.map((sitter) => manner(sitter).level);

describe("the seats of a new game", () => {
  it("show who sits there", () => {
    shown(["me", `bot:${LOW}:avenger`, "person", `bot:${HIGH}`]);
    expect(lists().map(({ value }) => value)).toEqual(["me", `bot:${LOW}`, "person", `bot:${HIGH}`]);
    expect([document.querySelectorAll(".person").length, document.querySelectorAll("input").length]).toEqual([2, 1]);
  });

  it("are given to bots, to friends at this device, and to me", async () => {
    const { sitters } = shown(["me", `bot:${LOW}`, `bot:${LOW}`]);
    await choose(lists()[1], "person");
    expect(sitters()).toEqual(["me", "person", `bot:${LOW}`]);
    await choose(lists()[2], "me");
    expect([sitters(), lists().map(({ value }) => value)]).toEqual([[`bot:${LOW}`, "person", "me"], [`bot:${LOW}`, "person", "me"]]);
  });

  it("are open to phones where those can come", () => {
    const open = (): boolean => lists()[0]?.querySelector("option[value=open]") !== null;
    shown(["me"]);
    expect(open()).toBe(false);
    if (made) void unmount(made);
    shown(["me"], { lan: true });
    expect(open()).toBe(true);
    if (made) void unmount(made);
    // One that is open already stays so.
    shown(["open"]);
    expect([open(), lists()[0]?.value]).toEqual([true, "open"]);
  });

  it("have a name where a friend sits", () => {
    const table = shown(["me", "person"]);
    const field = document.querySelector<HTMLInputElement>("input");
    if (field) field.value = "Ana";
    field?.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect(table.seats().map(({ name }) => name)).toEqual(["", "Ana"]);
  });

  it("tell how bots play, each level and each character once", () => {
    shown(["me", `bot:${LOW}:avenger`, `bot:${LOW}`, `bot:${HIGH}:avenger`]);
    expect(read(".about")).toEqual([`About ${LOW}. Never forgets.`, `About ${HIGH}.`]);
  });

  it("let one choose a person of the cast, who changes places where they sit already", async () => {
    const { sitters } = shown(["me", `bot:${LOW}:avenger`, `bot:${LOW}`]);
    const open = async (): Promise<HTMLButtonElement[]> => {
      document.querySelector<HTMLButtonElement>(".person")?.click();
      flushSync();
      await vi.waitFor(() => expect(document.querySelector("dialog")).not.toBeNull());
      return [...document.querySelectorAll<HTMLButtonElement>("dialog li button")];
    };
    const people = await open();
    expect(people.map((one) => one.getAttribute("aria-pressed")).filter((pressed) => pressed === "true").length).toBe(1);
    press("web.close");
    expect([document.querySelector("dialog"), sitters()[1]]).toEqual([null, `bot:${LOW}:avenger`]);
    const seated = (await open()).filter((one) => one.textContent.includes("At the table already"));
    expect(seated.length).toBe(1);
    seated[0]?.click();
    flushSync();
    expect([document.querySelector("dialog"), sitters()]).toEqual([null, ["me", `bot:${LOW}`, `bot:${LOW}:avenger`]]);
  });

  it("show who has come where a level has too few people", async () => {
    const six = BOTS.filter((bot) => manner(`bot:${bot}`).level === HIGH).map((bot) => `bot:${bot}`);
    const { sitters } = shown(["me", ...six, `bot:${LOW}:avenger`]);
    await choose(lists()[7], `bot:${HIGH}`);
    const { level } = manner(sitters()[7] ?? "");
    expect([level === HIGH, lists()[7]?.value]).toEqual([false, `bot:${level}`]);
  });
});

describe("all bots at once", () => {
  it("are of one level, which is shown", async () => {
    const { sitters } = shown(["me", `bot:${LOW}`, `bot:${HIGH}`]);
    expect(all()?.value).toBe("");
    await choose(all(), HIGH);
    expect([levels(sitters()), all()?.value]).toEqual([["", HIGH, HIGH], HIGH]);
  });

  it("are of several levels where one has too few people, and that is shown", async () => {
    const { sitters } = shown(["me", ...Array.from({ length: 7 }, (_, i) => (i < 6 ? `bot:${LOW}` : `bot:${HIGH}`))]);
    await choose(all(), HIGH);
    expect([new Set(levels(sitters().slice(1))).size, all()?.value]).toEqual([2, ""]);
  });

  it("are not asked for where there is one at most", () => {
    shown(["me", `bot:${LOW}`, "person"]);
    expect([all(), read(".tables button")]).toEqual([null, []]);
  });

  it("are beginners, mixed, or make room for friends, where the focus stays in the list", async () => {
    const { sitters } = shown(["me", `bot:${HIGH}`, `bot:${HIGH}`, `bot:${HIGH}`]);
    press("web.new.everyone");
    expect(levels(sitters())).toEqual(["", LOW, LOW, LOW]);
    press("web.new.mixed");
    expect(new Set(levels(sitters())).size).toBe(4);
    press("web.new.gathered");
    await tick();
    expect([sitters(), document.activeElement]).toEqual([["me", "person", "person", "person"], lists()[0]]);
  });
});
