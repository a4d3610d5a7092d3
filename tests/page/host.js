// The page of another site: it keeps what its board tells.
import { embed } from "./djambi-embed.js";

const src = new URLSearchParams(location.search).get("src");
window.heard = [];
window.board = embed(document.getElementById("board"), { src, position: "hex-3", list: 4, lang: "en", theme: "light", title: "A board" });
for (const type of ["ready", "loaded", "shown", "turn", "error"]) window.board.on(type, (message) => window.heard.push(message));
