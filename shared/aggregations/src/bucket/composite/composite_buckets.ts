/**
 * The buckets of `composite`: combinations of a value from each of several sources, of which the
 * first `size` after an edge (the `after` key) are wanted. A combination is numbered level by
 * level: the number of the values so far and the next value together get a new number. Values that
 * cannot lead to a bucket of the page are left out at once: values before the edge and, once there
 * are enough buckets, first values after the last bucket. Later sources read only the documents
 * that are left.
 */
import type { SegmentReader } from '@skein/search_library';
import type { Children } from '../../collect/children.js';
import type { DocBlock } from '../../collect/doc_block.js';
import { DocCounts } from '../../collect/doc_counts.js';
import {
  type Doubles,
  grownDoubles,
  grownWords,
  roomForWords,
  type Words,
} from '../../collect/growable.js';
import { IdBuckets } from '../../collect/id_buckets.js';
import { narrowed } from '../../collect/narrowed_block.js';
import { places } from '../../collect/places.js';
import type { IdRows, ValueIds } from '../../values/value_ids.js';
import type { Key } from '../merge_buckets.js';
import { bestOf } from '../select_buckets.js';

export interface CompositeLevel {
  readonly ids: ValueIds;
  /** Compares the values of two numbers in the order of the page. */
  readonly compare: (a: number, b: number) => number;
  /** Compares a value with that of the edge: below 0 is before it. Absent if there is no edge. */
  readonly side: ((id: number) => number) | undefined;
}

type ReadIds = (block: DocBlock) => IdRows;

const UNKNOWN = 0;
/**
 * The value is before the edge or, at the first level, after the page. This is final, because the
 * end of the page only moves forward.
 */
const OUTSIDE = 1;
const AT = 2;
const AFTER = 3;

/** The least number of new buckets after which the page is chosen again. */
const LEAST_NEW = 128;

export class CompositeBuckets {
  counts: Doubles = new Float64Array(0);
  readonly #levels: readonly CompositeLevel[];
  readonly #tables: readonly IdBuckets[];
  /** The side of each value, by level and number. */
  readonly #sides: Uint8Array[];
  /** By level and combination: 1 if it is after the edge. */
  readonly #past: Uint8Array[];
  readonly #size: number;
  readonly #isPaged: boolean;
  /** The buckets of the page in order, when it was last chosen. */
  #page: Words = new Uint32Array(0);
  #chosenOf = 0;
  /** True if the first value of the last block is outside of the page. */
  #isBehind = false;
  readonly #docCounts = new DocCounts();
  #read: readonly ReadIds[] = [];
  #rows: Words = new Uint32Array(0);
  #combined: Words = new Uint32Array(0);
  #nextRows: Words = new Uint32Array(0);
  #nextCombined: Words = new Uint32Array(0);

  /** `isPaged` is true if there is one owner, so that no more than `size` buckets are wanted. */
  constructor(levels: readonly CompositeLevel[], size: number, isPaged: boolean) {
    this.#levels = levels;
    this.#tables = levels.map(() => new IdBuckets());
    this.#sides = levels.map(() => new Uint8Array(0));
    this.#past = levels.map(() => new Uint8Array(0));
    this.#size = size;
    this.#isPaged = isPaged;
  }

  get size(): number {
    return this.#tables.at(-1)?.size ?? 0;
  }

  /** Returns the reader of each level for the segment. */
  segment(reader: SegmentReader): readonly ReadIds[] {
    this.#docCounts.segment(reader);
    this.#read = this.#levels.map(({ ids }) => ids.segment(reader));
    return this.#read;
  }

  /** The last bucket of the page when it was last chosen; `undefined` if the page is not full. */
  get lastBucket(): number | undefined {
    return this.#page.length === this.#size ? this.#page[this.#size - 1] : undefined;
  }

  /** Collects documents in the order of the page, which is chosen as soon as it may be full. */
  collectInOrder(block: DocBlock, children: Children): void {
    this.collect(block, children);
    if (this.size - this.#chosenOf >= Math.max(1, this.#size - this.#page.length)) {
      this.#choosePage();
    }
  }

