/**
 * One bucket for each value of an owner's documents, the common collector of `terms` and similar
 * aggregations. A document with several values is counted once in each of their buckets.
 */
import type { ErrorType } from '@skein/errors';
import type { IndexSearcher } from '@skein/search_library';
import type { AggregationNode } from '../aggregation_node.js';
import type { AggregationShard } from '../aggregation_shard.js';
import {
  type AcceptsKey,
  acceptKeys,
  type IncludeExclude,
  numberForm,
} from '../options/include_exclude.js';
import type { NumberValues } from '../values/number_values.js';
import type { TermValues, Values } from '../values/resolve_values.js';
import { NumberBuckets } from './number_buckets.js';
import { type Tallying, TermBuckets } from './terms/term_buckets.js';
import type { ValueBuckets } from './value_buckets_type.js';

export type { ReadCounts, ValueBuckets } from './value_buckets_type.js';

interface ValueBucketsOptions {
  readonly countsRepeated?: boolean;
  /** See `Tallying`. If it is absent, buckets are numbered as they are met. */
  readonly tallying?: Tallying | undefined;
  /** The error for a regular expression over numbers and addresses. */
  readonly refusedExpression?: ErrorType | undefined;
}

/**
 * The buckets of the values that `include` and `exclude` accept; `undefined` if no document has a
 * value.
 */
export function chosenBuckets(
  values: Values,
  { options, name }: AggregationNode<IncludeExclude>,
  { nowMs, searcher, settings }: AggregationShard,
  how: ValueBucketsOptions = {},
): ValueBuckets | undefined {
  if (values.kind !== 'number' && values.kind !== 'term') return undefined;
  const form = values.kind === 'term' ? values.text : numberForm(values, nowMs);
  const { refusedExpression } = how;
  const accepts = acceptKeys(options, form, { name, settings, refusedExpression });
  return valueBuckets(values, accepts, searcher, how);
}

export function valueBuckets(
  values: NumberValues | TermValues,
  accepts: AcceptsKey | undefined,
  searcher: IndexSearcher,
  { countsRepeated = false, tallying }: ValueBucketsOptions = {},
): ValueBuckets {
  return values.kind === 'term'
    ? new TermBuckets(values.source, { accepts, searcher, tallying })
    : new NumberBuckets(values, accepts, { countsRepeated, searcher });
}
