// Something that is tried, once at a time, and may fail: whether it is under way, and what to say where it failed.

import { failureNotice } from "./failures";
import type { Notice } from "./notice";

export class Attempt {
  /** It is under way. */
  going = $state(false);
  /** Why it failed the last time. */
  problem = $state.raw<Notice | null>(null);

  /** Does something, unless that is under way already; tells whether it was done. A failure becomes the problem. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    if (this.going) return false;
    this.going = true;
    this.problem = null;
    try {
      await what();
      return true;
    } catch (error) {
      this.problem = failureNotice(error);
      return false;
    } finally {
      this.going = false;
    }
  }
}
