// On the way to a game that is being made: once at a time, and only for whoever is still there when it is.

import { failureText } from "./failures";
import { router } from "./router.svelte";

export class Departure {
  /** Something is being made. */
  going = $state(false);
  /** Why the last one failed, in words. */
  problem = $state("");

  /** Makes a game, and goes there; `instead` of the screen that is shown, which is then no step back. */
  async to(make: () => Promise<{ id: string }>, instead = false): Promise<void> {
    if (this.going) return;
    const { path } = router;
    this.going = true;
    this.problem = "";
    try {
      const { id } = await make();
      router.goFrom(path, `/g/${id}`, instead);
    } catch (error) {
      this.problem = failureText(error);
    } finally {
      this.going = false;
    }
  }
}
