// A game that is being put together: what there is to choose from, and what has been chosen.

import { gamesApi } from "../api/games";
import type { BoardView, CatalogueView, EditionView, VariantView } from "../generated/api";
import { BoardShapes } from "../lib/board-shapes.svelte";
import { boardsFor, changed, counts, firstLevel, seatsFor, type SeatDraft } from "./seats";

export class Choosing {
  catalogue = $state.raw<CatalogueView | null>(null);
  variant = $state("square-4");
  edition = $state("original");
  options = $state.raw<Record<string, string>>({});
  seats = $state.raw<SeatDraft[]>([]);
  readonly boards = new BoardShapes();
  /** Makes the seats of a variant from those there were. */
  #seats: typeof seatsFor;

  constructor(seats: typeof seatsFor = seatsFor) {
    this.#seats = seats;
  }

  /** Fetches what there is to choose from; fails where the server does not answer. */
  async load(): Promise<void> {
    this.catalogue = await gamesApi.catalogue();
    this.choose(this.variant);
  }

  get chosen(): VariantView | null {
    return this.catalogue?.variants.find((v) => v.name === this.variant) ?? null;
  }

  get players(): number {
    return this.chosen?.players.length ?? 4;
  }

  get counts(): number[] {
    return this.catalogue ? counts(this.catalogue) : [];
  }

  /** The boards for so many players. */
  get choices(): VariantView[] {
    return this.catalogue ? boardsFor(this.catalogue, this.players) : [];
  }

  /** The edition that is usual on this board comes first. */
  get editions(): EditionView[] {
    const usual = this.chosen?.default_edition;
    return (this.catalogue?.editions ?? []).toSorted((a, b) => Number(b.name === usual) - Number(a.name === usual));
  }

  get basis(): Record<string, string> {
    return this.catalogue?.editions.find((e) => e.name === this.edition)?.options ?? {};
  }

  /** The options of the edition that is usual on this board, by which others are told apart. */
  get usual(): EditionView | null {
    return this.catalogue?.editions.find((e) => e.name === this.chosen?.default_edition) ?? null;
  }

  get board(): BoardView | undefined {
    return this.boards.known[this.variant];
  }

  /** The other colours that a player leads from the start (two players on the square board). */
  get colours(): Record<string, string[]> {
    const { chosen } = this;
    const led = (player: string): string[] =>
      [...(chosen?.parties ?? "")].filter((party) => chosen?.initial[party] === `vassal of ${player}`);
    return Object.fromEntries([...(chosen?.players ?? "")].map((player) => [player, led(player)]));
  }

  /** Takes another board. Who has chosen an edition keeps it; else each board comes with its own. */
  choose(name: string): void {
    const { catalogue } = this;
    const found = catalogue?.variants.find((v) => v.name === name);
    if (!catalogue || !found) return;
    if (this.edition === this.chosen?.default_edition || name === this.variant) this.edition = found.default_edition;
    this.variant = name;
    this.options = changed(this.basis, this.options);
    this.seats = this.#seats(found, this.seats, firstLevel(catalogue.bots));
    this.boards.want(this.choices.map((each) => each.name));
  }

  count(n: number): void {
    const first = this.catalogue && boardsFor(this.catalogue, n)[0];
    if (first) this.choose(first.name);
  }

  edit(edition: string): void {
    this.edition = edition;
    this.options = {};
  }
}
