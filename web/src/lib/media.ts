// The breakpoints that the program asks for: as in styles/media.css.

/** There is room beside the board for panels that stay open. */
export const DESK = "(min-width: 56rem) and (min-height: 32.01rem)";
/** Parties and turns fit below each other. */
export const DESK_TALL = "(min-width: 56rem) and (min-height: 54rem)";
