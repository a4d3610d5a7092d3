// The codes with which a server closes a socket for good.

/** There is no such game, or it is not for me. */
export const GONE = 4404;
/** The server has been replaced by one that this page cannot talk to. */
export const OTHER_PROTOCOL = 4426;
