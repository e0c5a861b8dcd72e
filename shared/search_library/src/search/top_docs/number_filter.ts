/**
 * The filter of a sort by a number column with at most one value per document. The bounds of the
 * sort keys form a range of values.
 */
import {
  COLUMN_BLOCK_DOCS,
  NO_MORE_DOCS,
  type NumberColumn,
  type NumberSlots,
  type PointsReader,
} from '../../index/segment_reader.js';
import { hasValue, keepInRange, type SlotRange, slotRange } from '../columns/slot_range.js';
import { nextSetBit, requestBitSet } from '../iterators/bit_set.js';
import { greatestDouble, leastDouble, nextDown, nextUp } from '../queries/double_bounds.js';
import type { ValueBounds } from '../selection.js';
import type { KeyFilter } from './key_filter.js';

/**
 * Documents are looked up by value when at most one in this many is left, and when they are this
 * many times fewer than the matches to come.
 */
const CANDIDATE_SHARE = 16;
const FEWER_THAN_MATCHES = 8;
/** The remaining documents are looked up again when their number has fallen by this factor. */
const FEWER = 4;

export type NumberOrder = number | bigint;

export interface NumberFilterOptions {
  readonly column: NumberColumn;
  readonly slots: NumberSlots;
  readonly points: PointsReader | undefined;
  readonly maxDoc: number;
  /** Number of documents that are not live. */
  readonly deleted: number;
  /** Approximate number of matches to come. */
  readonly matches: number;
  /** Number of hits that are kept. */
  readonly capacity: number;
  /** Ranges that contain a value of every match. */
  readonly selected: readonly Omit<ValueBounds, 'field'>[];
  /** True if all live documents with such a value match. */
  readonly isComplete: boolean;
  readonly descending: boolean;
  /** Only hits after this key, if given; ties with it count too unless it is the only key. */
  readonly after: NumberOrder | undefined;
  readonly missing: NumberOrder;
  readonly isOnlyKey: boolean;
  keyOf(slot: number): NumberOrder;
}

export class NumberFilter implements KeyFilter {
  private readonly options: NumberFilterOptions;
  /** Values that may be in the result, both inclusive. */
  private lower = Number.NEGATIVE_INFINITY;
  private upper = Number.POSITIVE_INFINITY;
  private range: SlotRange | undefined;
  private missingCompetes = true;
  /** The remaining documents by value, when they are few. */
  private candidates: Uint32Array | undefined;
  private candidateCount = Number.POSITIVE_INFINITY;

  constructor(options: NumberFilterOptions) {
    this.options = options;
    const { after, descending, selected } = options;
    for (const { lower, upper } of selected) {
      this.lower = Math.max(this.lower, leastDouble(lower));
      this.upper = Math.min(this.upper, greatestDouble(upper));
    }
    if (after !== undefined) this.bound(after, descending);
    if (options.isComplete) this.boundByRank();
    this.settle();
  }

  limit(worst: number, doc: number): void {
    if (worst >= 0) {
      this.bound(this.options.keyOf(worst), !this.options.descending);
      this.settle();
    }
    this.lookUp(doc);
  }

  keep(docs: Uint32Array, count: number): number {
    const { slots } = this.options;
    if (this.missingCompetes) return this.keepWithMissing(docs, count);
    return this.range === undefined ? 0 : keepInRange(slots, this.range, docs, count);
  }

  next(doc: number): number {
    if (this.candidates !== undefined) {
      const next = nextSetBit(this.candidates, doc);
      return next < 0 ? NO_MORE_DOCS : next;
    }
    const { maxDoc, column } = this.options;
    const { blockBounds: bounds } = column;
    if (bounds === undefined || this.missingCompetes) return doc;
    for (let at = doc; at < maxDoc; ) {
      const block = Math.floor(at / COLUMN_BLOCK_DOCS);
      if (bounds[2 * block] <= this.upper && bounds[2 * block + 1] >= this.lower) return at;
      at = (block + 1) * COLUMN_BLOCK_DOCS;
    }
    return NO_MORE_DOCS;
  }

  stretchEnd(doc: number): number {
    if (this.candidates !== undefined) return doc + 1;
    return (Math.floor(doc / COLUMN_BLOCK_DOCS) + 1) * COLUMN_BLOCK_DOCS;
  }

  /** Excludes values beyond `key`. A tie is excluded too if there is no other key. */
  private bound(key: NumberOrder, isUpper: boolean): void {
    const { isOnlyKey } = this.options;
    const strict = isOnlyKey && typeof key === 'number';
    if (isUpper) this.upper = Math.min(this.upper, strict ? nextDown(key) : greatestDouble(key));
    else this.lower = Math.max(this.lower, strict ? nextUp(key) : leastDouble(key));
  }

  /** Bounds the values by rank: points show a value for which enough live documents are better. */
  private boundByRank(): void {
    const { points, capacity, deleted, descending, after } = this.options;
    if (points?.valueAt === undefined || capacity === 0) return;
    if (descending) {
      const above = Math.min(nextUp(this.upper), leastDouble(after ?? Number.POSITIVE_INFINITY));
      const beyond = points.countRange(above, Number.POSITIVE_INFINITY);
      const at = points.count - beyond - capacity - deleted;
      if (at >= 0) this.lower = Math.max(this.lower, leastDouble(points.valueAt(at)));
      return;
    }
    const below = Math.max(nextDown(this.lower), greatestDouble(after ?? Number.NEGATIVE_INFINITY));
    const before = points.countRange(Number.NEGATIVE_INFINITY, below);
    const at = before + capacity - 1 + deleted;
    if (at < points.count) this.upper = Math.min(this.upper, greatestDouble(points.valueAt(at)));
  }

  private settle(): void {
    const { column, slots, missing, selected } = this.options;
    this.range = slotRange(column, slots, this.lower, this.upper);
    this.missingCompetes =
      slots.presence !== null &&
      selected.length === 0 &&
      (typeof missing === 'bigint' || (missing >= this.lower && missing <= this.upper));
  }

  private lookUp(doc: number): void {
    const { points, maxDoc, matches } = this.options;
    if (points === undefined || this.missingCompetes || doc >= maxDoc) return;
    const count = points.countRange(this.lower, this.upper);
    if (count * CANDIDATE_SHARE > maxDoc - doc || count * FEWER > this.candidateCount) return;
    if (count * FEWER_THAN_MATCHES > matches * (1 - doc / maxDoc)) return;
    const words = requestBitSet(maxDoc);
    points.markRange(this.lower, this.upper, words);
    this.candidates = words;
    this.candidateCount = count;
  }

  private keepWithMissing(docs: Uint32Array, count: number): number {
    const { raw, min, gcd, presence } = this.options.slots;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i];
      if (hasValue(presence, doc)) {
        const value = min + gcd * raw[doc];
        if (value < this.lower || value > this.upper) continue;
      }
      docs[kept++] = doc;
    }
    return kept;
  }
}
