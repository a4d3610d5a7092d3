// A button under every board of the documentation: it puts a live board in the picture's place. Nothing of the game
// is fetched before; and there is one live board at a time, since each brings its own engine.

let back = () => undefined;

const WORDS = {
  en: { live: "Try it", picture: "Back to the picture", failed: "The live board cannot be loaded" },
  fr: { live: "Essayer", picture: "Revenir à l’image", failed: "Le plateau ne peut pas être chargé" },
};

function tryIt(figure) {
  const words = WORDS[figure.dataset.lang] ?? WORDS.en;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words.live;
  button.addEventListener("click", async () => {
    if (figure.classList.contains("live")) return back();
    back();
    const { play, record, number, title, lang } = figure.dataset;
    button.disabled = true;
    try {
      const { embed } = await import(new URL(`${play}djambi-embed.js`, document.baseURI).href);
      const place = document.createElement("div");
      figure.prepend(place);
      const theme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
      const board = embed(place, { record, number, title, theme, lang });
      figure.classList.add("live");
      button.textContent = words.picture;
      back = () => {
        board.remove();
        place.remove();
        figure.classList.remove("live");
        button.textContent = words.live;
        back = () => undefined;
      };
    } catch {
      button.textContent = words.failed;
    } finally {
      button.disabled = false;
    }
  });
  figure.append(button);
}

for (const figure of document.querySelectorAll("figure.djambi[data-play]")) tryIt(figure);
