/**
 * The terms of one field in the index buffer: their bytes in one pool, found through an
 * open-addressed hash table of ids. Ids are assigned in order of first occurrence. There is no
 * object and no string per term.
 */
import { fnv1a } from '@skein/bytes';
import { freeMemory } from '../codec/free_memory.js';
import { GrowableBytes, GrowableU32 } from '../codec/growable.js';
import { hashBytes, mixHash } from '../codec/hash_bytes.js';
import type { FrozenTerms } from './frozen_terms.js';

const encoder = new TextEncoder();
/** The buffer in which short texts are encoded. */
const scratch = new Uint8Array(4096);

/** The text as UTF-8, valid until the next call. */
function encoded(text: string): { readonly bytes: Uint8Array; readonly length: number } {
  if (text.length * 3 > scratch.length) {
    const bytes = encoder.encode(text);
    return { bytes, length: bytes.length };
  }
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return { bytes: scratch, length: encoder.encodeInto(text, scratch).written };
    scratch[i] = unit;
  }
  return { bytes: scratch, length: text.length };
}

/** Words per slot. */
const SLOT = 4;

export class TermHash {
  readonly #pool = new GrowableBytes(256);
  /** Start of term `id`; it ends where the next term starts. */
  readonly #starts = new GrowableU32(32);
  /**
   * Slots of four words, so that a look-up touches one cache line before the term's bytes: hash, id
   * + 1 (0: empty), the term's start, its length. The number of slots is a power of two, and at
   * most half of them are used.
   */
  #table = new Uint32Array(SLOT * 64);

  get size(): number {
    return this.#starts.length;
  }

  get capacityBytes(): number {
    return this.#pool.capacityBytes + this.#starts.capacityBytes + this.#table.byteLength;
  }

  /** The id of the term `bytes[start … end)`, which is copied when it is new. */
  addBytes(bytes: Uint8Array, start: number, end: number): number {
    return this.addHashed(bytes, start, end, fnv1a(bytes, start, end));
  }

  /** Like `addBytes`, for a caller that knows the FNV-1a of the bytes. */
  addHashed(bytes: Uint8Array, start: number, end: number, fnv: number): number {
    const hash = mixHash(fnv);
    const slot = this.#slotOf(hash, bytes, start, end);
    const id = this.#table[slot + 1] - 1;
    if (id >= 0) return id;
    const place = this.#pool.length;
    this.#pool.appendRange(bytes, start, end);
    return this.#insert(slot, hash, place);
  }

  addText(text: string): number {
    const { bytes, length } = encoded(text);
    return this.addBytes(bytes, 0, length);
  }

  /** The id of the term, or -1. */
  findText(text: string): number {
    const { bytes, length } = encoded(text);
    const slot = this.#slotOf(hashBytes(bytes, 0, length), bytes, 0, length);
    return this.#table[slot + 1] - 1;
  }

  /** The terms as plain data. The hash cannot be used afterwards. */
  freeze(): FrozenTerms {
    freeMemory(this.#table);
    return { pool: this.#pool.view(), starts: this.#starts.view() };
  }

  /** The slot of the term, or the empty slot for it. */
  #slotOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const table = this.#table;
    const pool = this.#pool.array;
    const mask = table.length - 1;
    const length = end - start;
    let slot = (hash << 2) & mask;
    for (; table[slot + 1] !== 0; slot = (slot + SLOT) & mask) {
      if (table[slot] !== hash || table[slot + 3] !== length) continue;
      const shift = table[slot + 2] - start;
      let at = start;
      while (at < end && pool[at + shift] === bytes[at]) at++;
      if (at === end) return slot;
    }
    return slot;
  }

  /** Inserts the last term of the pool, which starts at `place`. */
  #insert(slot: number, hash: number, place: number): number {
    const id = this.#starts.length;
    this.#table[slot] = hash;
    this.#table[slot + 1] = id + 1;
    this.#table[slot + 2] = place;
    this.#table[slot + 3] = this.#pool.length - place;
    this.#starts.push(place);
    if (this.#starts.length * 2 * SLOT > this.#table.length) this.#growTable();
    return id;
  }

  #growTable(): void {
    const small = this.#table;
    const table = new Uint32Array(small.length * 2);
    const mask = table.length - 1;
    for (let from = 0; from < small.length; from += SLOT) {
      if (small[from + 1] === 0) continue;
      let slot = (small[from] << 2) & mask;
      while (table[slot + 1] !== 0) slot = (slot + SLOT) & mask;
      for (let i = 0; i < SLOT; i++) table[slot + i] = small[from + i];
    }
    freeMemory(small);
    this.#table = table;
  }
}
