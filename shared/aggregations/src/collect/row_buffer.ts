/**
 * Documents of a block, repeated for each bucket that they fall into, and handed on in pieces.
 * Otherwise, nested buckets would multiply the block and its memory.
 */
import { roomForWords, type Words } from './growable.js';

/** The most rows that are handed on together, unless a single document needs more. */
const ROWS_AT_ONCE = 1 << 16;

export class RowBuffer {
  rows: Words = new Uint32Array(0);
  buckets: Words = new Uint32Array(0);
  count = 0;
  #room = 0;

  /** Empties the buffer, and sizes it for `documents` documents in at most `width` buckets each. */
  open(documents: number, width: number): void {
    this.#room = Math.max(ROWS_AT_ONCE, width);
    const most = Math.min(this.#room, documents * width);
    this.rows = roomForWords(this.rows, most);
    this.buckets = roomForWords(this.buckets, most);
    this.count = 0;
  }

  /** True if the next document may not fit. */
  isFull(width: number): boolean {
    return this.count + width > this.#room;
  }
}
