/** Selects the best buckets of each owner, best first, by a heap if not all are wanted. */
import type { Words } from '../collect/growable.js';
import type { GroupedBuckets } from './merge_buckets.js';

type CompareBuckets = (a: number, b: number) => number;

export interface SelectedBuckets {
  readonly starts: Uint32Array;
  readonly buckets: Uint32Array;
}

export interface Selection {
  /** Returns true for a bucket that may be selected; absent if all may be. */
  readonly accept?: ((bucket: number) => boolean) | undefined;
  /** The counts by bucket, whole numbers, if `compare` puts greater counts first. */
  readonly fullest?: Float64Array | undefined;
  /** With `fullest`: true if `compare` puts the bucket that is given first before its equals. */
  readonly isOrdered?: boolean | undefined;
}

/** At most `size` buckets of each owner. */
export function selectBuckets(
  { starts, order }: GroupedBuckets,
  size: number,
  compare: CompareBuckets,
  { accept, ...selection }: Selection = {},
): SelectedBuckets {
  const chosenStarts = new Uint32Array(starts.length);
  const chosen: number[] = [];
  for (let i = 0; i + 1 < starts.length; i++) {
    const own = order.subarray(starts[i], starts[i + 1]);
    const candidates = accept === undefined ? own : accepted(own, accept);
    for (const bucket of bestOf(candidates, size, compare, selection)) chosen.push(bucket);
    chosenStarts[i + 1] = chosen.length;
  }
  return { starts: chosenStarts, buckets: Uint32Array.from(chosen) };
}

function accepted(buckets: Uint32Array, accept: (bucket: number) => boolean): Uint32Array {
  const left = new Uint32Array(buckets.length);
  let count = 0;
  for (let i = 0; i < buckets.length; i++) {
    const bucket = buckets[i];
    left[count] = bucket;
    if (accept(bucket)) count++;
  }
  return left.subarray(0, count);
}

/** The best `size` buckets at most, best first. */
export function bestOf(
  buckets: Uint32Array,
  size: number,
  compare: CompareBuckets,
  selection: Omit<Selection, 'accept'> = {},
): Words {
  if (buckets.length <= size) return sorted(buckets.slice(), compare);
  if (size === 0) return new Uint32Array(0);
  const { fullest, isOrdered = false } = selection;
  if (fullest !== undefined && buckets.length >= MANY_PER_CHOSEN * size) {
    const fuller = enoughOf(buckets, fullest, size);
    if (fuller.length < buckets.length) return bestOf(fuller, size, compare, selection);
  }
  const heap = buckets.slice(0, size);
  for (let i = (size >> 1) - 1; i >= 0; i--) sift(heap, i, compare);
  if (fullest === undefined) offerAll(heap, buckets, compare);
  else offerFuller(heap, buckets, compare, { fullest, isOrdered });
  return heap.sort(compare);
}

/** Offers the buckets after those that the heap began with. */
function offerAll(heap: Words, buckets: Uint32Array, compare: CompareBuckets): void {
  for (let i = heap.length; i < buckets.length; i++) {
    const bucket = buckets[i];
    if (compare(bucket, heap[0]) >= 0) continue;
    heap[0] = bucket;
    sift(heap, 0, compare);
  }
}

/** Does the same as `offerAll`, but excludes most buckets by their counts, without `compare`. */
function offerFuller(
  heap: Words,
  buckets: Uint32Array,
  compare: CompareBuckets,
  { fullest, isOrdered }: { readonly fullest: Float64Array; readonly isOrdered: boolean },
): void {
  // If the first of equal counts is the better, a later bucket needs a count that is greater by 1.
  const leastOf = (): number => fullest[heap[0]] + (isOrdered ? 0.5 : 0);
  let least = leastOf();
  for (let i = heap.length; i < buckets.length; i++) {
    const bucket = buckets[i];
    if (fullest[bucket] < least) continue;
    if (compare(bucket, heap[0]) >= 0) continue;
    heap[0] = bucket;
    sift(heap, 0, compare);
    least = leastOf();
  }
}

/** With this many candidates per chosen bucket, most are excluded by a histogram of counts. */
const MANY_PER_CHOSEN = 4;
/** The histogram counts greater counts as this one. */
const MAX_COUNT = 255;

/** The buckets with the greatest counts, at least `size` of them, in the given order. */
function enoughOf(buckets: Uint32Array, counts: Float64Array, size: number): Uint32Array {
  const byCount = new Uint32Array(MAX_COUNT + 1);
  for (let i = 0; i < buckets.length; i++) {
    const count = Math.min(MAX_COUNT, counts[buckets[i]]);
    byCount[count] = byCount[count] + 1;
  }
  let least = MAX_COUNT;
  let fuller = byCount[least];
  while (fuller < size) fuller += byCount[--least];
  if (fuller === buckets.length) return buckets;
  const left = new Uint32Array(fuller);
  for (let i = 0, at = 0; i < buckets.length; i++) {
    const bucket = buckets[i];
    if (counts[bucket] >= least) left[at++] = bucket;
  }
  return left;
}

/** Sorts the buckets, unless they are in order already, as those of a date histogram often are. */
function sorted(buckets: Words, compare: CompareBuckets): Words {
  for (let i = 1; i < buckets.length; i++) {
    if (compare(buckets[i - 1], buckets[i]) > 0) return buckets.sort(compare);
  }
  return buckets;
}

/** Restores the heap, whose top is the worst bucket. */
function sift(heap: Uint32Array, from: number, compare: CompareBuckets): void {
  const moved = heap[from];
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    const right = child + 1;
    if (right < heap.length && compare(heap[right], heap[child]) > 0) {
      child = right;
    }
    if (compare(heap[child], moved) <= 0) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = moved;
}
