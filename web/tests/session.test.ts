import { describe, expect, it } from "vitest";

import { Session } from "../src/session/session.svelte";
import { Wire, wired } from "./wire";

describe("the pace of bots among themselves", () => {
  wired();

  it("is the one chosen last, before the server has answered", () => {
    const session = new Session("g", () => undefined);
    const last = (): unknown => Wire.last.sent.at(-1)?.["id"];
    void session.setPace("fast");
    const fast = last();
    void session.setPace("pause");
    expect(session.botPace).toBe("pause");
    // An answer that comes late brings no former pace back.
    Wire.last.says({ type: "done", id: fast });
    expect(session.botPace).toBe("pause");
    session.close();
  });
});
