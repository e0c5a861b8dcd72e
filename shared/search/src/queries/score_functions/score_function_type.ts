/**
 * A function of `function_score`: parsed from JSON to plain data, then bound to the fields of an
 * index.
 */
import type { JsonObject } from '@skein/content';
import type { ScoreFunction } from '@skein/search_library';
import type { QueryParseContext } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';
import type { QueryNeeds } from '../query_type.js';

export interface ScoreFunctionType<Params = unknown> {
  readonly name: string;
  parse(body: JsonObject, context: QueryParseContext): Params;
  /** The function's needs in addition to those of the enclosing query. */
  needs(params: Params): Pick<QueryNeeds, 'now' | 'scripts'>;
  bind(params: Params, shard: QueryShardContext): ScoreFunction;
}

/** A parsed function, as plain data. */
export interface ScoreFunctionNode {
  readonly kind: string;
  readonly params: unknown;
}
