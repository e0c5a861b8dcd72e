/**
 * Buckets by owner and 64-bit key, numbered as they are met: open addressing over typed arrays. Keys are two words: the bits of a double, of a long, or
 * a term's number and 0.
 */
import { grownWords } from './growable.js';

const LEAST_SLOTS = 256;

export class KeyTable {
  /** Buckets so far. */
  size = 0;
  /** By bucket. */
  owners = new Uint32Array(0);
  lows = new Uint32Array(0);
  highs = new Uint32Array(0);
  /** Bucket + 1; 0: free. The length is a power of two. */
  #slots = new Uint32Array(LEAST_SLOTS);

  /** The bucket, which is made when it is not there. */
  bucket(owner: number, low: number, high: number): number {
    const mask = this.#slots.length - 1;
    for (let at = hash(owner, low, high) & mask; ; at = (at + 1) & mask) {
      const found = this.#slots[at] as number;
      if (found === 0) return this.#add(owner, low, high, at);
      const bucket = found - 1;
      if (this.lows[bucket] === low && this.highs[bucket] === high && this.owners[bucket] === owner)
        return bucket;
    }
  }

  /** The bucket, or -1. */
  find(owner: number, low: number, high: number): number {
    const mask = this.#slots.length - 1;
    for (let at = hash(owner, low, high) & mask; ; at = (at + 1) & mask) {
      const found = this.#slots[at] as number;
      if (found === 0) return -1;
      const bucket = found - 1;
      if (this.lows[bucket] === low && this.highs[bucket] === high && this.owners[bucket] === owner)
        return bucket;
    }
  }

  #add(owner: number, low: number, high: number, at: number): number {
    const bucket = this.size++;
    if (this.size > this.owners.length) {
      this.owners = grownWords(this.owners, this.size);
      this.lows = grownWords(this.lows, this.size);
      this.highs = grownWords(this.highs, this.size);
    }
    this.owners[bucket] = owner;
    this.lows[bucket] = low;
    this.highs[bucket] = high;
    this.#slots[at] = this.size;
    if (this.size * 2 > this.#slots.length) this.#grow();
    return bucket;
  }

  #grow(): void {
    const slots = grownWords(new Uint32Array(0), this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let bucket = 0; bucket < this.size; bucket++) {
      const { owners, lows, highs } = this;
      let at =
        hash(owners[bucket] as number, lows[bucket] as number, highs[bucket] as number) & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = bucket + 1;
    }
    this.#slots = slots;
  }
}

/** Words mixed as MurmurHash3 does at its end. */
function hash(owner: number, low: number, high: number): number {
  let h = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(owner, 0xc2b2ae35);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  return h ^ (h >>> 13);
}
