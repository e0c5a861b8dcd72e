/** Sorts by a number that a function computes for each document. */
import type { SegmentReader } from '../../index/segment_reader.js';
import type { SortField, SortValue } from '../results.js';
import type { SortKey, SortKeyOptions } from './sort_key.js';

type ComputedNumberSort = Extract<SortField, { kind: 'computed_number' }>;

export class ComputedNumberKey implements SortKey {
  private readonly field: ComputedNumberSort;
  private readonly direction: number;
  private readonly after: number;
  private readonly values: Float64Array;
  private compute: ReturnType<ComputedNumberSort['segment']> | undefined;
  private candidate = 0;
  private candidateDoc = -1;

  constructor(field: ComputedNumberSort, { slots, after }: SortKeyOptions) {
    this.field = field;
    this.direction = field.reverse ? -1 : 1;
    this.after = Number(after ?? 0);
    this.values = new Float64Array(slots);
  }

  segment(reader: SegmentReader): void {
    this.compute = this.field.segment(reader);
    this.candidateDoc = -1;
  }

  /** A document may be offered and then kept, but it is computed only once. */
  load(doc: number, score: number): void {
    if (doc === this.candidateDoc || this.compute === undefined) return;
    this.candidateDoc = doc;
    this.candidate = this.compute(doc, score);
  }

  compareCandidate(slot: number): number {
    return this.order(this.candidate, this.values[slot]);
  }

  compareAfter(): number {
    return this.order(this.candidate, this.after);
  }

  store(slot: number): void {
    this.values[slot] = this.candidate;
  }

  compareSlots(a: number, b: number): number {
    return this.order(this.values[a], this.values[b]);
  }

  value(slot: number): SortValue {
    return this.values[slot];
  }

  /** NaN is greater than any number, as in Java's `Double.compare`. */
  private order(a: number, b: number): number {
    if (a < b) return -this.direction;
    if (a > b) return this.direction;
    if (Number.isNaN(a) === Number.isNaN(b)) return 0;
    return Number.isNaN(a) ? this.direction : -this.direction;
  }
}
