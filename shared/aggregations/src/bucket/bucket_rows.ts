/** The accepted rows and their buckets, which are passed to the children. */
import { type Doubles, grownDoubles, roomForWords } from '../collect/growable.js';

export class BucketRows {
  rows = new Uint32Array(0);
  buckets = new Uint32Array(0);

  reserve(count: number): void {
    this.rows = roomForWords(this.rows, count);
    this.buckets = roomForWords(this.buckets, count);
  }
}

/** Adds 1 to the count of each of the first `total` buckets. */
export function countRows(
  into: { counts: Doubles; readonly size: number },
  buckets: Uint32Array,
  total: number,
): void {
  into.counts = grownDoubles(into.counts, into.size);
  const { counts } = into;
  for (let i = 0; i < total; i++) {
    const bucket = buckets[i];
    counts[bucket] = counts[bucket] + 1;
  }
}