  collect(given: DocBlock, children: Children): void {
    let block = given;
    let count = 0;
    for (let level = 0; level < this.#read.length; level++) {
      const values = this.#read[level](block);
      count = level === 0 ? this.#begin(block, values) : this.#combine(level, count, values);
      if (count === 0) return;
      if (2 * count < block.count) block = this.#narrow(block, count);
    }
    this.counts = grownDoubles(this.counts, this.size);
    const { counts } = this;
    for (let i = 0; i < count; i++) {
      const bucket = this.#combined[i];
      counts[bucket] = counts[bucket] + 1;
    }
    this.#docCounts.addMore(counts, block, { rows: this.#rows, buckets: this.#combined, count });
    children.collectRows(block, this.#rows, this.#combined, { count });
    if (this.#isPaged && this.size - this.#chosenOf > Math.max(LEAST_NEW, this.#size)) {
      this.#choosePage();
    }
  }

  /**
   * True if the page is full and the last block is after it. In the order of the first source, all
   * further documents are after it too.
   */
  get isComplete(): boolean {
    return this.#page.length === this.#size && this.#isBehind;
  }

  /** Combines the owner of each document with the values of the first level. */
  #begin({ owners }: DocBlock, values: IdRows): number {
    this.#isBehind = values.count > 0 && this.#side(0, values.ids[0]) === OUTSIDE;
    this.#makeRoom(values.count);
    const count = this.#leaveOut(values, this.#nextRows, this.#nextCombined);
    const table = this.#tables[0];
    const known = table.size;
    const left = { rows: this.#nextRows, ids: this.#nextCombined, count };
    table.assign(left, owners, this.#nextCombined);
    for (let bucket = known; bucket < table.size; bucket++) {
      if (this.#side(0, table.ids[bucket]) === AFTER) this.#notePast(0, bucket);
    }
    this.#swap();
    return count;
  }

  /** Writes the rows that may be in the page, and their ids, and returns their number. */
  #leaveOut({ rows, ids, count }: IdRows, keptRows: Words, keptIds: Words): number {
    const wanted = this.#levels.length === 1 ? AFTER : AT;
    let sides = this.#sides[0];
    let known = sides.length;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const id = ids[i];
      let side = id < known ? sides[id] : UNKNOWN;
      if (side === UNKNOWN) {
        side = this.#judge(0, id);
        sides = this.#sides[0];
        known = sides.length;
      }
      keptRows[kept] = rows[i];
      keptIds[kept] = id;
      kept += side >= wanted ? 1 : 0;
    }
    return kept;
  }

  /** True if every row has one value and is already after the edge, so that none is left out. */
  #isPlain(level: number, count: number, { rows, count: values }: IdRows): boolean {
    if (values !== count) return false;
    const past = this.#past[level - 1];
    const combined = this.#combined;
    const own = this.#rows;
    let last = -1;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      if (row !== own[i] || row === last || past[combined[i]] !== 1) return false;
      last = row;
    }
    return true;
  }

  #combinePlain(level: number, { ids, count }: IdRows): number {
    const table = this.#tables[level];
    const buckets = this.#nextCombined;
    const known = table.size;
    table.assign({ rows: places(count), ids, count }, this.#combined, buckets);
    for (let bucket = known; bucket < table.size; bucket++) this.#notePast(level, bucket);
    [this.#combined, this.#nextCombined] = [buckets, this.#combined];
    return count;
  }

  /** Combines the rows so far with the values of a level. Both are in ascending order of rows. */
  #combine(level: number, count: number, given: IdRows): number {
    this.#makeRoom(count);
    if (this.#isPlain(level, count, given)) return this.#combinePlain(level, given);
    const { rows, ids, count: values } = given;
    const ownRows = this.#rows;
    const own = this.#combined;
    const past = this.#past[level - 1];
    const table = this.#tables[level];
    const wanted = level === this.#levels.length - 1 ? AFTER : AT;
    let kept = 0;
    let from = 0;
    for (let i = 0; i < count; i++) {
      const row = ownRows[i];
      const before = own[i];
      const isPast = past[before] === 1;
      while (from < values && rows[from] < row) from++;
      for (let at = from; at < values && rows[at] === row; at++) {
        const id = ids[at];
        const side = isPast ? AFTER : this.#side(level, id);
        if (side < wanted) continue;
        const known = table.size;
        const bucket = table.bucket(before, id);
        if (bucket === known && side === AFTER) this.#notePast(level, bucket);
        const room = Math.min(this.#nextRows.length, this.#nextCombined.length);
        if (kept === room) this.#growNext(kept);
        this.#nextRows[kept] = row;
        this.#nextCombined[kept++] = bucket;
      }
    }
    this.#swap();
    return kept;
  }

  /** Allocates at least `count` rows. */
  #makeRoom(count: number): void {
    this.#nextRows = roomForWords(this.#nextRows, count);
    this.#nextCombined = roomForWords(this.#nextCombined, count);
  }

  /** Makes room for one more row. `#combinePlain` swaps one array, so that their lengths differ. */
  #growNext(size: number): void {
    this.#nextRows = grownWords(this.#nextRows, size + 1);
    this.#nextCombined = grownWords(this.#nextCombined, size + 1);
  }

  #swap(): void {
    [this.#rows, this.#nextRows] = [this.#nextRows, this.#rows];
    [this.#combined, this.#nextCombined] = [this.#nextCombined, this.#combined];
  }

  /** A block of only the documents that are left. `#rows` become rows of this block. */
  #narrow(block: DocBlock, count: number): DocBlock {
    const rows = this.#rows;
    this.#makeRoom(count);
    const kept = this.#nextRows;
    let docs = 0;
    for (let i = 0; i < count; i++) {
      const row = rows[i];
      if (i === 0 || row !== kept[docs - 1]) kept[docs++] = row;
      rows[i] = docs - 1;
    }
    return narrowed(block, kept, docs);
  }

  #side(level: number, id: number): number {
    const known = this.#sides[level]?.[id] ?? UNKNOWN;
    return known === UNKNOWN ? this.#judge(level, id) : known;
  }

  #judge(level: number, id: number): number {
    const sides = withPlace(this.#sides, level, id);
    const side = this.#sideOf(level, id);
    sides[id] = side;
    return side;
  }

  #sideOf(level: number, id: number): number {
    const { side, compare } = this.#levels[level];
    if (level === 0 && this.#page.length === this.#size) {
      const last = this.idsOf(this.#page[this.#size - 1])[0];
      if (compare(id, last) > 0) return OUTSIDE;
    }
    const order = side === undefined ? 1 : side(id);
    return order < 0 ? OUTSIDE : order > 0 ? AFTER : AT;
  }

  #notePast(level: number, bucket: number): void {
    withPlace(this.#past, level, bucket)[bucket] = 1;
  }

  /**
   * Chooses the page again. Values that were in it may be after it now, so they are judged anew.
   */
  #choosePage(): void {
    this.#page = this.best();
    this.#chosenOf = this.size;
    const sides = this.#sides[0];
    for (let id = 0; id < sides.length; id++) {
      if (sides[id] !== OUTSIDE) sides[id] = UNKNOWN;
    }
  }

  /** The first `size` buckets in order. */
  best(): Words {
    const fresh = this.size - this.#chosenOf;
    const all = new Uint32Array(this.#page.length + fresh);
    all.set(this.#page);
    for (let i = 0; i < fresh; i++) all[this.#page.length + i] = this.#chosenOf + i;
    // A bucket may have no documents, if a later level left all of them out.
    const { counts } = this;
    const met = all.filter((bucket) => counts[bucket] > 0);
    const known = new Map<number, readonly number[]>();
    for (const bucket of met) known.set(bucket, this.idsOf(bucket));
    const ids = (bucket: number): readonly number[] => known.get(bucket) ?? this.idsOf(bucket);
    return bestOf(met, this.#size, (a, b) => this.#compareIds(ids(a), ids(b)));
  }

  /** Compares two buckets in the order of the page. */
  compare(a: number, b: number): number {
    return this.#compareIds(this.idsOf(a), this.idsOf(b));
  }

  #compareIds(a: readonly number[], b: readonly number[]): number {
    for (let level = 0; level < this.#levels.length; level++) {
      const { compare } = this.#levels[level];
      const order = compare(a[level], b[level]);
      if (order !== 0) return order;
    }
    return 0;
  }

  /** The numbers of a bucket's values. */
  idsOf(bucket: number): readonly number[] {
    const found: number[] = new Array(this.#tables.length);
    let at = bucket;
    for (let level = this.#tables.length - 1; level >= 0; level--) {
      const { ids, owners } = this.#tables[level];
      found[level] = ids[at];
      at = owners[at];
    }
    return found;
  }

  tuple(bucket: number): readonly (Key | null)[] {
    return this.idsOf(bucket).map((id, level) => this.#levels[level]?.ids.key(id) ?? null);
  }

  ownerOf(bucket: number): number {
    let at = bucket;
    for (let level = this.#tables.length - 1; level >= 0; level--) {
      at = this.#tables[level].owners[at];
    }
    return at;
  }
}

/** The bytes of a level, grown if they have no place `at`. */
function withPlace(levels: Uint8Array[], level: number, at: number): Uint8Array {
  const bytes = levels[level];
  if (at < bytes.length) return bytes;
  const longer = new Uint8Array(Math.max(64, at + 1, bytes.length * 2));
  longer.set(bytes);
  levels[level] = longer;
  return longer;
}
