/** The best buckets of each owner, best first: sorting all of them only when all are wanted. */
import type { Words } from '../collect/growable.js';
import type { GroupedBuckets } from './merge_buckets.js';

export type CompareBuckets = (a: number, b: number) => number;

export interface SelectedBuckets {
  readonly starts: Uint32Array;
  readonly buckets: Uint32Array;
}

/** `accept`: buckets that take part; absent: all. */
export function selectBuckets(
  { starts, order }: GroupedBuckets,
  size: number,
  compare: CompareBuckets,
  accept?: (bucket: number) => boolean,
): SelectedBuckets {
  const chosenStarts = new Uint32Array(starts.length);
  const chosen: number[] = [];
  for (let i = 0; i + 1 < starts.length; i++) {
    const own = order.subarray(starts[i], starts[i + 1]);
    const candidates = accept === undefined ? own : own.filter(accept);
    for (const bucket of bestOf(candidates, size, compare)) chosen.push(bucket);
    chosenStarts[i + 1] = chosen.length;
  }
  return { starts: chosenStarts, buckets: Uint32Array.from(chosen) };
}

/** At most so many, best first. */
export function bestOf(buckets: Uint32Array, size: number, compare: CompareBuckets): Words {
  if (buckets.length <= size) return buckets.slice().sort(compare);
  if (size === 0) return new Uint32Array(0);
  const heap = buckets.slice(0, size);
  for (let i = (size >> 1) - 1; i >= 0; i--) sift(heap, i, compare);
  for (let i = size; i < buckets.length; i++) {
    const bucket = buckets[i] as number;
    if (compare(bucket, heap[0] as number) >= 0) continue;
    heap[0] = bucket;
    sift(heap, 0, compare);
  }
  return heap.sort(compare);
}

/** The worst stands at the top. */
function sift(heap: Uint32Array, from: number, compare: CompareBuckets): void {
  const moved = heap[from] as number;
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    const right = child + 1;
    if (right < heap.length && compare(heap[right] as number, heap[child] as number) > 0) {
      child = right;
    }
    if (compare(heap[child] as number, moved) <= 0) break;
    heap[at] = heap[child] as number;
    at = child;
  }
  heap[at] = moved;
}
