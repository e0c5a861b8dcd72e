/**
 * Sorted byte strings: one blob and `size + 1` offsets, read in place. Term `i` is `blob[offsets[i] … offsets[i + 1]]`. An optional
 * open-addressed hash table of ordinals makes exact look-ups (by `_id`) one probe instead of a binary search.
 */
import { GrowableBytes, GrowableU32 } from '../growable.js';
import { hashBytes } from '../hash_bytes.js';

export class TermDictionaryWriter {
  readonly #blob = new GrowableBytes(1024);
  readonly #offsets = new GrowableU32(256);

  get size(): number {
    return this.#offsets.length;
  }

  /** Terms come in ascending order, each once. */
  add(term: Uint8Array): void {
    this.#offsets.push(this.#blob.length);
    this.#blob.append(term);
  }

  /** `[blob, offsets, hash]`; the hash section is empty unless asked for. */
  sections(withHash: boolean): ArrayBufferView[] {
    const size = this.size;
    const blob = this.#blob.view();
    const offsets = new Uint32Array(size + 1);
    offsets.set(this.#offsets.view());
    offsets[size] = blob.length;
    return [blob, offsets, withHash ? hashTable(blob, offsets) : new Uint32Array(0)];
  }
}

/** A power of two of slots, at most two thirds full; 0 is empty, else ordinal + 1; linear probing. */
function hashTable(blob: Uint8Array, offsets: Uint32Array): Uint32Array {
  const size = offsets.length - 1;
  let slots = 4;
  while (slots * 2 < size * 3) slots *= 2;
  const table = new Uint32Array(slots);
  for (let ordinal = 0; ordinal < size; ordinal++) {
    let slot = hashBytes(blob, offsets[ordinal], offsets[ordinal + 1]) & (slots - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (slots - 1);
    table[slot] = ordinal + 1;
  }
  return table;
}

export class TermDictionary {
  readonly size: number;
  readonly #blob: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly #hash: Uint32Array;

  constructor(blob: Uint8Array, offsets: Uint32Array, hash: Uint32Array) {
    this.#blob = blob;
    this.#offsets = offsets;
    this.#hash = hash;
    this.size = offsets.length - 1;
  }

  /** A view of the segment's memory: valid as long as the segment. */
  term(ordinal: number): Uint8Array {
    return this.#blob.subarray(this.#offsets[ordinal], this.#offsets[ordinal + 1]);
  }

  /** Ordinal of the term, or -1. */
  find(term: Uint8Array): number {
    if (this.#hash.length > 0) return this.#findHashed(term);
    const ordinal = this.ceiling(term);
    return ordinal < this.size && this.#compare(ordinal, term) === 0 ? ordinal : -1;
  }

  /** Ordinal of the first term at or after `term`; `size` when there is none. */
  ceiling(term: Uint8Array): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, term) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #findHashed(term: Uint8Array): number {
    const mask = this.#hash.length - 1;
    let slot = hashBytes(term, 0, term.length) & mask;
    for (;;) {
      const ordinal = this.#hash[slot] - 1;
      if (ordinal < 0) return -1;
      if (this.#compare(ordinal, term) === 0) return ordinal;
      slot = (slot + 1) & mask;
    }
  }

  #compare(ordinal: number, term: Uint8Array): number {
    const start = this.#offsets[ordinal];
    const length = this.#offsets[ordinal + 1] - start;
    const common = Math.min(length, term.length);
    for (let i = 0; i < common; i++) {
      const difference = this.#blob[start + i] - term[i];
      if (difference !== 0) return difference;
    }
    return length - term.length;
  }
}
