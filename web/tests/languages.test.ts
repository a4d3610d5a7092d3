import { beforeEach, describe, expect, it } from "vitest";

import english from "../../src/djambi/texts/en/study.json";
import french from "../../src/djambi/texts/fr/study.json";
import { t, texts } from "../src/lib/texts.svelte";

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
