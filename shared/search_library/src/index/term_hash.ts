/**
 * The terms of one field in the index buffer: bytes in one pool, found by an open-addressed hash table of ids. Ids count up in order of
 * first sight. No object and no string per term.
 */
import { GrowableBytes, GrowableU32 } from '../codec/growable.js';
import { hashBytes, mixHash } from '../codec/hash_bytes.js';

const encoder = new TextEncoder();

export class TermHash {
  readonly #pool = new GrowableBytes(256);
  /** Where term `id` starts; it ends where the next starts. */
  readonly #starts = new GrowableU32(32);
  readonly #hashes = new GrowableU32(32);
  /** id + 1, or 0; a power of two of slots, at most half full. */
  #table = new Uint32Array(64);

  get size(): number {
    return this.#starts.length;
  }

  get capacityBytes(): number {
    return (
      this.#pool.capacityBytes +
      this.#starts.capacityBytes +
      this.#hashes.capacityBytes +
      this.#table.byteLength
    );
  }

  term(id: number): Uint8Array {
    return this.#pool.array.subarray(this.#starts.array[id], this.#end(id));
  }

  addBytes(term: Uint8Array): number {
    this.#pool.reserve(term.length);
    this.#pool.array.set(term, this.#pool.length);
    return this.#intern(term.length, hashBytes(term, 0, term.length));
  }

  /** Encodes straight into the pool, hashing on the way while the text is ASCII. */
  addText(text: string): number {
    this.#pool.reserve(text.length * 3);
    const bytes = this.#pool.array;
    const start = this.#pool.length;
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) return this.#addUnicode(text);
      bytes[start + i] = unit;
      hash = Math.imul(hash ^ unit, 0x01000193);
    }
    return this.#intern(text.length, mixHash(hash));
  }

  /** Ids in byte order of their terms. Most comparisons end at the first six bytes, kept as one number. */
  sortedIds(): Uint32Array {
    const prefixes = new Float64Array(this.size);
    for (let id = 0; id < this.size; id++) prefixes[id] = this.#prefix(id);
    const ids = Uint32Array.from(prefixes, (_prefix, id) => id);
    return ids.sort((a, b) => prefixes[a] - prefixes[b] || this.#compare(a, b));
  }

  #addUnicode(text: string): number {
    const start = this.#pool.length;
    const { written } = encoder.encodeInto(text, this.#pool.array.subarray(start));
    return this.#intern(written, hashBytes(this.#pool.array, start, start + written));
  }

  /** The term lies behind the end of the pool; it is kept there when it is new. */
  #intern(length: number, hash: number): number {
    const mask = this.#table.length - 1;
    let slot = hash & mask;
    for (;;) {
      const id = this.#table[slot] - 1;
      if (id < 0) break;
      if (this.#hashes.array[id] === hash && this.#equalsTail(id, length)) return id;
      slot = (slot + 1) & mask;
    }
    const id = this.#starts.length;
    this.#starts.push(this.#pool.length);
    this.#hashes.push(hash);
    this.#pool.length += length;
    this.#table[slot] = id + 1;
    if (this.#starts.length * 2 > this.#table.length) this.#growTable();
    return id;
  }

  #end(id: number): number {
    return id + 1 < this.#starts.length ? this.#starts.array[id + 1] : this.#pool.length;
  }

  #equalsTail(id: number, length: number): boolean {
    const start = this.#starts.array[id];
    if (this.#end(id) - start !== length) return false;
    const bytes = this.#pool.array;
    const tail = this.#pool.length;
    for (let i = 0; i < length; i++) if (bytes[start + i] !== bytes[tail + i]) return false;
    return true;
  }

  #growTable(): void {
    const table = new Uint32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let id = 0; id < this.#hashes.length; id++) {
      let slot = this.#hashes.array[id] & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = id + 1;
    }
    this.#table = table;
  }

  /** The first six bytes as a number, zero-padded: never out of order, equal only when the bytes have to be compared. */
  #prefix(id: number): number {
    const start = this.#starts.array[id];
    const end = this.#end(id);
    let prefix = 0;
    for (let i = 0; i < 6; i++)
      prefix = prefix * 256 + (start + i < end ? this.#pool.array[start + i] : 0);
    return prefix;
  }

  #compare(a: number, b: number): number {
    const bytes = this.#pool.array;
    const startA = this.#starts.array[a];
    const startB = this.#starts.array[b];
    const lengthA = this.#end(a) - startA;
    const lengthB = this.#end(b) - startB;
    const common = Math.min(lengthA, lengthB);
    for (let i = 0; i < common; i++) {
      const difference = bytes[startA + i] - bytes[startB + i];
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  }
}
