// What a browser or an account likes, as the server keeps it.

import type { LanguageBody, DeviceSettings, DeviceSettingsInput } from "../generated/api";
import { call, read } from "./http";

export const settingsApi = {
  load: (): Promise<DeviceSettings> => read("get", "/api/settings"),
  /** Stores the settings that `changed` names, unless others were chosen later; returns all of them. */
  keep: (settings: DeviceSettingsInput): Promise<DeviceSettings> => read("put", "/api/settings", { body: settings }),
  /** Sets the language of the e-mail that the account gets. */
  language: async (language: LanguageBody["language"]): Promise<void> =>
    void (await call("put", "/api/me/language", { body: { language } })),
};
