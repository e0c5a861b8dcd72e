/** Reduces the parts of several shards, or of several reductions, to one. */
import { ApiError } from '@skein/errors';
import type { HeuristicScripts } from '../options/heuristic_scripts.js';
import type { ReduceScript } from '../reduction.js';
import type { AggregationTree } from './parse_tree.js';
import { reduceChildren } from './part_access.js';

interface ReduceOptions {
  readonly isFinal: boolean;
  /** `search.max_buckets`. */
  readonly maxBuckets: number;
  readonly checkCancelled: () => void;
  /** Absent if the tree runs no such script. */
  readonly reduceScript?: ReduceScript | undefined;
  readonly heuristicScript?: HeuristicScripts | undefined;
}

const FIRST_OWNER = Uint32Array.of(0);

/** Each of `answers` has one part for each aggregation at the top. */
export function reduceAggregations(
  tree: AggregationTree,
  answers: readonly (readonly unknown[])[],
  { isFinal, maxBuckets, checkCancelled, reduceScript, heuristicScript }: ReduceOptions,
): readonly unknown[] {
  const inputs = answers.map((part) => ({ part, map: FIRST_OWNER }));
  const countBuckets = bucketCounter(maxBuckets);
  const ground = { isFinal, countBuckets, checkCancelled, reduceScript, heuristicScript };
  return reduceChildren(tree, inputs, 1, ground);
}

/** Adds up buckets and throws when they are too many. */
export function bucketCounter(maxBuckets: number): (count: number) => void {
  let buckets = 0;
  return (count) => {
    buckets += count;
    if (buckets > maxBuckets) throw tooManyBuckets(maxBuckets, buckets);
  };
}

function tooManyBuckets(most: number, count: number): ApiError {
  return new ApiError(
    'too_many_buckets_exception',
    `Trying to create too many buckets. Must be less than or equal to: [${most}] but was [${count}]. This limit can be set by changing the [search.max_buckets] cluster level setting.`,
    { metadata: { max_buckets: most } },
  );
}
