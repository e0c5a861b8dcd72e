/**
 * The most telling buckets in the order in which OpenSearch shows them: it takes them out of a hash table into a heap, so that those which tell equally much stand in the
 * order which these leave behind.
 */
import { hashOrder } from '../metric/hash_order.js';
import { LucenePriorityQueue } from './priority_queue.js';

interface Scored {
  /** By bucket. */
  readonly scores: Float64Array;
  readonly nameOf: (bucket: number) => string;
  readonly accept: (bucket: number) => boolean;
}

/** At most `size` of the buckets, best first. */
export function bySignificance(
  buckets: Uint32Array,
  size: number,
  { scores, nameOf, accept }: Scored,
): Uint32Array {
  const byName = new Map(Array.from(buckets, (bucket) => [nameOf(bucket), bucket]));
  const isLess = (a: number, b: number) => (scores[a] as number) < (scores[b] as number);
  const queue = new LucenePriorityQueue(Math.min(size, buckets.length), isLess);
  for (const name of hashOrder([...byName.keys()])) {
    const bucket = byName.get(name) as number;
    if (accept(bucket)) queue.insert(bucket);
  }
  const best = new Uint32Array(queue.size);
  for (let i = best.length - 1; i >= 0; i--) best[i] = queue.pop();
  return best;
}
