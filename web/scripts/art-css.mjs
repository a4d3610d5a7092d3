// The colours of the drawings (src/djambi/render/art.json) and of the boards (src/board/themes.json) as a style sheet:
// variables by theme and board, classes by token.
import { readFileSync } from "node:fs";

const NAME = "virtual:art.css";
const PARTS = ["fill", "shade", "ink", "edge"];

/** The colours that a board has of its own for the drawings on it; all its others are those of the theme. */
const DRAWN = /^(?:maze|fortress|corpse)(?:-|$)/;

const rule = (selectors, values) =>
  `${selectors.join(",")}{${Object.entries(values).map(([name, value]) => `--${name}:${value};`).join("")}}`;

/** Returns the variables of the drawings in a theme; `edge` is the outline of all pieces where a board has its own. */
function drawings({ tokens, parties }, own = {}, edge) {
  const found = Object.fromEntries(Object.entries(tokens).map(([name, colour]) => [`dj-${name}`, colour]));
  for (const [party, colours] of Object.entries(parties)) {
    const [fill, shade, ink] = own[party] ?? [];
    const values = { ...colours, ...(own[party] && { fill, shade, ink }), ...(edge && { edge }) };
    for (const part of PARTS) found[`${party}-${part}`] = values[part];
  }
  return found;
}

/**
 * Returns the looks of every board: `{ board, themes, values }`, one where it looks the same in both themes.
 *
 * A board is chosen by `data-board` on any element, so that several can be seen at a time.
 */
export function boardLooks(art, boards) {
  return Object.entries(boards).flatMap(([board, variants]) =>
    Object.entries(variants).map(([theme, { parties, edge, ...colours }], _, { length }) => {
      const { tokens, parties: usual } = art.themes[theme];
      const values = drawings({ tokens: {}, parties: usual }, parties, edge);
      for (const name of Object.keys(tokens)) if (DRAWN.test(name)) values[`dj-${name}`] = colours[name];
      for (const [name, value] of Object.entries(colours)) if (!DRAWN.test(name)) values[name] = value;
      return { board, themes: length === 1 ? ["light", "dark"] : [theme], values };
    }),
  );
}

export function artCss(art, boards) {
  const rules = ["light", "dark"].map((theme) => rule([`[data-theme="${theme}"]`], drawings(art.themes[theme])));
  for (const { board, themes, values } of boardLooks(art, boards))
    rules.push(
      rule(
        themes.length > 1
          ? [`[data-board="${board}"]`]
          : [`[data-theme="${themes[0]}"][data-board="${board}"]`, `[data-theme="${themes[0]}"] [data-board="${board}"]`],
        values,
      ),
    );
  const { tokens, parties } = art.themes.light;
  for (const party of Object.keys(parties))
    for (const who of ["party", "lord"])
      rules.push(rule([`.${who}-${party}`], Object.fromEntries(PARTS.map((part) => [`dj-${who}-${part}`, `var(--${party}-${part})`]))));
  for (const token of [...Object.keys(tokens), ...["party", "lord"].flatMap((who) => PARTS.map((part) => `${who}-${part}`))])
    rules.push(`.f-${token}{fill:var(--dj-${token})}`, `.s-${token}{stroke:var(--dj-${token})}`);
  return rules.join("\n");
}

/** A Vite plugin: `import "virtual:art.css"`. */
export function artPlugin(...files) {
  return {
    name: "djambi-art",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      for (const file of files) this.addWatchFile(file);
      return artCss(...files.map((file) => JSON.parse(readFileSync(file, "utf8"))));
    },
  };
}
