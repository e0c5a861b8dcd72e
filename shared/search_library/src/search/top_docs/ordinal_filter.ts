/**
 * The filter of a sort by an ordinal column with at most one term per document, by bounds of places
 * in the segment's term order.
 */
import { NO_MORE_DOCS, type SlotArray } from '../../index/segment_reader.js';
import { keepInRange, type SlotRange } from '../columns/slot_range.js';
import type { KeyFilter } from './key_filter.js';

interface OrdinalFilterOptions {
  /** Ordinal + 1 of each document, 0 for none. */
  readonly raw: SlotArray;
  readonly descending: boolean;
  readonly isOnlyKey: boolean;
  /** Place of the key to search after, if given. A place between two ordinals is fractional. */
  readonly after: number | undefined;
  /** Place of documents without a term. */
  readonly missing: number;
  /** Place of the hit in a slot. */
  placeOf(slot: number): number;
}

export class OrdinalFilter implements KeyFilter {
  private readonly options: OrdinalFilterOptions;
  /** Places that may get into the result, both inclusive. */
  private lower = Number.NEGATIVE_INFINITY;
  private upper = Number.POSITIVE_INFINITY;

  constructor(options: OrdinalFilterOptions) {
    this.options = options;
    if (options.after !== undefined) this.bound(options.after, options.descending);
  }

  limit(worst: number): void {
    if (worst >= 0) this.bound(this.options.placeOf(worst), !this.options.descending);
  }

  keep(docs: Uint32Array, count: number): number {
    const { raw, missing } = this.options;
    const missingCompetes = missing >= this.lower && missing <= this.upper;
    const range = { low: Math.max(1, this.lower + 1), high: this.upper + 1 };
    if (!missingCompetes)
      return keepInRange({ raw, min: 0, gcd: 1, presence: null }, range, docs, count);
    return keepWithMissing(raw, range, docs, count);
  }

  next(doc: number): number {
    return doc;
  }

  stretchEnd(): number {
    return NO_MORE_DOCS;
  }

  /**
   * Excludes places beyond `place`. An integral place that only ties is excluded too if there is no
   * other key. At a fractional place the bytes decide.
   */
  private bound(place: number, isUpper: boolean): void {
    const step = this.options.isOnlyKey && Number.isInteger(place) ? 1 : 0;
    if (isUpper) this.upper = Math.min(this.upper, place - step);
    else this.lower = Math.max(this.lower, place + step);
  }
}

function keepWithMissing(
  raw: SlotArray,
  { low, high }: SlotRange,
  docs: Uint32Array,
  count: number,
): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i];
    const slot = raw[doc];
    if (slot === 0 || (slot >= low && slot <= high)) docs[kept++] = doc;
  }
  return kept;
}
