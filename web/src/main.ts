import "virtual:art.css";
import "./styles/base.css";
import "./board/board.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { preferences } from "./lib/settings.svelte";
import Away from "./ui/Away.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
// The language and the theme first, so that nothing flashes.
await preferences.load();
mount(preferences.away ? Away : App, { target });
// Last: what it keeps is for the next time. It is only there for this computer or over HTTPS.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
