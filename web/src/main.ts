import "virtual:art.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./board/board.css";

import { mount } from "svelte";

import App from "./app/App.svelte";
import { screenAt } from "./app/screens";
import { offline } from "./lib/offline.svelte";
import { router } from "./lib/router.svelte";
import { preferences } from "./lib/settings.svelte";
import Away from "./ui/Away.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
// While one waits for these: otherwise it is asked for when text is drawn, and the first screen moves when it comes.
document.fonts.load('1em "Bricolage Grotesque"').catch(() => undefined);
// The language and the theme first, so that nothing flashes.
await preferences.load();
mount(preferences.away ? Away : App, { target });
// Last, and out of the way of the first board: what is kept is for the next time.
if (import.meta.env.PROD && !screenAt(router.path)?.framed) setTimeout(() => void offline.start(), 3000);
