// Names and sentences of what stands on the board and who plays it.

import { isCorpse, type Token } from "../board/scene";
import type { Act, TurnChoice, StageKind } from "../board/turn";
import type { PartyView, PieceView, SeatView, Words } from "../generated/api";
import { castMember } from "./cast";
import type { Notice } from "./notice";
import { t, texts } from "./texts.svelte";

export const capital = (text: string): string => text.slice(0, 1).toLocaleUpperCase(texts.lang) + text.slice(1);

export const partyName = (party: string): string => t(`party.${party}`);

/** Returns a token with its article: "the red Militant", "the corpse". */
export function theToken(token: Token): string {
  if (isCorpse(token)) return t("piece.corpse.the");
  return t(`piece.of.${token.kind}`, { party: t(`party.${token.party}.adjective`) });
}

/** Returns the name of whoever plays a seat, or else the party's. */
export function playerName(seat: SeatView | null, party: string): string {
  if (seat && seat.name !== "" && seat.player !== "bot") return seat.name;
  return partyName(party);
}

/** Returns a bot's name by its level, and by its character if it has one: `club:avenger`. */
export function botName(name: string): string {
  const [level = "", character = ""] = name.split(":");
  if (!texts.has(`bot.${level}`)) return t("web.seat.bot");
  const plain = t(`bot.${level}`);
  return texts.has(`character.${character}`) ? t("bot.of", { level: plain, character: t(`character.${character}`) }) : plain;
}

/** Returns the name under which a bot speaks: the person's of the cast, or else its party's. */
export const speakerName = (seat: SeatView | null, party: string): string => castMember(seat?.level ?? null)?.name ?? partyName(party);

/** Returns the name of whoever plays a seat, a person or a bot in the cast; the party's where they have none. */
export const whoPlays = (seat: SeatView | null, party: string): string => (seat?.player === "bot" ? speakerName(seat, party) : playerName(seat, party));

/** Returns the name of whoever plays a seat with the party that tells where on the board they are: "Ana (Red)". */
export function nameWithParty(seat: SeatView | null, party: string): string {
  const name = whoPlays(seat, party);
  return name === partyName(party) ? name : t("web.player.party", { player: name, party: partyName(party) });
}

/** A sentence, and the same with `{r}` in place of the name of party `r` (null: it names none). */
interface NamingSentence {
  readonly words: Words;
  readonly named?: Words | null;
}

/** Returns a sentence in which parties are called by those who play them: "Ana (Red) takes power." */
export function withNames(said: NamingSentence, game: { seat(party: string): SeatView | null }): string {
  if (!said.named) return texts.of(said.words);
  return texts.fill(texts.of(said.named), (party) => nameWithParty(game.seat(party), party));
}

/** Returns who a bot is: a person of the cast, or else its level. */
export const personName = (bot: string): string => castMember(bot)?.name ?? botName(bot);

export function partyState(party: Omit<PartyView, "may_return">): string {
  if (party.in_power) return t("party.state.power");
  if (party.lord !== null) return t(`party.state.${party.status === "held" ? "held" : "vassal"}`, { lord: partyName(party.lord) });
  if (party.gone && party.status === "frozen") return t("party.state.gone");
  return t(`party.state.${party.status}`);
}

/** Returns what screen readers say of a cell; `state` is added for a living piece ("vassal of Red"). */
export function cellLabel(
  cell: string,
  token: Token | undefined,
  act: Act | undefined,
  place: string,
  state = "",
): string {
  const parts = [cell];
  if (place !== "") parts.push(place);
  parts.push(token ? (isCorpse(token) ? t("piece.corpse") : theToken(token)) : t("web.cell.empty"));
  if (state !== "") parts.push(state);
  if (act !== undefined && texts.has(`web.act.${act}`)) parts.push(t(`web.act.${act}`));
  return parts.join(", ");
}

/** Returns why nothing comes of choosing a piece, where one of the parties `mine` is asked for a piece; null for none. */
export function whyUnmoved(piece: PieceView | undefined, mine: string): Notice | null {
  if (!piece) return null;
  const { controller } = piece;
  if (controller === null) return { key: "web.not_here.nobody" };
  if (mine.includes(controller)) return { key: "web.not_here.stuck" };
  return { key: "web.not_here.theirs", values: { party: () => partyName(controller) } };
}

/** Returns a choice in words, where one cell stands for several. */
export function choiceLabel(choice: TurnChoice): string {
  const act = t(`web.act.${choice.act}`);
  return choice.cells.length > 1 ? t("web.labelled", { name: capital(act), words: choice.cells.join(", ") }) : capital(act);
}

/** Returns what a stage of a turn asks for, where it asks for a cell: `mover` is the chosen piece, `held` what is in hand. */
export function stagePrompt(kind: StageKind, mover: Token | undefined, held: Token | undefined): string {
  if (kind === "destination") return mover ? t("web.prompt.destination", { piece: theToken(mover) }) : "";
  if (kind === "placement") return held ? t("web.prompt.placement", { piece: theToken(held) }) : "";
  if (kind === "exit") return mover ? capital(t("web.prompt.exit", { piece: theToken(mover) })) : "";
  return kind === "victims" ? t("web.prompt.victims") : "";
}
