// Fetches the newspaper about a game: its page, its words, and what draws it.

import { pressApi } from "../api/press";
import type { FrontPageView } from "../generated/api";
import { texts } from "../lib/texts.svelte";
import FrontPage from "./FrontPage.svelte";

export async function frontPage(game: string): Promise<{ FrontPage: typeof FrontPage; paper: FrontPageView }> {
  const [paper] = await Promise.all([pressApi.paper(game), texts.more("paper")]);
  return { FrontPage, paper };
}
