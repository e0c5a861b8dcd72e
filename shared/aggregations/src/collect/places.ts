/** Rows of a block in which each document has one value: who is given them knows that no document is left out, and need not look at them. */
import { BLOCK_DOCS } from './doc_block.js';

/** Places 0, 1, 2, …: the rows of a block in which each document has one value. Longer ones are made when they are needed. */
let everyPlace = new Uint32Array(0);

export function places(count: number): Uint32Array {
  if (everyPlace.length < count) {
    everyPlace = Uint32Array.from({ length: Math.max(BLOCK_DOCS, count * 2) }, (_, i) => i);
  }
  return everyPlace;
}
