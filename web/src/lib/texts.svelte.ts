// Every sentence a person reads, in their language. The catalogues are shared with Python.

import type { Words } from "../generated/messages";

export type Lang = "en" | "fr";

type Catalogue = Readonly<Record<string, string>>;
type Module = { default: Catalogue };

const files = {
  en: () => import("./texts-en"),
  fr: () => import("./texts-fr"),
} satisfies Record<Lang, () => Promise<Module>>;

export function browserLang(): Lang {
  const wanted = navigator.languages.find((name) => /^(en|fr)\b/i.test(name));
  return wanted?.toLowerCase().startsWith("fr") === true ? "fr" : "en";
}

class Texts {
  lang = $state<Lang>("en");
  #catalogue = $state.raw<Catalogue>({});

  async use(lang: Lang): Promise<void> {
    const { default: catalogue } = await files[lang]();
    this.#catalogue = catalogue;
    this.lang = lang;
    document.documentElement.lang = lang;
  }

  /** The sentence of a key, its `{names}` filled in; the key itself where there is none. */
  say(key: string, values: Readonly<Record<string, string | number>> = {}): string {
    const text = this.#catalogue[key] ?? key;
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  }

  /** As `say`, with the form for one or for several: `key.one`, `key.other`. */
  count(key: string, n: number, values: Readonly<Record<string, string | number>> = {}): string {
    const one = this.lang === "fr" ? Math.abs(n) < 2 : n === 1;
    return this.say(`${key}.${one ? "one" : "other"}`, { n, ...values });
  }

  has(key: string): boolean {
    return key in this.#catalogue;
  }

  /** A sentence that came in both languages. */
  of(words: Words): string {
    return words[this.lang];
  }
}

export const texts = new Texts();
export const t = (key: string, values?: Readonly<Record<string, string | number>>): string =>
  texts.say(key, values);
