// What one keeps to oneself at a table, where two pages write to it.

import { beforeEach, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import type { BoardNote, ConditionalTurn, PlanView } from "../src/generated/api";
import { withNote } from "../src/table/note-edits";
import { StoredNotes } from "../src/table/stored-notes.svelte";
import { StoredPlans } from "../src/table/stored-plans.svelte";

/** What the server keeps; `revision` counts its changes. */
const server = { notes: [] as BoardNote[], plans: [] as PlanView[], revision: 0, puts: 0 };

function replace(revision: string | null, change: () => void): void {
  server.puts += 1;
  if (revision !== null && revision !== String(server.revision)) throw new ApiError("edited_elsewhere", { en: "", fr: "" }, 409);
  change();
  server.revision += 1;
}

const api = vi.hoisted(() => ({
  notes: vi.fn<() => Promise<unknown>>(),
  keepNote: vi.fn<(game: string, note: BoardNote) => Promise<unknown>>(),
  plans: vi.fn<() => Promise<unknown>>(),
  keepPlans: vi.fn<(game: string, plans: ConditionalTurn[], revision: string) => Promise<unknown>>(),
}));
vi.mock("../src/api/notebook", async (original) => ({ ...(await original<object>()), notebookApi: api }));

const read = () => Promise.resolve({ notes: server.notes, plans: server.plans, revision: String(server.revision) });
api.notes.mockImplementation(read);
api.plans.mockImplementation(read);
api.keepNote.mockImplementation(async (_, stored) => {
  await Promise.resolve();
  replace(null, () => (server.notes = withNote(server.notes, stored)));
  return read();
});
api.keepPlans.mockImplementation(async (_, plans, revision) => {
  replace(revision, () => (server.plans = plans.map((plan) => ({ ...plan, met: 0, state: "waiting" }))));
  return read();
});

beforeEach(() => Object.assign(server, { notes: [], plans: [], revision: 0, puts: 0 }));

const note = (lines: number, text: string): BoardNote => ({ lines, text, marks: [] });
const texts = (notes: readonly BoardNote[] | null): (string | undefined)[] => (notes ?? []).map(({ text }) => text);

async function opened<T extends StoredNotes | StoredPlans>(made: T): Promise<T> {
  await made.load();
  return made;
}

it("a note that another page has stored meanwhile stays", async () => {
  const [one, other] = [await opened(new StoredNotes("g")), await opened(new StoredNotes("g"))];
  one.change(note(1, "theirs"));
  await one.keep();
  other.change(note(2, "mine"));
  await other.keep();
  expect([texts(server.notes), texts(other.notes), other.problem]).toEqual([["theirs", "mine"], ["theirs", "mine"], null]);
});

it("notes are stored one version after the other, the last one last", async () => {
  const notes = await opened(new StoredNotes("g"));
  notes.change(note(1, "a"));
  const first = notes.keep();
  notes.change(note(1, "ab"));
  await notes.keep();
  // The second waits for the first; its storing stores both.
  expect(server.puts).toBeLessThan(2);
  await first;
  expect([server.puts, texts(server.notes)]).toEqual([2, ["ab"]]);
});

it("what is left while a version of it is under way is sent all the same", async () => {
  const notes = await opened(new StoredNotes("g"));
  notes.change(note(1, "a"));
  const first = notes.keep();
  notes.change(note(1, "ab"));
  notes.leave();
  await first;
  expect(texts(server.notes)).toEqual(["ab"]);
});

it("what is left takes no other page's note with it", async () => {
  const [one, other] = [await opened(new StoredNotes("g")), await opened(new StoredNotes("g"))];
  other.change(note(2, "a"));
  const first = other.keep();
  one.change(note(1, "theirs"));
  await one.keep();
  other.change(note(2, "ab"));
  other.leave();
  await first;
  expect(texts(server.notes)).toEqual(["theirs", "ab"]);
});

it("what is left is stored although another page has stored something since", async () => {
  const [one, other] = [await opened(new StoredNotes("g")), await opened(new StoredNotes("g"))];
  one.change(note(1, "theirs"));
  await one.keep();
  other.change(note(2, "mine"));
  other.leave();
  await vi.waitFor(() => expect(texts(server.notes)).toEqual(["theirs", "mine"]));
});

it("a note that could not be stored is told of, and stored with the next one", async () => {
  const notes = await opened(new StoredNotes("g"));
  const away = new ApiError("unreachable", null);
  api.keepNote.mockRejectedValueOnce(away);
  notes.change(note(1, "a"));
  await notes.keep();
  expect([notes.problem, texts(notes.notes)]).toEqual([away, ["a"]]);
  notes.change(note(2, "b"));
  await notes.keep();
  expect([notes.problem, texts(server.notes)]).toEqual([null, ["a", "b"]]);
});

it("a note that is not stored yet goes along with whoever leaves, and nothing else does", async () => {
  const notes = await opened(new StoredNotes("g"));
  notes.leave();
  expect(server.puts).toBe(0);
  notes.change(note(1, "a"));
  notes.leave();
  await vi.waitFor(() => expect(texts(server.notes)).toEqual(["a"]));
  // Nor does one that is under way stay behind.
  notes.change(note(2, "b"));
  const kept = notes.keep();
  notes.change(note(3, "c"));
  notes.leave();
  expect(api.keepNote.mock.calls.slice(-2).map(([, sent]) => sent.text)).toEqual(["b", "c"]);
  await kept;
});

it("plans are stored once, however often that is asked for at once", async () => {
  const plans = await opened(new StoredPlans("g"));
  const mine = [{ after: 0, turns: ["a1-a2"] }];
  const first = plans.keep(mine);
  expect([plans.keeping, await plans.keep(mine)]).toEqual([true, false]);
  expect([await first, plans.keeping, plans.problem, server.puts, plans.plans?.length]).toEqual([true, false, null, 1, 1]);
});

it("a plan that was deleted on another page does not come back", async () => {
  const phone = await opened(new StoredPlans("g"));
  await phone.keep([{ after: 0, turns: ["a1-a2"] }]);
  const desktop = await opened(new StoredPlans("g"));
  await desktop.keep([]);
  expect(await phone.keep([...(phone.plans ?? []), { after: 0, turns: ["b1-b2"] }])).toBe(false);
  expect([server.plans, phone.plans, (phone.problem as ApiError).code]).toEqual([[], [], "edited_elsewhere"]);
  expect(await phone.keep([{ after: 0, turns: ["b1-b2"] }])).toBe(true);
  expect([phone.plans?.length, phone.problem]).toEqual([1, null]);
});
