/**
 * Sorted byte strings in prefix-compressed blocks, read in place. A look-up is a binary search over
 * the first terms of the blocks, then a pass over one block that compares only the bytes a term
 * does not share with its predecessor. An optional hash table of ordinals answers exact look-ups
 * (by `_id`) without the search.
 */
import { corruptIndex } from '../../corrupt_index.js';
import { hashBytes } from '../../hash_bytes.js';
import {
  BLOCK_TERMS,
  BlockView,
  commonPrefix,
  MAX_BYTE,
  readVarint,
  varintBytes,
} from './term_block.js';

/** Mask of the bits in a hash table slot that hold bits of the hash: those above the ordinals. */
export function fingerprintMask(size: number): number {
  const ordinalBits = 32 - Math.clz32(size);
  return ordinalBits === 32 ? 0 : (0xffffffff << ordinalBits) >>> 0;
}

interface TermDictionarySections {
  readonly size: number;
  readonly blocks: Uint8Array;
  readonly starts: Uint32Array;
  readonly hash: Uint32Array;
}

export class TermDictionary {
  readonly size: number;
  readonly blocks: Uint8Array;
  readonly starts: Uint32Array;
  readonly #hash: Uint32Array;
  readonly #fingerprints: number;
  readonly #view: BlockView;
  /** The term that was read last, so that reading terms in order does not start over. */
  #current = new Uint8Array(64);
  #currentLength = 0;
  #currentOrdinal = -1;
  /** Start of the rest of the next term. */
  #nextRest = 0;
  readonly #currentView: BlockView;

  constructor({ size, blocks, starts, hash }: TermDictionarySections) {
    this.size = size;
    this.blocks = blocks;
    this.starts = starts;
    this.#hash = hash;
    this.#fingerprints = fingerprintMask(size);
    this.#view = new BlockView(blocks);
    this.#currentView = new BlockView(blocks);
  }

  /** Number of terms in a block. */
  termsOf(block: number): number {
    return Math.min(BLOCK_TERMS, this.size - block * BLOCK_TERMS);
  }

  /** A copy of the term. */
  term(ordinal: number): Uint8Array {
    this.#read(ordinal);
    return this.#current.slice(0, this.#currentLength);
  }

  /** See `OrdinalColumn.visitTerms`. */
  visitTerms(ordinals: Uint32Array, visit: (bytes: Uint8Array, length: number) => void): void {
    for (let i = 0; i < ordinals.length; i++) {
      this.#read(ordinals[i]);
      visit(this.#current, this.#currentLength);
    }
  }

  #read(ordinal: number): void {
    const block = Math.floor(ordinal / BLOCK_TERMS);
    const isAhead = this.#currentOrdinal >= block * BLOCK_TERMS && this.#currentOrdinal <= ordinal;
    if (!isAhead) this.#readFirst(block);
    while (this.#currentOrdinal < ordinal) this.#readNext();
  }

  /** Ordinal of the term, or -1. */
  find(term: Uint8Array): number {
    if (this.#hash.length > 0) return this.#findHashed(term);
    const block = this.blockOf(term);
    if (block < 0) return -1;
    const at = this.#searchBlock(block, term);
    return at < 0 ? -1 : block * BLOCK_TERMS + at;
  }

  /** Ordinal of the first term at or after `term`; `size` when there is none. */
  ceiling(term: Uint8Array): number {
    const block = this.blockOf(term);
    if (block < 0) return 0;
    const at = this.#searchBlock(block, term);
    return block * BLOCK_TERMS + (at < 0 ? -at - 1 : at);
  }

  /** The last block whose first term is not after `term`; -1 when there is none. */
  blockOf(term: Uint8Array): number {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compareFirst(middle, term) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #compareFirst(block: number, term: Uint8Array): number {
    const view = this.#view;
    view.openFirst(this.starts[block]);
    const common = commonPrefix(this.blocks, view.first, view.firstEnd, term, term.length);
    const length = view.firstEnd - view.first;
    if (common === length || common === term.length) return length - term.length;
    return this.blocks[view.first + common] - term[common];
  }

  /**
   * Number of the term in its block, or -(number of the first term after it) - 1. The block's first
   * term must not be after it.
   */
  #searchBlock(block: number, term: Uint8Array): number {
    const { blocks } = this;
    const view = this.#view;
    const count = this.termsOf(block);
    view.open(this.starts[block], count);
    let matched = commonPrefix(blocks, view.first, view.firstEnd, term, term.length);
    if (matched === term.length && matched === view.firstEnd - view.first) return 0;
    let rest = view.rest;
    for (let i = 1; i < count; i++) {
      const shared = blocks[view.shared + i - 1];
      let length = blocks[view.lengths + i - 1];
      if (length === MAX_BYTE) {
        const more = readVarint(blocks, rest);
        rest += varintBytes(more);
        length += more;
      }
      const end = rest + length;
      // A term that shares more with its predecessor than that one shares with `term` is before
      // `term` too.
      if (shared <= matched) {
        matched = shared;
        while (rest < end && matched < term.length && blocks[rest] === term[matched]) {
          rest++;
          matched++;
        }
        if (matched === term.length) return rest === end ? i : -i - 1;
        if (rest < end && blocks[rest] > term[matched]) return -i - 1;
      }
      rest = end;
    }
    return -count - 1;
  }

  #findHashed(term: Uint8Array): number {
    const slots = this.#hash.length - 1;
    const hash = hashBytes(term, 0, term.length);
    const wanted = hash & this.#fingerprints;
    for (let slot = hash & slots, left = slots; left >= 0; slot = (slot + 1) & slots, left--) {
      const entry = this.#hash[slot];
      if (entry === 0) return -1;
      if ((entry & this.#fingerprints) !== wanted) continue;
      const ordinal = (entry & ~this.#fingerprints) - 1;
      if (ordinal < this.size && this.#isTerm(ordinal, term)) return ordinal;
    }
    return -1;
  }

  #isTerm(ordinal: number, term: Uint8Array): boolean {
    const block = Math.floor(ordinal / BLOCK_TERMS);
    if (this.#compareFirst(block, term) > 0) return false;
    return this.#searchBlock(block, term) === ordinal % BLOCK_TERMS;
  }

  #readFirst(block: number): void {
    const view = this.#currentView;
    view.open(this.starts[block], this.termsOf(block));
    this.#setCurrent(0, view.first, view.firstEnd);
    this.#currentOrdinal = block * BLOCK_TERMS;
    this.#nextRest = view.rest;
  }

  #readNext(): void {
    const view = this.#currentView;
    const at = this.#currentOrdinal % BLOCK_TERMS;
    let rest = this.#nextRest;
    let length = this.blocks[view.lengths + at];
    if (length === MAX_BYTE) {
      const more = readVarint(this.blocks, rest);
      rest += varintBytes(more);
      length += more;
    }
    this.#setCurrent(this.blocks[view.shared + at], rest, rest + length);
    this.#nextRest = rest + length;
    this.#currentOrdinal++;
  }

  #setCurrent(shared: number, from: number, to: number): void {
    const length = shared + to - from;
    if (to > this.blocks.length) throw corruptIndex('a term reaches beyond its field', 'terms');
    if (length > this.#current.length) {
      const grown = new Uint8Array(2 * length);
      grown.set(this.#current);
      this.#current = grown;
    }
    for (let i = shared, at = from; at < to; i++, at++) this.#current[i] = this.blocks[at];
    this.#currentLength = length;
  }
}
