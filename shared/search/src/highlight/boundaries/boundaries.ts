import { firstWhere } from '@skein/base';
/**
 * Places where a text may be cut, ascending; 0 and the text's length are among them. They are
 * looked up as by Java's BreakIterator.
 */

/** No further boundary. */
export const DONE = -1;

/** The last boundary before the offset. */
export function preceding(boundaries: Int32Array, offset: number): number {
  return boundaries[firstFrom(boundaries, offset) - 1] ?? DONE;
}

/** The first boundary behind the offset. */
export function following(boundaries: Int32Array, offset: number): number {
  return boundaries[firstFrom(boundaries, offset + 1)] ?? DONE;
}

/** Index of the first boundary at the offset or behind it. */
function firstFrom(boundaries: Int32Array, offset: number): number {
  return firstWhere(boundaries.length, (i) => (boundaries[i] ?? 0) >= offset);
}

/** All boundaries of a text; `endFrom` gives the end of the piece that begins at an offset. */
export function allBoundaries(text: string, endFrom: (start: number) => number): Int32Array {
  const boundaries = [0];
  for (let at = 0; at < text.length; ) {
    at = endFrom(at);
    boundaries.push(at);
  }
  return Int32Array.from(boundaries);
}
