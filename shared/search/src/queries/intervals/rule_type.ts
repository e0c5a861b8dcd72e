/** What an interval rule is: read from JSON once, then bound to a field at each index. */
import type { JsonObject, JsonValue } from '@skein/content';
import type { Intervals } from '@skein/search_library';
import type { QueryParseContext } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';

/** Intervals of a field, at one index. */
export type BindIntervals = (field: string, shard: QueryShardContext) => Intervals;

export interface RuleContext extends QueryParseContext {
  /** Parses a rule inside this one. */
  parseRule(json: JsonValue): BindIntervals;
}

export type RuleParser = (options: JsonObject, context: RuleContext) => BindIntervals;
