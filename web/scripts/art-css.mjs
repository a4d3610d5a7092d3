// The colours of src/djambi/render/art.json as a style sheet: variables by theme, classes by token.
import { readFileSync } from "node:fs";

const NAME = "virtual:art.css";

const entries = (tokens) =>
  Object.entries(tokens).map(([token, colour]) => `--dj-${token}:${colour};`).join("");

function theme({ tokens, parties }, scope) {
  const rules = [`${scope}{${entries(tokens)}}`];
  for (const [party, colours] of Object.entries(parties)) {
    const as = (prefix) =>
      Object.entries(colours).map(([part, colour]) => `--dj-${prefix}-${part}:${colour};`).join("");
    rules.push(`${scope} .party-${party}{${as("party")}}`, `${scope} .lord-${party}{${as("lord")}}`);
  }
  return rules.join("\n");
}

const names = (tokens) => [
  ...Object.keys(tokens),
  ...["party", "lord"].flatMap((who) => ["fill", "shade", "ink", "edge"].map((part) => `${who}-${part}`)),
];

export function artCss(art) {
  const { light, dark } = art.themes;
  const classes = names(light.tokens).flatMap((token) => [
    `.f-${token}{fill:var(--dj-${token})}`,
    `.s-${token}{stroke:var(--dj-${token})}`,
  ]);
  return [theme(light, ':root[data-theme="light"]'), theme(dark, ':root[data-theme="dark"]'), ...classes].join("\n");
}

/** A Vite plugin: `import "virtual:art.css"`. */
export function artPlugin(file) {
  return {
    name: "djambi-art",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      this.addWatchFile(file);
      return artCss(JSON.parse(readFileSync(file, "utf8")));
    },
  };
}
