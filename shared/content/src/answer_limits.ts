/** What holds of answers that are read once more, to be laid out or filtered. */

/** A document of the greatest depth lies some levels deep in an answer. */
export const MAX_ANSWER_DEPTH = 2000;
/** Bytes between two pauses. */
export const PIECE_BYTES = 16 * 1024;
