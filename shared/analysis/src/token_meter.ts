/**
 * What tokens take of memory, told before they are made: some tokenizers and filters make thousands
 * of each character. Whoever runs a thread's analysis says who counts; it throws when that is too
 * much. Nobody counts at first.
 */

/** Of a token beside its term: the object, and its place in a list. */
const TOKEN_BYTES = 96;

let take: (bytes: number) => void = () => {};

/** To be called before this thread's first piece of work. */
export function meterTokens(by: (bytes: number) => void): void {
  take = by;
}

/** A term is part of a text, or a text of its own; in the end it is bytes in the index. */
export function takeToken(term: string): void {
  take(TOKEN_BYTES + term.length);
}
