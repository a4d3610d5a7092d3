// A table at which a vote is held, and the server takes no answer.

const vote = (number: number) => ({ number, kind: "pause", party: "b", voters: "r", agreed: "", kept: null });

export class VoteFeed {
  readonly mine = "r";
  readonly state = { you: { place: { ballot: null } } };
  table = $state.raw({ vote: vote(1) });

  hold(number: number): void {
    this.table = { vote: vote(number) };
  }

  readonly seat = (): null => null;
  readonly utter = (): Promise<object> => Promise.resolve({ words: { en: "Too late.", fr: "" } });
}
