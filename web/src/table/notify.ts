// Notices of the system, for whoever has this page open behind others. They are asked for, never forced on anybody.

import { besidePage } from "../lib/addresses";

export const able = (): boolean => typeof Notification !== "undefined" && isSecureContext;

export const allowed = (): boolean => able() && Notification.permission === "granted";

/** Asks the browser; it may have been told never to ask again. */
export async function allow(): Promise<boolean> {
  return able() && (await Notification.requestPermission()) === "granted";
}

/** Says something while the page is out of sight; `about` replaces an older notice about the same. */
export function notify(title: string, body: string, about: string): void {
  if (!document.hidden || !allowed()) return;
  try {
    const notice = new Notification(title, { body, tag: about, icon: besidePage("icon-192.png") });
    notice.addEventListener("click", () => {
      window.focus();
      notice.close();
    });
  } catch {
    // On Android a page may only ask its service worker for this, and ours keeps to files.
  }
}
