/**
 * Documents of a block, each in as many buckets as it falls into, which are handed on a piece at a time: buckets inside buckets inside buckets
 * would multiply the block otherwise, and its memory with it.
 */
import { roomForWords, type Words } from './growable.js';

/** Documents in buckets that are handed on together, unless one alone is in more. */
const ROWS_AT_ONCE = 1 << 16;

export class RowBuffer {
  rows: Words = new Uint32Array(0);
  buckets: Words = new Uint32Array(0);
  count = 0;
  #room = 0;

  /** For so many documents, each in `width` buckets at most. */
  open(documents: number, width: number): void {
    this.#room = Math.max(ROWS_AT_ONCE, width);
    const most = Math.min(this.#room, documents * width);
    this.rows = roomForWords(this.rows, most);
    this.buckets = roomForWords(this.buckets, most);
    this.count = 0;
  }

  /** Whether the next document might find no room. */
  isFull(width: number): boolean {
    return this.count + width > this.#room;
  }
}
