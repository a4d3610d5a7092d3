// Which of the two builds this is.

/** This is the folder of static files that needs no server, not the app that a server gives. */
export const IN_PAGE = import.meta.env.MODE === "page";
