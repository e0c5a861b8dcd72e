/**
 * Sums by bucket with Kahan's compensation. They add as OpenSearch's `CompensatedSum` does, so that
 * the same values in the same order give the same sum.
 */
import { grownDoubles } from './growable.js';

export class CompensatedSums {
  values = new Float64Array(0);
  deltas = new Float64Array(0);

  reserve(buckets: number): void {
    this.values = grownDoubles(this.values, buckets);
    this.deltas = grownDoubles(this.deltas, buckets);
  }

  add(bucket: number, value: number, delta = 0): void {
    const sum = this.values[bucket];
    if (!Number.isFinite(value)) {
      this.values[bucket] = value + sum;
      return;
    }
    if (!Number.isFinite(sum)) return;
    const corrected = value + (this.deltas[bucket] + delta);
    const updated = sum + corrected;
    this.deltas[bucket] = corrected - (updated - sum);
    this.values[bucket] = updated;
  }

  /** The sum of a bucket; 0 if nothing was added to it. */
  value(bucket: number): number {
    return this.values[bucket] ?? 0;
  }

  delta(bucket: number): number {
    return this.deltas[bucket] ?? 0;
  }
}
