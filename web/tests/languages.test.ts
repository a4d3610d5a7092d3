import { flushSync, mount, unmount } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";

import english from "../../src/djambi/texts/en/study.json";
import webEnglish from "../../src/djambi/texts/en/web.json";
import french from "../../src/djambi/texts/fr/study.json";
import webFrench from "../../src/djambi/texts/fr/web.json";
import { ApiError } from "../src/api/http";
import { noticeText } from "../src/lib/notice";
import { t, texts } from "../src/lib/texts.svelte";
import Form from "../src/people/Form.svelte";
import LazyScreen from "../src/ui/LazyScreen.svelte";
import NotationChoice from "../src/ui/NotationChoice.svelte";

vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));

describe("the language that is spoken", () => {
  beforeEach(() => texts.use("en"));

  it("is that of a part, too, that comes while the language changes", async () => {
    await Promise.all([texts.use("fr"), texts.more("study")]);
    expect([texts.lang, t("study.engine")]).toEqual(["fr", french["study.engine"]]);
    await texts.use("en");
    expect(t("study.engine")).toBe(english["study.engine"]);
  });

  it("is the one that was asked for last", async () => {
    await Promise.all([texts.use("fr"), texts.use("en")]);
    expect([texts.lang, document.documentElement.lang]).toEqual(["en", "en"]);
    await Promise.all([texts.use("en"), texts.use("fr"), texts.use("en"), texts.use("fr")]);
    expect([texts.lang, document.documentElement.lang]).toEqual(["fr", "fr"]);
  });
});

describe("a name from right to left", () => {
  it("leaves numbers and names beside it where they are", async () => {
    await texts.use("en");
    expect(t("web.player.party", { player: "שרה 2", party: "Red" })).toBe("\u2068שרה 2\u2069 (Red)");
    expect(t("web.player.party", { player: "عمر", party: "Red" })).toBe("\u2068عمر\u2069 (Red)");
    for (const player of ["Ana", "Иосип", "毛泽东", "नेहरू"]) expect(t("web.player.party", { player, party: "Red" })).toBe(`${player} (Red)`);
  });
});

describe("a screen that is open while the language changes", () => {
  it("stays as it is", async () => {
    await texts.use("en");
    const load = async () => {
      await texts.more("career");
      return { default: NotationChoice };
    };
    const made = mount(LazyScreen, { target: document.body, props: { load } });
    await vi.waitFor(() => expect(document.querySelector("fieldset")).not.toBeNull());
    const shown = document.querySelector("fieldset");
    await texts.use("fr");
    flushSync();
    expect(document.querySelector("fieldset")).toBe(shown);
    await unmount(made);
  });

  it("says in the new one why something failed", async () => {
    await texts.use("en");
    const send = vi.fn().mockRejectedValueOnce(new ApiError("unreachable", null)).mockRejectedValueOnce(new ApiError("name_taken", { en: "Taken.", fr: "Déjà pris." }, 409));
    const made = mount(Form, { target: document.body, props: { button: "Go", send } });
    const heard = async (): Promise<string[]> => {
      document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
      flushSync();
      await vi.waitFor(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
      const said: string[] = [];
      for (const lang of ["fr", "en"] as const) {
        await texts.use(lang);
        flushSync();
        said.push(document.querySelector("[role=alert]")?.textContent ?? "");
      }
      return said;
    };
    expect(await heard()).toEqual([webFrench["web.unreachable"], webEnglish["web.unreachable"]]);
    expect(await heard()).toEqual(["Déjà pris.", "Taken."]);
    await unmount(made);
  });

  it("says a short message in the new one, with what stands in it", async () => {
    const notice = { key: "web.not_here.theirs", values: { party: () => t("party.r") } };
    const said: string[] = [];
    for (const lang of ["en", "fr"] as const) {
      await texts.use(lang);
      said.push(noticeText(notice));
    }
    expect(said).toEqual([expect.stringContaining("Red"), expect.stringContaining("Rouge")]);
  });
});
