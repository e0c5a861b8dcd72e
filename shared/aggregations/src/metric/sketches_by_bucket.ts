/**
 * Sketches by bucket, and the sets of a segment's terms that are to be added to them. Each term of
 * a segment is hashed once, in the order of the dictionary.
 */
import { HASH, hashBytes } from '@skein/bytes';
import { countBits, drainBits } from '@skein/search_library';
import type { DocBlock } from '../collect/doc_block.js';
import { grownWords, takeObjects } from '../collect/growable.js';
import { IdBuckets } from '../collect/id_buckets.js';
import {
  DistinctCounter,
  type DistinctSketch,
  EMPTY_SKETCH,
  encodeHash,
} from '../sketches/distinct_sketch.js';
import type { TermHashes } from '../values/term_hashes.js';
import { type SegmentTerms, type TermColumn, TermRows } from '../values/term_source.js';

export interface CardinalityPart {
  readonly sketches: readonly DistinctSketch[];
}

/** The approximate measured size of a sketch and its set, in bytes. */
const SKETCH_BYTES = 300;

/** Sketches by bucket, made for buckets that have values. */
export class Sketches {
  readonly #precision: number;
  readonly #counters: (DistinctCounter | undefined)[] = [];

  constructor(precision: number) {
    this.#precision = precision;
  }

  /** Adds the hash that is in `HASH`. */
  add(owner: number): void {
    this.addEncoded(owner, this.encoded());
  }

