/** What an interval rule is: read from JSON to plain data once, then bound to a field at each index. */
import type { JsonObject, JsonValue } from '@skein/content';
import type { ScriptReference } from '@skein/script';
import type { IntervalFilter, Intervals } from '@skein/search_library';
import type { QueryParseContext } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';

/** As data. */
export interface Rule {
  readonly kind: string;
  readonly params: unknown;
  readonly filter: RuleFilter | undefined;
}

export type RuleFilter =
  | { readonly script: ScriptReference }
  | { readonly filter: IntervalFilter; readonly rule: Rule };

export interface RuleContext extends QueryParseContext {
  /** Parses a rule inside this one. */
  parseRule(json: JsonValue): Rule;
}

/** The field whose intervals are looked for, at one index. */
export interface RuleBinding {
  readonly field: string;
  readonly shard: QueryShardContext;
  /** Binds a rule inside this one. */
  bindRule(rule: Rule): Intervals;
}

export interface RuleType<Params = unknown> {
  readonly name: string;
  /** Whether it takes a `filter`. */
  readonly isFiltered: boolean;
  parse(options: JsonObject, context: RuleContext): Params;
  /** The rules inside. */
  rules(params: Params): readonly Rule[];
  bind(params: Params, binding: RuleBinding): Intervals;
}

export const NO_RULES = { rules: (): readonly Rule[] => [] };
