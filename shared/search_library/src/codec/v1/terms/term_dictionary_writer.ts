/** Writes the terms of a field, prefix-compressed in blocks. Layout: FILE_FORMATS.md, "terms". */
import { GrowableBytes, GrowableU32 } from '../../growable.js';
import { hashBytes } from '../../hash_bytes.js';
import { PART, type PartData } from '../segment_file.js';
import { BLOCK_TERMS, commonPrefix, MAX_BYTE } from './term_block.js';
import { fingerprintMask } from './term_dictionary.js';

/** Terms of up to this many bytes are copied in a loop. */
const BY_HAND = 32;

interface TermDictionaryOptions {
  /** True if exact look-ups get a hash table. */
  readonly hashed: boolean;
}

export class TermDictionaryWriter {
  readonly #hashed: boolean;
  readonly #blocks = new GrowableBytes(1024);
  readonly #starts = new GrowableU32(64);
  readonly #hashes = new GrowableU32();
  /** The current block from its second term on. */
  readonly #shared = new Uint8Array(BLOCK_TERMS - 1);
  readonly #lengths = new Uint8Array(BLOCK_TERMS - 1);
  readonly #rest = new GrowableBytes(1024);
  #previous = new Uint8Array(64);
  #previousLength = 0;
  #size = 0;

  constructor({ hashed }: TermDictionaryOptions) {
    this.#hashed = hashed;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a term; terms ascend and are distinct. */
  add(term: Uint8Array): void {
    const inBlock = this.#size % BLOCK_TERMS;
    if (inBlock === 0) this.#startBlock(term);
    else this.#addShortened(term, inBlock - 1);
    if (this.#hashed) this.#hashes.push(hashBytes(term, 0, term.length));
    if (term.length > this.#previous.length) this.#previous = new Uint8Array(2 * term.length);
    this.#keep(term);
    this.#size++;
  }

  /** Remembers the term as the previous one. A short one is copied in a loop, which costs less. */
  #keep(term: Uint8Array): void {
    const previous = this.#previous;
    const { length } = term;
    this.#previousLength = length;
    if (length > BY_HAND) previous.set(term);
    else for (let i = 0; i < length; i++) previous[i] = term[i];
  }

  /** Returns the `terms` part. The writer must not be used afterwards. */
  finish(): PartData {
    this.#endBlock();
    const starts = this.#starts.view().slice();
    const blocks = this.#blocks.view();
    const hash = this.#hashed ? hashTable(this.#hashes.view()) : new Uint32Array(0);
    this.#hashes.release();
    this.#starts.release();
    this.#rest.release();
    return { code: PART.terms, meta: [this.#size], sections: [blocks, starts, hash] };
  }

  #startBlock(term: Uint8Array): void {
    this.#endBlock();
    this.#starts.push(this.#blocks.length);
    this.#blocks.varint(term.length);
    this.#blocks.append(term);
  }

  #addShortened(term: Uint8Array, at: number): void {
    const common = commonPrefix(term, 0, term.length, this.#previous, this.#previousLength);
    const shared = Math.min(common, MAX_BYTE);
    const length = term.length - shared;
    this.#shared[at] = shared;
    this.#lengths[at] = Math.min(length, MAX_BYTE);
    if (length >= MAX_BYTE) this.#rest.varint(length - MAX_BYTE);
    this.#rest.appendRange(term, shared, term.length);
  }

  #endBlock(): void {
    if (this.#size === 0) return;
    const others = (this.#size - 1) % BLOCK_TERMS;
    this.#blocks.append(this.#shared.subarray(0, others));
    this.#blocks.append(this.#lengths.subarray(0, others));
    this.#blocks.append(this.#rest.view());
    this.#rest.length = 0;
  }
}

/**
 * Builds a table with a power of two of slots, at most four fifths full. A slot holds ordinal + 1
 * and, above it, bits of the hash; 0 is empty. Linear probing.
 */
function hashTable(hashes: Uint32Array): Uint32Array {
  const size = hashes.length;
  let slots = 4;
  while (slots * 4 < size * 5) slots *= 2;
  const table = new Uint32Array(slots);
  const mask = fingerprintMask(size);
  for (let ordinal = 0; ordinal < size; ordinal++) {
    let slot = hashes[ordinal] & (slots - 1);
    while (table[slot] !== 0) slot = (slot + 1) & (slots - 1);
    table[slot] = (hashes[ordinal] & mask) | (ordinal + 1);
  }
  return table;
}
