// A new table as it is put together: its seats, and what is sent.

import type { NewTableBody, SeatPlan, Terms, VariantView } from "../generated/api";
import type { SeatDraft, Sitter } from "../setup/seats";

/** Returns the sitter of a free seat that this bot plays until somebody sits down. */
export const meanwhile = (level: string): Sitter => `while:${level}`;

/** Returns the seats of a variant: mine first, the others free; who sat where before stays there. */
export function openSeats(variant: VariantView, before: readonly SeatDraft[]): SeatDraft[] {
  const seats = [...variant.players].map(
    (party, i): SeatDraft => ({ party, sitter: i === 0 ? "me" : "open", name: "", ...before.find((seat) => seat.party === party) }),
  );
  const [first] = seats;
  if (first && !seats.some(({ sitter }) => sitter === "me")) first.sitter = "me";
  return seats;
}

function asked({ party, sitter }: SeatDraft): SeatPlan {
  if (sitter === "me") return { party, player: "me" };
  if (sitter.startsWith("bot:")) return { party, player: "bot", level: sitter.slice(4) };
  if (sitter.startsWith("while:")) return { party, player: "open", meanwhile: sitter.slice(6) };
  return { party, player: "open" };
}

/** Returns the terms without those that others exclude. */
export function agreed(terms: Terms): Terms {
  const { anonymous, talk } = terms;
  const rated = terms.rated && !anonymous;
  return {
    ...terms,
    name: terms.name.trim(),
    rated,
    substitutes: terms.substitutes && !rated,
    publish: terms.publish && talk === "free",
    pacts: terms.pacts && talk !== "silent",
  };
}

export const wanted = (
  rules: { variant: string; edition: string; options: Readonly<Record<string, string>>; seats: readonly SeatDraft[] },
  terms: Terms,
): NewTableBody => ({
  variant: rules.variant,
  edition: rules.edition,
  options: { ...rules.options },
  seats: rules.seats.map(asked),
  terms: agreed(terms),
});
