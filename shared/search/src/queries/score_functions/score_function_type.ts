/** A function of `function_score` in its two lives: read from JSON, then bound to the fields of an index. */
import type { JsonObject } from '@skein/content';
import type { ScoreFunction } from '@skein/search_library';
import type { QueryParseContext } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';

export type BindFunction = (context: QueryShardContext) => ScoreFunction;

export interface ScoreFunctionType {
  readonly name: string;
  parse(body: JsonObject, context: QueryParseContext): BindFunction;
}
