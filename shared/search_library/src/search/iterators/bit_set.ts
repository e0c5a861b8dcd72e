/** Bit sets of documents over `Uint32Array`, in the layout of `SegmentReader.liveDocs`. */

export { countBits, hasBit, setBit } from '../../codec/bit_set.js';

import { type DocIterator, MAX_RUN_DOCS, NO_MORE_DOCS } from '../../index/segment_reader.js';
import { requestWords } from '../../memory/request_arrays.js';
import { takeMemory } from '../../memory/request_memory.js';
import { drain, drainBits } from './drain.js';

/** A new bit set, counted as memory of the current search. */
export function newBitSet(size: number): Uint32Array {
  return new Uint32Array(countedWords(size));
}

/** Like `newBitSet`, for a set that nothing keeps after the search (see `request_arrays.ts`). */
export function requestBitSet(size: number): Uint32Array {
  return requestWords(countedWords(size));
}

function countedWords(size: number): number {
  const words = (size + 31) >>> 5;
  takeMemory(words * Uint32Array.BYTES_PER_ELEMENT, '<bit_set>');
  return words;
}

/** First set bit at or after `from`, or -1. */
export function nextSetBit(words: Uint32Array, from: number): number {
  let i = from >>> 5;
  if (i >= words.length) return -1;
  let word = (words[i] >>> (from & 31)) << (from & 31);
  while (word === 0) {
    if (++i >= words.length) return -1;
    word = words[i];
  }
  return (i << 5) + 31 - Math.clz32(word & -word);
}

/** Documents that are added at a time. */
const batch = new Uint32Array(2 * MAX_RUN_DOCS);

/** Adds every document of an iterator that has not been moved. */
export function addDocs(words: Uint32Array, docs: DocIterator): void {
  if (docs.mark !== undefined) {
    docs.mark(words);
    return;
  }
  for (let doc = docs.nextDoc(); doc !== NO_MORE_DOCS; doc = docs.docId()) {
    const count = drain(docs, batch, NO_MORE_DOCS);
    for (let i = 0; i < count; i++) words[batch[i] >>> 5] |= 1 << (batch[i] & 31);
  }
}

export class BitSetIterator implements DocIterator {
  readonly words: Uint32Array;
  private readonly bits: number;
  private current = -1;

  constructor(words: Uint32Array, cardinality: number) {
    this.words = words;
    this.bits = cardinality;
  }

  docId(): number {
    return this.current;
  }

  nextDoc(): number {
    return this.advance(this.current + 1);
  }

  advance(target: number): number {
    const next = target === NO_MORE_DOCS ? -1 : nextSetBit(this.words, target);
    this.current = next < 0 ? NO_MORE_DOCS : next;
    return this.current;
  }

  cost(): number {
    return this.bits;
  }

  mark(words: Uint32Array): void {
    for (let i = 0; i < this.words.length; i++) words[i] |= this.words[i];
  }

  drain(into: Uint32Array, end: number): number {
    const count = drainBits(this.words, this.current, { into, end });
    if (count > 0) this.advance(into[count - 1] + 1);
    return count;
  }
}
