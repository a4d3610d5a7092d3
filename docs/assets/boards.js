// A button under every board of the documentation: it puts a live board in the picture's place. Nothing of the game
// is fetched before; and there is one live board at a time, since each brings its own engine.

let back = () => undefined;

function tryIt(figure) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Try it";
  button.addEventListener("click", async () => {
    if (figure.classList.contains("live")) return back();
    back();
    const { play, record, number, title } = figure.dataset;
    button.disabled = true;
    try {
      const { embed } = await import(new URL(`${play}djambi-embed.js`, document.baseURI).href);
      const place = document.createElement("div");
      figure.prepend(place);
      const theme = document.body.dataset.mdColorScheme === "slate" ? "dark" : "light";
      const board = embed(place, { record, number, title, theme, lang: "en" });
      figure.classList.add("live");
      button.textContent = "Back to the picture";
      back = () => {
        board.remove();
        place.remove();
        figure.classList.remove("live");
        button.textContent = "Try it";
        back = () => undefined;
      };
    } catch {
      button.textContent = "The live board cannot be loaded";
    } finally {
      button.disabled = false;
    }
  });
  figure.append(button);
}

for (const figure of document.querySelectorAll("figure.djambi[data-play]")) tryIt(figure);
