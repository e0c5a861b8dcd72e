/**
 * The words of a segment's residence: first those of the parts of its file, record and stamp of
 * each; then those of its made parts, which have two more. See `Residence`.
 */

const PART_WORDS = 2;
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
