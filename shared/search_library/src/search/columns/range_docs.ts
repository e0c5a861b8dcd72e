/**
 * The documents of a column that lie in a range, found window by window: the bounds of a block say that all or none of its documents
 * do, else its values are compared in one loop.
 */
import {
  COLUMN_BLOCK_DOCS,
  type DocIterator,
  NO_MORE_DOCS,
  type NumberColumn,
  type NumberSlots,
} from '../../index/segment_reader.js';
import { nextSetBit } from '../iterators/bit_set.js';
import { drainBits } from '../iterators/drain.js';
import { keepPresentWords, markInRange, type SlotRange } from './slot_range.js';

export interface ColumnRange {
  readonly column: NumberColumn;
  readonly slots: NumberSlots;
  /** Values, both inclusive. */
  readonly lower: number;
  readonly upper: number;
  readonly range: SlotRange;
}

const WINDOW_WORDS = COLUMN_BLOCK_DOCS / 32;

export class RangeDocs implements DocIterator {
  private readonly range: ColumnRange;
  private readonly maxDoc: number;
  private readonly words = new Uint32Array(WINDOW_WORDS);
  /** The window at hand: its first document, and the one after its last. */
  private from = 0;
  private to = 0;
  private current = -1;

  constructor(range: ColumnRange, maxDoc: number) {
    this.range = range;
    this.maxDoc = maxDoc;
  }

  docId(): number {
    return this.current;
  }

  nextDoc(): number {
    return this.advance(this.current + 1);
  }

  advance(target: number): number {
    let doc = target;
    while (doc < this.maxDoc) {
      if (doc >= this.to && !this.load(doc)) {
        doc = this.to;
        continue;
      }
      const found = nextSetBit(this.words, doc - this.from);
      if (found >= 0) {
        this.current = this.from + found;
        return this.current;
      }
      doc = this.to;
    }
    this.current = NO_MORE_DOCS;
    return NO_MORE_DOCS;
  }

  cost(): number {
    return this.maxDoc;
  }

  drain(into: Uint32Array, end: number): number {
    const { from } = this;
    const stop = Math.min(end, this.to);
    const count = drainBits(this.words, this.current - from, { into, end: stop - from });
    for (let i = 0; i < count; i++) into[i] += from;
    if (count > 0) this.advance(into[count - 1] + 1);
    return count;
  }

  /** Makes the window that holds `doc` the one at hand; false when nothing in it lies in the range. */
  private load(doc: number): boolean {
    const { column, slots, lower, upper, range } = this.range;
    const block = Math.floor(doc / COLUMN_BLOCK_DOCS);
    this.from = block * COLUMN_BLOCK_DOCS;
    this.to = Math.min(this.from + COLUMN_BLOCK_DOCS, this.maxDoc);
    this.words.fill(0);
    const least = column.blockBounds?.[2 * block] ?? Number.NEGATIVE_INFINITY;
    const greatest = column.blockBounds?.[2 * block + 1] ?? Number.POSITIVE_INFINITY;
    if (least > upper || greatest < lower) return false;
    const window = { from: this.from, to: this.to, words: this.words };
    if (least < lower || greatest > upper) {
      markInRange(slots, range, window);
      return true;
    }
    markAll(this.words, this.to - this.from);
    if (slots.presence !== null) keepPresentWords(slots.presence, window);
    return true;
  }
}

function markAll(words: Uint32Array, docs: number): void {
  words.fill(0xffffffff, 0, docs >>> 5);
  if ((docs & 31) !== 0) words[docs >>> 5] = (1 << (docs & 31)) - 1;
}
