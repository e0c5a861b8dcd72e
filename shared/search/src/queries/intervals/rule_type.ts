/**
 * The definition of an interval rule: parsed from JSON to plain data once, then bound to a field
 * for each index.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import type { ScriptReference } from '@skein/script';
import type { IntervalFilter, Intervals } from '@skein/search_library';
import type { QueryParseContext } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';

/** A parsed rule, as plain data. */
export interface Rule {
  readonly kind: string;
  readonly params: unknown;
  readonly filter: RuleFilter | undefined;
}

export type RuleFilter =
  | { readonly script: ScriptReference }
  | { readonly filter: IntervalFilter; readonly rule: Rule };

export interface RuleContext extends QueryParseContext {
  /** Parses a rule nested in this one. */
  parseRule(json: JsonValue): Rule;
}

/** The field whose intervals are searched, in one index. */
export interface RuleBinding {
  readonly field: string;
  readonly shard: QueryShardContext;
  /** Binds a rule nested in this one. */
  bindRule(rule: Rule): Intervals;
}

export interface RuleType<Params = unknown> {
  readonly name: string;
  /** True if the rule accepts a `filter`. */
  readonly isFiltered: boolean;
  parse(options: JsonObject, context: RuleContext): Params;
  /** The nested rules. */
  rules(params: Params): readonly Rule[];
  bind(params: Params, binding: RuleBinding): Intervals;
}

export const NO_RULES = { rules: (): readonly Rule[] => [] };
