/**
 * Iterates over documents that are found window by window. The source runs the loop over a column
 * that marks a window's matches.
 */
import { checkWanted } from '@skein/base';
import { COLUMN_BLOCK_DOCS, type DocIterator, NO_MORE_DOCS } from '../../index/segment_reader.js';
import { nextSetBit } from '../iterators/bit_set.js';
import { drainBits } from '../iterators/drain.js';
import type { Window } from './slot_range.js';

/**
 * Sets all words of a window, which is a block of the columns. If it returns false, no document
 * matches and the words are undefined.
 */
export type WindowSource = (window: Window) => boolean;

const WINDOW_WORDS = COLUMN_BLOCK_DOCS / 32;

export class WindowDocs implements DocIterator {
  private readonly source: WindowSource;
  private readonly maxDoc: number;
  private readonly words = new Uint32Array(WINDOW_WORDS);
  /** The current window: its first document, and the one after its last. */
  private from = 0;
  private to = 0;
  private current = -1;

  constructor(source: WindowSource, maxDoc: number) {
    this.source = source;
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

  mark(words: Uint32Array): void {
    const { source, maxDoc, words: found } = this;
    for (let from = 0; from < maxDoc; from += COLUMN_BLOCK_DOCS) {
      const to = Math.min(from + COLUMN_BLOCK_DOCS, maxDoc);
      checkWanted();
      if (!source({ from, to, words: found })) continue;
      const first = from >>> 5;
      const count = (to - from + 31) >>> 5;
      for (let i = 0; i < count; i++) words[first + i] |= found[i];
    }
  }

  drain(into: Uint32Array, end: number): number {
    const { from } = this;
    const stop = Math.min(end, this.to);
    const count = drainBits(this.words, this.current - from, { into, end: stop - from });
    for (let i = 0; i < count; i++) into[i] += from;
    if (count > 0) this.advance(into[count - 1] + 1);
    return count;
  }

  /** Loads the window that contains `doc`; false when nothing in it matches. */
  private load(doc: number): boolean {
    checkWanted();
    this.from = Math.floor(doc / COLUMN_BLOCK_DOCS) * COLUMN_BLOCK_DOCS;
    this.to = Math.min(this.from + COLUMN_BLOCK_DOCS, this.maxDoc);
    return this.source({ from: this.from, to: this.to, words: this.words });
  }
}
