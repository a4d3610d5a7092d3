import "virtual:art.css";
import "./styles/base.css";
import "./board/board.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { preferences } from "./lib/settings.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
// The language and the theme first, so that nothing flashes.
await preferences.load();
mount(App, { target });
