/** Merges the term dictionaries of several segments in byte order. */
import { compareBytes } from '@skein/bytes';

/** A sorted list of terms. */
interface TermList {
  readonly size: number;
  term(ordinal: number): Uint8Array;
}

/**
 * Calls `visit` once for each distinct term, with its ordinal in each list (-1: not in the list).
 * The array is reused.
 */
export function mergeTerms(
  lists: readonly (TermList | undefined)[],
  visit: (term: Uint8Array, ordinals: Int32Array) => void,
): void {
  const heads = lists.map((list) =>
    list !== undefined && list.size > 0 ? list.term(0) : undefined,
  );
  const next = new Int32Array(lists.length);
  const ordinals = new Int32Array(lists.length);
  for (;;) {
    const least = leastOf(heads);
    if (least === undefined) return;
    for (let i = 0; i < lists.length; i++) {
      const list = lists[i];
      const head = heads[i];
      if (
        list === undefined ||
        head === undefined ||
        (head !== least && compareBytes(head, least) !== 0)
      ) {
        ordinals[i] = -1;
        continue;
      }
      ordinals[i] = next[i]++;
      heads[i] = next[i] < list.size ? list.term(next[i]) : undefined;
    }
    visit(least, ordinals);
  }
}

function leastOf(heads: readonly (Uint8Array | undefined)[]): Uint8Array | undefined {
  let least: Uint8Array | undefined;
  for (const head of heads) {
    if (head !== undefined && (least === undefined || compareBytes(head, least) < 0)) least = head;
  }
  return least;
}
