/**
 * `collect_mode`: sub-aggregations see the documents of all buckets as they come, or later only
 * those of the buckets that stay.
 */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { textOf } from '@skein/reading';
import type { AggregationNode } from '../aggregation_type.js';
import type { Order } from './order.js';

/** `undefined`: as it pays. */
export type CollectMode = 'depth_first' | 'breadth_first' | undefined;

export function readCollectMode(json: JsonValue): CollectMode {
  const mode = textOf(json);
  if (mode === 'depth_first' || mode === 'breadth_first') return mode;
  throw new ApiError('parse_exception', `no [collect_mode] found for value [${mode}]`);
}

interface Choosing {
  readonly mode: CollectMode;
  readonly order: Order;
  readonly shardSize: number;
  /** The number of buckets that an owner may have; absent: unknown. */
  readonly mostBuckets: number | undefined;
}

const UNLIMITED = Number.POSITIVE_INFINITY;

/**
 * Where no more than one of so many buckets is left, their documents are worth writing down: that
 * costs about as much as a metric.
 */
const BUCKETS_PER_CHOSEN = 16;

/**
 * Which sub-aggregations wait until buckets are chosen: none by which they are ordered. OpenSearch
 * lets them wait wherever a bucket may be left out; here they wait where most are, or where it is
 * asked for.
 */
export function deferral({ mode, order, shardSize, mostBuckets = UNLIMITED }: Choosing) {
  const isDeferring =
    mode === 'breadth_first' ||
    (mode === undefined && mostBuckets > BUCKETS_PER_CHOSEN * shardSize);
  const ranking = new Set(order.map((by) => (by.by === 'path' ? by.path.names[0] : undefined)));
  return ({ name }: AggregationNode): boolean => isDeferring && !ranking.has(name);
}
