/** Limits for responses that are read again to be formatted or filtered. */

/** Maximum depth. A document of the greatest depth lies some levels deep in a response. */
export const MAX_ANSWER_DEPTH = 2000;
/** Number of bytes between two pauses. */
export const PIECE_BYTES = 16 * 1024;
