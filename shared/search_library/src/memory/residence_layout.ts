/**
 * The words of a segment's residence, which all threads share: first those of the parts of its
 * file, then those of its made parts. The words of the part at index `at`:
 *
 *     at + W_STATE      0: it is not in memory; record + 1: it is in the record's block;
 *                       -(record + 1): a thread is loading it into the block
 *     at + W_STAMP      the stamp of the load; if the record has another one, the part was evicted
 *     at + W_EVICTIONS  (made parts only) the number of its evictions
 *     at + W_WAS_MADE   (made parts only) 1 once a thread has begun to make it
 */

export const W_STATE = 0;
export const W_STAMP = 1;
export const W_EVICTIONS = 2;
export const W_WAS_MADE = 3;

/** A value of `W_STATE`. */
export const NOT_IN_MEMORY = 0;
export const loadedInto = (record: number): number => record + 1;
export const loadingInto = (record: number): number => -(record + 1);

/** The record of a part that was loaded; negative if it is not in memory or still loading. */
export const loadedRecord = (state: number): number => state - 1;
/** The record of a part that is being loaded; negative if it is not. */
export const loadingRecord = (state: number): number => -state - 1;

export const PART_WORDS = 2;
const MADE_WORDS = 4;

/** A segment's residence, which all threads share. */
export interface SegmentResidence {
  readonly arena: number;
  /** Number of the parts of the file. */
  readonly parts: number;
  readonly words: Int32Array;
}

export function residenceWords(parts: number, madeParts: number): number {
  return PART_WORDS * parts + MADE_WORDS * madeParts;
}

/** The index of a made part in the residence. */
export function madePartAt(parts: number, number: number): number {
  return residenceWords(parts, number);
}

/** The indices of all parts in the residence. */
export function partIndices({ parts, words }: SegmentResidence): readonly number[] {
  const indices: number[] = [];
  const madeFrom = residenceWords(parts, 0);
  for (let at = 0; at < madeFrom; at += PART_WORDS) indices.push(at);
  for (let at = madeFrom; at < words.length; at += MADE_WORDS) indices.push(at);
  return indices;
}