  /** Returns the hash in `HASH`, encoded for the sketches. */
  encoded(): number {
    return encodeHash(HASH[0], HASH[1], this.#precision);
  }

  addEncoded(owner: number, encoded: number): void {
    this.#counter(owner).add(encoded);
  }

  /** Adds the known hashes of the terms with these ordinals. */
  addKnown(owner: number, ordinals: Uint32Array, { high, low }: TermHashes): void {
    const counter = this.#counter(owner);
    const precision = this.#precision;
    for (let i = 0; i < ordinals.length; i++) {
      const ordinal = ordinals[i];
      counter.add(encodeHash(high[ordinal], low[ordinal], precision));
    }
  }

  /** Reserves memory for `count` distinct terms that are going to be added. */
  expect(owner: number, count: number): void {
    this.#counter(owner).expect(count);
  }

  #counter(owner: number): DistinctCounter {
    const known = this.#counters[owner];
    if (known !== undefined) return known;
    takeObjects(1, SKETCH_BYTES);
    const counter = new DistinctCounter(this.#precision);
    this.#counters[owner] = counter;
    return counter;
  }

  build(owners: Uint32Array): CardinalityPart {
    return {
      sketches: Array.from(owners, (owner) => this.#counters[owner]?.sketch() ?? EMPTY_SKETCH),
    };
  }
}

/** A set of terms of a segment, or of pairs of a bucket and a term. */
export interface MetTerms {
  /** Adds the terms of a block of documents to the set. */
  meet(terms: SegmentTerms, block: DocBlock): void;
  /** Adds the terms to the sketches and empties the set. */
  hash(terms: SegmentTerms, sketches: Sketches): void;
}

/** Columns with at least this many terms are marked by bits, which grow with the met ordinals. */
const MAX_BYTE_MARKS = 1 << 16;

/**
 * A byte for each slot of a column, which is 1 if the slot was met. It is filled from the slots of
 * the documents directly, without rows.
 */
class SlotMarks {
  /** The length is a multiple of four, so that it can be read as words. */
  #met = new Uint8Array(0);

  meet({ slots, cardinality }: TermColumn, { docs, count }: DocBlock): void {
    const needed = (cardinality + 8) & ~3;
    if (this.#met.length < needed) this.#met = new Uint8Array(needed);
    if (slots instanceof Uint8Array) markSlots8(this.#met, slots, docs, count);
    else if (slots instanceof Uint16Array) markSlots16(this.#met, slots, docs, count);
    else markSlots32(this.#met, slots, docs, count);
  }

  /** Returns the ordinals of the met slots, ascending, and empties the set. */
  take(): Uint32Array {
    const met = this.#met;
    const fours = new Uint32Array(met.buffer);
    // Slot 0 is that of documents without a term.
    met[0] = 0;
    let count = 0;
    for (let i = 0; i < met.length; i++) count += met[i];
    const ordinals = new Uint32Array(count);
    let at = 0;
    for (let i = 0; i < fours.length; i++) {
      if (fours[i] === 0) continue;
      for (let slot = 4 * i; slot < 4 * i + 4; slot++)
        if (met[slot] === 1) ordinals[at++] = slot - 1;
    }
    met.fill(0);
    return ordinals;
  }
}

function markSlots8(met: Uint8Array, slots: Uint8Array, docs: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) met[slots[docs[i]]] = 1;
}

function markSlots16(met: Uint8Array, slots: Uint16Array, docs: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) met[slots[docs[i]]] = 1;
}

function markSlots32(met: Uint8Array, slots: Uint32Array, docs: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) met[slots[docs[i]]] = 1;
}

/** A set of small numbers, a bit each. */
class Marks {
  #words = new Uint32Array(0);

  /** Adds the first `count` ids. */
  add(ids: Uint32Array, count: number): void {
    let words = this.#words;
    for (let i = 0; i < count; i++) {
      const id = ids[i];
      const at = id >>> 5;
      if (at >= words.length) {
        words = grownWords(words, at + 1);
        this.#words = words;
      }
      words[at] = words[at] | (1 << (id & 31));
    }
  }

  /** Returns all numbers, ascending, and empties the set. */
  take(): Uint32Array {
    const words = this.#words;
    const all = new Uint32Array(countBits(words));
    drainBits(words, 0, { into: all, end: 32 * words.length });
    words.fill(0);
    return all;
  }
}

/** The terms of owner 0, if it is the only one. */
export class TermsOfAll implements MetTerms {
  readonly #marks = new Marks();
  readonly #slots = new SlotMarks();
  readonly #rows = new TermRows();

  meet(terms: SegmentTerms, block: DocBlock): void {
    const { column } = terms;
    if (hasByteMarks(column)) {
      this.#slots.meet(column, block);
      return;
    }
    const rows = this.#rows;
    rows.count = 0;
    terms.read(block, rows);
    this.#marks.add(rows.ids, rows.count);
  }

  hash(terms: SegmentTerms, sketches: Sketches): void {
    const met = hasByteMarks(terms.column) ? this.#slots.take() : this.#marks.take();
    if (met.length === 0) return;
    sketches.expect(0, met.length);
    const known = terms.hashes?.(met.length);
    if (known !== undefined) {
      sketches.addKnown(0, met, known);
      return;
    }
    terms.visit(met, (bytes, length) => {
      hashBytes(bytes, length);
      sketches.add(0);
    });
  }
}

function hasByteMarks(column: TermColumn | undefined): column is TermColumn {
  return column !== undefined && column.cardinality < MAX_BYTE_MARKS;
}

export class TermsByOwner implements MetTerms {
  #met = new IdBuckets();
  readonly #rows = new TermRows();

  meet(terms: SegmentTerms, block: DocBlock): void {
    const { owners } = block;
    const met = this.#met;
    const read = this.#rows;
    read.count = 0;
    terms.read(block, read);
    const { rows, ids, count } = read;
    for (let i = 0; i < count; i++) {
      met.bucket(owners[rows[i]], ids[i]);
    }
  }

  hash(terms: SegmentTerms, sketches: Sketches): void {
    const { ids, owners, size } = this.#met;
    if (size === 0) return;
    const marks = new Marks();
    marks.add(ids, size);
    const distinct = marks.take();
    const hashes = new Uint32Array(distinct.length);
    let at = 0;
    terms.visit(distinct, (bytes, length) => {
      hashBytes(bytes, length);
      hashes[at++] = sketches.encoded();
    });
    for (let i = 0; i < size; i++) {
      sketches.addEncoded(owners[i], hashes[placeOf(distinct, ids[i])]);
    }
    this.#met = new IdBuckets();
  }
}

/** The index of a number that is in an ascending list. */
function placeOf(list: Uint32Array, id: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle] < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
