/** A function of `function_score`: read from JSON to plain data, then bound to the fields of an index. */
import type { JsonObject } from '@skein/content';
import type { ScoreFunction } from '@skein/search_library';
import type { QueryParseContext } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';
import type { QueryNeeds } from '../query_type.js';

export interface ScoreFunctionType<Params = unknown> {
  readonly name: string;
  parse(body: JsonObject, context: QueryParseContext): Params;
  /** Beside what the query around it needs. */
  needs(params: Params): Pick<QueryNeeds, 'now' | 'scripts'>;
  bind(params: Params, shard: QueryShardContext): ScoreFunction;
}

/** As data. */
export interface ScoreFunctionNode {
  readonly kind: string;
  readonly params: unknown;
}
