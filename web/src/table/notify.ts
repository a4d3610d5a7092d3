// Notices of the system, for whoever has this page open behind others. They are asked for, never forced on anybody.

import { besidePage } from "../lib/addresses";

/**
 * Phones and tablets stop a page that is out of sight, and let only a service worker show notices, while ours keeps to files: that is
 * Android, and iOS, where installed pages know of notices and whose browsers alone say whether they are `standalone`.
 */
const able = (): boolean =>
  typeof Notification !== "undefined" && isSecureContext && !navigator.userAgent.includes("Android") && !("standalone" in navigator);

const allowed = (): boolean => able() && Notification.permission === "granted";

/** The browser was not told yet whether there may be notices; once it was, only its own settings change that. */
export const askable = (): boolean => able() && Notification.permission === "default";

/** Has the browser ask its user. */
export const ask = (): void => void Notification.requestPermission();

/** A notice in the place of an older one comes with a sound as well, where browsers know of that. */
type Options = NotificationOptions & { renotify: boolean };

/** Says something while the page is out of sight; `about` replaces an older notice about the same. */
export function notify(title: string, body: string, about: string): void {
  if (!document.hidden || !allowed()) return;
  try {
    const options: Options = { body, tag: about, renotify: true, icon: besidePage("icon-192.png") };
    const notice = new Notification(title, options);
    notice.addEventListener("click", () => {
      window.focus();
      notice.close();
    });
  } catch {
    // On other devices, too, installed pages may have to ask their service worker.
  }
}
