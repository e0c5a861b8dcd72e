/** Sketches by bucket, and the terms of a segment on their way into them: each is hashed once, in the order of the dictionary. */
import { HASH, hashBytes } from '@skein/bytes';
import { countBits, drainBits } from '@skein/search_library';
import { grownWords, takeObjects } from '../collect/growable.js';
import { IdBuckets } from '../collect/id_buckets.js';
import {
  DistinctCounter,
  type DistinctSketch,
  EMPTY_SKETCH,
  encodeHash,
} from '../sketches/distinct_sketch.js';
import type { SegmentTerms, TermRows } from '../values/term_source.js';

export interface CardinalityPart {
  readonly sketches: readonly DistinctSketch[];
}

/** A sketch and its set; measured, about. */
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

  /** The hash that is in `HASH`. */
  encoded(): number {
    return encodeHash(HASH[0] as number, HASH[1] as number, this.#precision);
  }

  addEncoded(owner: number, encoded: number): void {
    let counter = this.#counters[owner];
    if (counter === undefined) {
      takeObjects(1, SKETCH_BYTES);
      counter = new DistinctCounter(this.#precision);
      this.#counters[owner] = counter;
    }
    counter.add(encoded);
  }

  build(owners: Uint32Array): CardinalityPart {
    return {
      sketches: Array.from(owners, (owner) => this.#counters[owner]?.sketch() ?? EMPTY_SKETCH),
    };
  }
}

/** Terms of a segment that were met. */
export interface MetTerms {
  add(rows: TermRows, owners: Uint32Array): void;
  /** Adds them to the sketches and forgets them. */
  hash(terms: SegmentTerms, sketches: Sketches): void;
}

/** Small numbers, each of them or not. */
class Marks {
  #words = new Uint32Array(0);

  /** Marks the first `count`. */
  add(ids: Uint32Array, count: number): void {
    let words = this.#words;
    for (let i = 0; i < count; i++) {
      const id = ids[i] as number;
      const at = id >>> 5;
      if (at >= words.length) {
        words = grownWords(words, at + 1);
        this.#words = words;
      }
      words[at] = (words[at] as number) | (1 << (id & 31));
    }
  }

  /** All of them, ascending, which are forgotten. */
  take(): Uint32Array {
    const words = this.#words;
    const all = new Uint32Array(countBits(words));
    drainBits(words, 0, { into: all, end: 32 * words.length });
    words.fill(0);
    return all;
  }
}

/** Of owner 0 alone. */
export class TermsOfAll implements MetTerms {
  readonly #marks = new Marks();

  add({ ids, count }: TermRows): void {
    this.#marks.add(ids, count);
  }

  hash(terms: SegmentTerms, sketches: Sketches): void {
    terms.visit(this.#marks.take(), (bytes, length) => {
      hashBytes(bytes, length);
      sketches.add(0);
    });
  }
}

export class TermsByOwner implements MetTerms {
  #met = new IdBuckets();

  add({ rows, ids, count }: TermRows, owners: Uint32Array): void {
    const met = this.#met;
    for (let i = 0; i < count; i++) {
      met.bucket(owners[rows[i] as number] as number, ids[i] as number);
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
      sketches.addEncoded(
        owners[i] as number,
        hashes[placeOf(distinct, ids[i] as number)] as number,
      );
    }
    this.#met = new IdBuckets();
  }
}

/** Of a number in a list that ascends. */
function placeOf(list: Uint32Array, id: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
