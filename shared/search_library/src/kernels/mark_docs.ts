/** Makes bit sets of documents for a query from document lists: `codec/v1/doc_list.ts`. */
import { setU8, u8At, u32At } from './memory.js';

/**
 * Sets the bits of the documents `from` to `to` - 1 of a list with `width` bytes per number; width
 * 0: they count up from 0.
 */
export function markDocs(list: u32, width: i32, from: i32, to: i32, bits: u32, maxDoc: i32): void {
  const mask = width === 4 ? -1 : (1 << (8 * width)) - 1;
  for (let i = from; i < to; i++) {
    const doc = width === 0 ? i : (u32At(list + width * i) & mask) | 0;
    if (doc < 0 || doc >= maxDoc) continue;
    const at = bits + ((doc >>> 3) | 0);
    setU8(at, u8At(at) | (1 << (doc & 7)));
  }
}
