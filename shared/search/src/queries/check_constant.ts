/**
 * The check of queries for exact terms: OpenSearch creates those of fields with one value for the
 * whole index (`_index`, `constant_keyword`) when it rewrites the query.
 */
import type { QueryShardContext } from './query_shard_context.js';

interface OfField {
  readonly field: string;
}

export function checkConstant<Params extends OfField>(
  bind: (params: Params, shard: QueryShardContext) => unknown,
): (params: Params, shard: QueryShardContext) => void {
  return (params, shard) => {
    if (shard.mapping.field(params.field)?.values.kind === 'constant') bind(params, shard);
  };
}
