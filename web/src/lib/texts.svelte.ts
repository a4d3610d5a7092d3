// Every sentence a person reads, in their language. The catalogues are shared with Python.

import { untrack } from "svelte";

import type { Words } from "../generated/api";
import { isolated } from "./isolate";

export type Lang = keyof Words;

/** Every language: its name, and how a person is invited to change to it. */
export const LANGUAGES: Readonly<Record<Lang, { name: string; invitation: string }>> = {
  en: { name: "English", invitation: "EN: switch to English" },
  fr: { name: "Français", invitation: "FR: passer au français" },
};
export const LANGS = Object.keys(LANGUAGES) as Lang[];

type TextCatalogue = Readonly<Record<string, string>>;
type Module = { default: TextCatalogue };

/** What the first screens say, a file for each language. */
const files = import.meta.glob<Module>("./texts-*.ts");

/** What only some screens say; fetched when one of them is opened. */
const parts = import.meta.glob<Module>("../../../src/djambi/texts/*/{campaign,career,cast,clock,embed,engine,learn,licences,online,option,pact,page,paper,puzzle,puzzles,settings,study,table,tutorial,watch}.json");

export function browserLang(): Lang {
  const wanted = navigator.languages.map((name) => name.toLowerCase().split("-")[0]);
  return wanted.flatMap((name) => LANGS.filter((lang) => lang === name))[0] ?? "en";
}

async function first(lang: Lang): Promise<Module> {
  const load = files[`./texts-${lang}.ts`];
  if (!load) throw new Error(`no texts in ${lang}`);
  return load();
}

async function part(lang: Lang, prefix: string): Promise<Module> {
  const load = parts[`../../../src/djambi/texts/${lang}/${prefix}.json`];
  if (!load) throw new Error(`no texts ${prefix}`);
  return load();
}

/** What is filled into a sentence; what is itself said in a language may be a function. */
export type Values = Readonly<Record<string, string | number | (() => string)>>;

/** A value, and before it a French word that may lose its e. */
const VALUE = /(?:\b([dD]e|[qQ]ue) )?\{(\w+)\}/g;

/** “d’Orange”, but “de e5”, and “de o” in a polygon: a cell is a name. */
const VOWEL = /^[aeiouàâéèêëîïôœùûü](?![0-9]|$)/i;

class Texts {
  lang = $state<Lang>("en");
  #catalogue = $state.raw<TextCatalogue>({});
  /** The parts that are known besides those of the first screens. */
  #more = new Set<string>();
  /** The language that was asked for last: the one that is spoken, once its sentences are there. */
  #wanted: Lang = "en";

  /** The reader's own form of the language, as "en-GB", in which dates and hours are written. */
  get locale(): string {
    const own = new RegExp(`^${this.lang}-[A-Z]{2}$`);
    return navigator.languages.find((name) => own.test(name)) ?? this.lang;
  }

  /** Speaks this language from now on, unless another one is asked for meanwhile, and knows these parts besides those there were. */
  async use(lang: Lang, also: readonly string[] = []): Promise<void> {
    this.#wanted = lang;
    for (const prefix of also) this.#more.add(prefix);
    for (;;) {
      const known = [...this.#more];
      const found = await Promise.all([first(lang), ...known.map((prefix) => part(lang, prefix))]);
      if (this.#wanted !== lang) return;
      // Another part has come meanwhile, in the language before.
      if (known.length < this.#more.size) continue;
      this.#catalogue = Object.assign({}, ...found.map((module) => module.default)) as TextCatalogue;
      this.lang = lang;
      document.documentElement.lang = lang;
      return;
    }
  }

  /** Fetches the sentences of a part that is not there from the start: `study` has `study.…`. */
  async more(prefix: string): Promise<void> {
    while (!this.#more.has(prefix)) {
      // What awaits a part is not to begin anew in another language: a screen would forget what was done on it.
      const lang = untrack(() => this.lang);
      const { default: found } = await part(lang, prefix);
      // Another language is spoken by now.
      if (this.lang !== lang) continue;
      this.#more.add(prefix);
      this.#catalogue = { ...this.#catalogue, ...found };
    }
  }

  /** Returns the sentence of a key, its `{names}` filled in; the key itself where there is none. */
  say(key: string, values: Values = {}): string {
    return this.fill(this.#catalogue[key] ?? key, (name) => {
      const value = values[name];
      return typeof value === "function" ? value() : value;
    });
  }

  /** Returns a sentence of the current language, its `{names}` filled in, those excepted that `value` does not know. */
  fill(text: string, value: (name: string) => string | number | undefined): string {
    return text.replaceAll(VALUE, (whole, word: string | undefined, name: string) => {
      const found = value(name);
      if (found === undefined) return whole;
      const filled = isolated(String(found));
      if (word === undefined) return filled;
      return this.lang === "fr" && VOWEL.test(filled) ? `${word.slice(0, -1)}’${filled}` : `${word} ${filled}`;
    });
  }

  /** Returns a sentence as `say` does, in the form for one or for several: `key.one`, `key.other`. */
  count(key: string, n: number, values: Values = {}): string {
    const form = new Intl.PluralRules(this.lang).select(n) === "one" ? "one" : "other";
    return this.say(`${key}.${form}`, { n, ...values });
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
export const t = (key: string, values?: Values): string =>
  texts.say(key, values);
