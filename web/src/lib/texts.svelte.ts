// Every sentence a person reads, in their language. The catalogues are shared with Python.

import type { Words } from "../generated/api";

export type Lang = "en" | "fr";

type TextCatalogue = Readonly<Record<string, string>>;
type Module = { default: TextCatalogue };

const files = {
  en: () => import("./texts-en"),
  fr: () => import("./texts-fr"),
} satisfies Record<Lang, () => Promise<Module>>;

/** What only some screens say; fetched when one of them is opened. */
const parts = import.meta.glob<Module>("../../../src/djambi/texts/*/{learn,online,pact,puzzle,study,table}.json");

export function browserLang(): Lang {
  const wanted = navigator.languages.find((name) => /^(en|fr)\b/i.test(name));
  return wanted?.toLowerCase().startsWith("fr") === true ? "fr" : "en";
}

async function part(lang: Lang, prefix: string): Promise<Module> {
  const load = parts[`../../../src/djambi/texts/${lang}/${prefix}.json`];
  if (!load) throw new Error(`no texts ${prefix}`);
  return load();
}

class Texts {
  lang = $state<Lang>("en");
  #catalogue = $state.raw<TextCatalogue>({});
  #more = new Set<string>();

  /** Speaks this language from now on, and knows these parts besides those there were. */
  async use(lang: Lang, also: readonly string[] = []): Promise<void> {
    for (const prefix of also) this.#more.add(prefix);
    const [first, ...more] = await Promise.all([files[lang](), ...[...this.#more].map((prefix) => part(lang, prefix))]);
    this.#catalogue = Object.assign({}, first.default, ...more.map((module) => module.default)) as TextCatalogue;
    this.lang = lang;
    document.documentElement.lang = lang;
  }

  /** Fetches the sentences of a part that is not there from the start: `study` has `study.…`. */
  async more(prefix: string): Promise<void> {
    if (this.#more.has(prefix)) return;
    const { default: found } = await part(this.lang, prefix);
    this.#more.add(prefix);
    this.#catalogue = { ...this.#catalogue, ...found };
  }

  /** Returns the sentence of a key, its `{names}` filled in; the key itself where there is none. */
  say(key: string, values: Readonly<Record<string, string | number>> = {}): string {
    const text = this.#catalogue[key] ?? key;
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  }

  /** Returns a sentence as `say` does, in the form for one or for several: `key.one`, `key.other`. */
  count(key: string, n: number, values: Readonly<Record<string, string | number>> = {}): string {
    const one = this.lang === "fr" ? Math.abs(n) < 2 : n === 1;
    return this.say(`${key}.${one ? "one" : "other"}`, { n, ...values });
  }

  has(key: string): boolean {
    return key in this.#catalogue;
  }

  /** Returns a sentence that came in both languages, in the current one. */
  of(words: Words): string {
    return words[this.lang];
  }
}

export const texts = new Texts();
export const t = (key: string, values?: Readonly<Record<string, string | number>>): string =>
  texts.say(key, values);
