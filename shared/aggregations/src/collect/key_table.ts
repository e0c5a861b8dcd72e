/**
 * Buckets by owner and 64-bit key, numbered in the order in which they are met: open addressing
 * over typed arrays. A key is two words: the bits of a double or of a long, or a term's number and
 * 0.
 */
import { grownOwnWords, grownWords, letGoOfWords, type Words } from './growable.js';

const LEAST_SLOTS = 256;

/** The keys of many rows; the owners are those of the rows' documents. */
interface OwnedKeys {
  readonly rows: Uint32Array;
  /** `undefined` if owner 0 has all keys. */
  readonly owners: Uint32Array | undefined;
  readonly lows: Uint32Array;
  readonly highs: Uint32Array;
  readonly count: number;
}

export class KeyTable {
  /** The number of buckets so far. */
  size = 0;
  /** The lower word of each bucket's key. The array is valid until the table grows. */
  lows: Words = new Uint32Array(0);
  /**
   * Empty while all owners and upper words are 0, as in many tables: then they are neither filled
   * nor read.
   */
  #owners: Words = new Uint32Array(0);
  #highs: Words = new Uint32Array(0);
  #isNarrow = true;
  /** The bucket + 1 of each slot; 0 if it is free. The length is a power of two. */
  #slots: Words = new Uint32Array(LEAST_SLOTS);

  /** The owner of each bucket. The array is valid until the table grows. */
  get owners(): Words {
    if (this.#isNarrow) this.#widen();
    return this.#owners;
  }

  get highs(): Words {
    if (this.#isNarrow) this.#widen();
    return this.#highs;
  }

  /** The same array as `owners`; `undefined` if all owners and upper words are 0. */
  get knownOwners(): Uint32Array | undefined {
    return this.#isNarrow ? undefined : this.#owners;
  }

  high(bucket: number): number {
    return this.#isNarrow ? 0 : this.#highs[bucket];
  }

  /** Finds or makes the bucket. */
  bucket(owner: number, low: number, high: number): number {
    if (this.#isNarrow && (owner | high) !== 0) this.#widen();
    const mask = this.#slots.length - 1;
    for (let at = hash(owner, low, high) & mask; ; at = (at + 1) & mask) {
      const found = this.#slots[at];
      if (found === 0) return this.#add(owner, low, high, at);
      if (this.#is(found - 1, owner, low, high)) return found - 1;
    }
  }

  /** The bucket, or -1. */
  find(owner: number, low: number, high: number): number {
    if (this.#isNarrow && (owner | high) !== 0) return -1;
    const mask = this.#slots.length - 1;
    for (let at = hash(owner, low, high) & mask; ; at = (at + 1) & mask) {
      const found = this.#slots[at];
      if (found === 0) return -1;
      if (this.#is(found - 1, owner, low, high)) return found - 1;
    }
  }

  /** Writes the bucket of each key into `buckets`; missing buckets are made. */
  assign(keys: OwnedKeys, buckets: Uint32Array): void {
    const { rows, owners, lows, highs, count } = keys;
    let done = this.#isNarrow ? this.#assignNarrow(keys, buckets) : 0;
    for (; done < count; done++) {
      const owner = owners === undefined ? 0 : owners[rows[done]];
      buckets[done] = this.bucket(owner, lows[done], highs[done]);
    }
  }

  /**
   * Does the same as `assign` up to the first key with an owner or an upper word. Returns the
   * number of assigned keys.
   */
  #assignNarrow({ rows, owners, lows, highs, count }: OwnedKeys, buckets: Uint32Array): number {
    let slots = this.#slots;
    let known = this.lows;
    let mask = slots.length - 1;
    for (let i = 0; i < count; i++) {
      const owner = owners === undefined ? 0 : owners[rows[i]];
      if ((owner | highs[i]) !== 0) return i;
      const low = lows[i];
      let at = hash(0, low, 0) & mask;
      let found = slots[at];
      while (found !== 0 && known[found - 1] !== low) {
        at = (at + 1) & mask;
        found = slots[at];
      }
      if (found !== 0) {
        buckets[i] = found - 1;
        continue;
      }
      buckets[i] = this.#add(0, low, 0, at);
      slots = this.#slots;
      known = this.lows;
      mask = slots.length - 1;
    }
    return count;
  }

  #is(bucket: number, owner: number, low: number, high: number): boolean {
    if (this.lows[bucket] !== low) return false;
    return this.#isNarrow || (this.#highs[bucket] === high && this.#owners[bucket] === owner);
  }

  #add(owner: number, low: number, high: number, at: number): number {
    const bucket = this.size++;
    this.lows = grownOwnWords(this.lows, this.size);
    this.lows[bucket] = low;
    if (!this.#isNarrow) {
      this.#owners = grownOwnWords(this.#owners, this.size);
      this.#highs = grownOwnWords(this.#highs, this.size);
      this.#owners[bucket] = owner;
      this.#highs[bucket] = high;
    }
    this.#slots[at] = this.size;
    if (this.size * 2 > this.#slots.length) this.#grow();
    return bucket;
  }

  #widen(): void {
    this.#isNarrow = false;
    this.#owners = grownWords(this.#owners, this.lows.length);
    this.#highs = grownWords(this.#highs, this.lows.length);
  }

  #grow(): void {
    const slots = grownWords(new Uint32Array(0), this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let bucket = 0; bucket < this.size; bucket++) {
      const owner = this.#isNarrow ? 0 : this.#owners[bucket];
      let at = hash(owner, this.lows[bucket], this.high(bucket)) & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = bucket + 1;
    }
    letGoOfWords(this.#slots);
    this.#slots = slots;
  }

  /** Empties the table and releases its arrays. */
  letGo(): void {
    for (const array of [this.#slots, this.lows, this.#owners, this.#highs]) letGoOfWords(array);
    this.size = 0;
    this.#slots = new Uint32Array(LEAST_SLOTS);
    this.lows = new Uint32Array(0);
    this.#owners = this.lows;
    this.#highs = this.lows;
    this.#isNarrow = true;
  }
}

/** Mixes words as MurmurHash3 does at its end. */
function hash(owner: number, low: number, high: number): number {
  let h = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(owner, 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
