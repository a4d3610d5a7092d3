// Plays whole turns on the board of the page, as a person in a hurry: by pointer on the cells, by the buttons of the
// prompt, every question answered with yes. Given all at once, so that nothing waits but for the app itself.
async ({ turns, words, patience }) => {
  // A pointer that no hand moves cannot be captured.
  Element.prototype.setPointerCapture = () => undefined;
  const board = document.querySelector("svg.board[role=application]");
  const played = () => document.querySelectorAll("#panel-turns li").length;
  const ask = () => document.querySelector(".prompt .ask");
  const buttons = () => [...document.querySelectorAll(".prompt .buttons .button")];
  const prompt = () => document.querySelector(".prompt")?.innerText ?? "no prompt";

  const until = (check, what) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = check();
        if (!found) return false;
        observer.disconnect();
        clearTimeout(timer);
        resolve(found);
        return true;
      };
      const observer = new MutationObserver(look);
      const timer = setTimeout(() => {
        observer.disconnect();
        reject(new Error(`${what} never came; the prompt says: ${prompt()}`));
      }, patience);
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      look();
    });

  const press = (cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2 };
    for (const type of ["pointerdown", "pointerup"])
      cell.dispatchEvent(new PointerEvent(type, { ...at, bubbles: true, pointerId: 1, pointerType: "mouse" }));
  };
  const button = (text) => buttons().find((one) => one.textContent.trim() === text);

  const choose = async ({ cells, act }) => {
    const [first] = cells;
    if (first === undefined) {
      (await until(() => button(words.plain[act]), `the button “${words.plain[act]}”`)).click();
      return;
    }
    press(await until(() => board.querySelector(`[data-cell="${first}"].target`), `${first} to choose`));
    await Promise.resolve();
    // Where one cell stands for several things, buttons say which.
    const label = words.acts[act] + (cells.length > 1 ? `: ${cells.join(", ")}` : "");
    button(label)?.click();
  };

  for (const { text, steps } of turns) {
    const before = played();
    try {
      for (const step of steps) {
        await until(() => board.getAttribute("aria-busy") === "false" && !ask(), "quiet");
        await choose(step);
      }
      // It goes on by the first button; a warning puts the other one forward.
      (await until(() => ask()?.querySelector(".button"), "the question")).click();
      await until(() => played() === before + 1 && !ask(), "the turn");
    } catch (error) {
      throw new Error(`${text}: ${error.message}`);
    }
  }
}
