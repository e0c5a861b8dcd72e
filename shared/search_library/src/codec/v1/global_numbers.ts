/**
 * The global ordinals of a segment's terms across several segments, as bytes that any thread can
 * read:
 *
 *     id of the segment list (two words), number of terms in all segments, 0
 *     | global number by ordinal
 */
import type { GlobalNumbers, NumberedSegments } from '../../index/segment_reader.js';
import type { PlacedPart } from '../../memory/part_places.js';

const HEADER_WORDS = 4;
const WORD = 4;

export function planGlobalNumbers(
  { low, high }: NumberedSegments,
  { cardinality, numbers }: GlobalNumbers,
) {
  return {
    lengthBytes: WORD * (HEADER_WORDS + numbers.length),
    fill: (target: Uint8Array): void => {
      const words = new Uint32Array(target.buffer, target.byteOffset, HEADER_WORDS);
      words.set([low, high, cardinality, 0]);
      new Uint32Array(target.buffer, target.byteOffset + WORD * HEADER_WORDS, numbers.length).set(
        numbers,
      );
    },
  };
}

/** `undefined`: the stored numbers belong to another list of segments. */
export function readGlobalNumbers(
  { buffer, start }: PlacedPart,
  { low, high }: NumberedSegments,
  terms: number,
): GlobalNumbers | undefined {
  const [ofLow, ofHigh, cardinality] = new Uint32Array(buffer, start, HEADER_WORDS);
  if (ofLow !== low || ofHigh !== high) return undefined;
  return { cardinality, numbers: new Uint32Array(buffer, start + WORD * HEADER_WORDS, terms) };
}
