/**
 * `collect_mode`: with `depth_first`, sub-aggregations see the documents of all buckets as they
 * come; with `breadth_first`, they later see only those of the buckets that are kept.
 */
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { textOf } from '@skein/reading';
import type { AggregationNode } from '../aggregation_node.js';
import type { Order } from './order.js';

/** The mode that the request asks for; if it is `undefined`, the cheaper one is chosen. */
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
  /** The greatest number of buckets that an owner may have; `undefined` if it is unknown. */
  readonly mostBuckets: number | undefined;
}

const UNLIMITED = Number.POSITIVE_INFINITY;

/**
 * If fewer than one in this many buckets is kept, recording their documents for later pays off:
 * recording costs about as much as collecting one metric.
 */
const BUCKETS_PER_CHOSEN = 16;

/**
 * Returns a predicate: true for a sub-aggregation that is deferred until the buckets are chosen. A
 * sub-aggregation that the buckets are ordered by is never deferred. OpenSearch defers whenever a
 * bucket may be left out; here deferral happens if most buckets are left out or if the request asks
 * for it.
 */
export function deferral({ mode, order, shardSize, mostBuckets = UNLIMITED }: Choosing) {
  const isDeferring =
    mode === 'breadth_first' ||
    (mode === undefined && mostBuckets > BUCKETS_PER_CHOSEN * shardSize);
  const ranking = new Set(order.map((by) => (by.by === 'path' ? by.path.names[0] : undefined)));
  return ({ name }: AggregationNode): boolean => isDeferring && !ranking.has(name);
}
