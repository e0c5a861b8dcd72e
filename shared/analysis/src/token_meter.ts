/**
 * Counts the memory of tokens before they are made: some tokenizers and filters make thousands from
 * each character. The code that runs a thread's analysis sets the counter, which throws when the
 * memory is too much. By default nothing is counted.
 */

/** Bytes of a token besides its term: the object, and its place in a list. */
const TOKEN_BYTES = 96;

let take: (bytes: number) => void = () => {};

/** Sets the counter. Call it before this thread's first piece of work. */
export function meterTokens(by: (bytes: number) => void): void {
  take = by;
}

/**
 * Counts a token. Its term is part of a text or a string of its own; in the end it is bytes in the
 * index.
 */
export function takeToken(term: string): void {
  take(TOKEN_BYTES + term.length);
}
