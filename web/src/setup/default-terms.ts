// What a table agrees on where nobody chooses.

import type { Terms } from "../generated/api";

export const DEFAULT_TERMS: Terms = {
  name: "",
  clock: { kind: "none", time: 0, increment: 0 },
  talk: "free",
  publish: false,
  watch: "all",
  listed: false,
  rated: false,
  anonymous: false,
  absence: "bot",
  grace: 60,
  meanwhile: null,
  substitutes: true,
  takeback: true,
  pacts: true,
  rounds: 1,
};
