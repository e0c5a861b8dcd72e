/** The number, choice and order of the buckets that `terms` and similar aggregations show. */
import { booleanOf, type Draft, type FieldReaders, into } from '@skein/reading';
import type { ParseContext } from '../aggregation_type.js';
import type { TermsSizes } from '../bucket/terms/terms_part.js';
import { notNegativeLong, positive } from './counts.js';
import { COUNT_DESCENDING, isByKey, type Order, readOrder } from './order.js';

export interface TermsShape extends TermsSizes {
  readonly order: Order;
  readonly showsErrors: boolean;
}

const DEFAULT_SIZE = 10;

export function newShape(): Draft<TermsShape> {
  return {
    size: DEFAULT_SIZE,
    shardSize: -1,
    minDocCount: 1,
    shardMinDocCount: 0,
    order: COUNT_DESCENDING,
    showsErrors: false,
  };
}

export function countReaders(draft: Draft<TermsSizes>, context: ParseContext): FieldReaders {
  return {
    size: into(draft, 'size', 'number', positive('size', context)),
    shard_size: into(draft, 'shardSize', 'number', positive('shardSize', context)),
    min_doc_count: into(draft, 'minDocCount', 'number', notNegativeLong('minDocCount', context)),
    shard_min_doc_count: into(
      draft,
      'shardMinDocCount',
      'number',
      notNegativeLong('shardMinDocCount', context),
    ),
  };
}

export function shapeReaders(draft: Draft<TermsShape>, context: ParseContext): FieldReaders {
  return {
    ...countReaders(draft, context),
    show_term_doc_count_error: into(draft, 'showsErrors', 'boolean', booleanOf),
    order: into(draft, 'order', 'object_array', (value) => readOrder(value, context)),
  };
}

/** The finished options, with the default `shard_size` and consistent minimum counts. */
export function finished(draft: Draft<TermsShape>): TermsShape {
  const { size, shardSize, minDocCount, shardMinDocCount, order } = draft;
  const asked = shardSize > 0 || isByKey(order) ? shardSize : Math.trunc(size * 1.5 + 10);
  return {
    ...draft,
    shardSize: Math.max(asked, size),
    shardMinDocCount: Math.min(shardMinDocCount, minDocCount),
  };
}
