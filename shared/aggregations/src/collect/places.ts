/**
 * Rows of a block in which each document has one value. A reader that is given this array knows
 * that no document is left out, and need not read it.
 */
import { BLOCK_DOCS } from './doc_block.js';

/** Places 0, 1, 2, …. A longer array is made when it is needed. */
let everyPlace = new Uint32Array(0);

export function places(count: number): Uint32Array {
  if (everyPlace.length < count) {
    everyPlace = Uint32Array.from({ length: Math.max(BLOCK_DOCS, count * 2) }, (_, i) => i);
  }
  return everyPlace;
}
