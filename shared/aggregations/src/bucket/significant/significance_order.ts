/**
 * Selects the most significant buckets in the order in which OpenSearch shows them. OpenSearch puts
 * them into a heap in the order in which it meets them, which determines the order of equal scores.
 */
import { hashOrder } from '../../metric/hash_order.js';
import type { GroupedBuckets } from '../merge_buckets.js';
import { LucenePriorityQueue } from '../priority_queue.js';
import type { SelectedBuckets } from '../select_buckets.js';

interface Scored {
  /** The score of each bucket. */
  readonly scores: Float64Array;
  readonly accept: (bucket: number) => boolean;
  /** The buckets of an owner in the order in which OpenSearch meets them. */
  readonly inOrder: (buckets: Uint32Array) => Iterable<number>;
}

/** At most `size` of the buckets of each owner, best first. */
export function mostSignificant(
  { starts, order }: GroupedBuckets,
  size: number,
  { scores, accept, inOrder }: Scored,
): SelectedBuckets {
  const isLess = (a: number, b: number) => scores[a] < scores[b];
  const chosen: number[] = [];
  const chosenStarts = new Uint32Array(starts.length);
  for (let owner = 0; owner + 1 < starts.length; owner++) {
    const own = order.subarray(starts[owner], starts[owner + 1]);
    const queue = new LucenePriorityQueue(Math.min(size, own.length), isLess);
    for (const bucket of inOrder(own)) if (accept(bucket)) queue.insert(bucket);
    const first = chosen.length;
    chosen.length += queue.size;
    // The queue gives the worst bucket first.
    for (let i = chosen.length - 1; i >= first; i--) chosen[i] = queue.pop();
    chosenStarts[owner + 1] = chosen.length;
  }
  return { starts: chosenStarts, buckets: Uint32Array.from(chosen) };
}

/** The buckets in the order of a Java `HashMap` of their names. */
export function byHashOfName(
  buckets: Uint32Array,
  nameOf: (bucket: number) => string,
): readonly number[] {
  const byName = new Map(Array.from(buckets, (bucket) => [nameOf(bucket), bucket]));
  return hashOrder([...byName.keys()]).flatMap((name) => byName.get(name) ?? []);
}
