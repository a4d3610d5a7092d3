// Who I am on a server that people share. At a computer's own server `online` is false, and nothing else counts.

import type { MeView, MyAccountView } from "../generated/api";
import { hear, onOutdated, reopen } from "../api/account-feed";
import { peopleApi } from "../api/people";
import { keep, readKept, STORE } from "../host/web-storage";

/** Where a browser keeps whether people share the server that a page comes from: it may not be there to say so. */
const SHARED = `${STORE}.shared`;

const HERE: MeView = {
  online: false,
  server: "",
  account: null,
  turns: 0,
  reports: 0,
  mail: false,
  guests: false,
  registration: false,
  pictures: false,
  page: "",
};

class WhoAmI {
  /** The server's name, what it offers visitors, and my account there. */
  server = $state.raw<MeView>(HERE);
  /** The server has been replaced by one that this page cannot talk to: it has to be loaded anew. */
  outdated = $state(false);
  #heard = false;

  get online(): boolean {
    return this.server.online;
  }

  /** Whether people share this server, as far as is known: it may not have answered this time. */
  get shared(): boolean {
    return this.online || readKept("localStorage", SHARED) === true;
  }

  get account(): MyAccountView | null {
    return this.server.account;
  }

  /** In how many games it is my turn. */
  get turns(): number {
    return this.server.turns;
  }

  /** Asks who I am; goes on as at one's own computer where nobody answers. */
  async load(): Promise<void> {
    const found = await peopleApi.me().catch(() => null);
    if (!found) return;
    keep("localStorage", SHARED, found.online || undefined);
    this.is(found);
  }

  /** Takes in who I am, as the server says: at the start, and after signing in or out. */
  is(found: MeView): void {
    const other = found.account?.id !== this.account?.id;
    this.server = found;
    if (!found.online || (this.#heard && !other)) return;
    if (!this.#heard) {
      hear(({ turns }) => (this.server = { ...this.server, turns }));
      onOutdated(() => (this.outdated = true));
    }
    this.#heard = true;
    reopen();
  }
}

export const me = new WhoAmI();
