// On the way to a game that is being made: only for whoever is still there when it is.

import { Attempt } from "./attempt.svelte";
import { router } from "./router.svelte";

export class Departure extends Attempt {
  /** Makes a game, and goes there; `instead` of the screen that is shown, which is then no step back. */
  async to(make: () => Promise<{ id: string }>, instead = false): Promise<void> {
    const { path } = router;
    await this.run(async () => router.goFrom(path, `/g/${(await make()).id}`, instead));
  }
}
