// Nothing that is waited for is missing only because the machine is slow.

import { vi } from "vitest";

const WAIT_TIMEOUT_MS = 300_000;

const { waitFor } = vi;
vi.waitFor = (holds, options) => waitFor(holds, typeof options === "number" ? options : { timeout: WAIT_TIMEOUT_MS, ...options });
