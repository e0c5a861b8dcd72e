/** The rules of an `intervals` query by their name in requests. */

import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { Intervals } from '@skein/search_library';
import { tokenName } from '../options.js';
import { parsingError, type QueryParseContext } from '../query_parse_context.js';
import type { QueryShardContext } from '../query_shard_context.js';
import { all_of, any_of } from './combined_rules.js';
import { filtered, parseFilter } from './filter.js';
import { match } from './match_rule.js';
import { fuzzy, prefix, regexp, wildcard } from './pattern_rules.js';
import type { Rule, RuleType } from './rule_type.js';

const RULES: ReadonlyMap<string, RuleType> = new Map(
  [match, any_of, all_of, prefix, wildcard, regexp, fuzzy].map((type: RuleType) => [
    type.name,
    type,
  ]),
);

/** The maximum nesting depth of rules. */
const MAX_DEPTH = 100;

export function parseNamedRule(
  [name, options]: readonly [string, JsonValue],
  context: QueryParseContext,
  depth = 0,
): Rule {
  const type = RULES.get(name);
  if (!type) {
    const reason = `Unknown interval type [${name}], expecting one of [match, any_of, all_of, prefix, wildcard, regexp]`;
    throw parsingError(context, reason);
  }
  if (depth > MAX_DEPTH) throw parsingError(context, 'too many nested interval rules', options);
  if (!isJsonObject(options)) {
    const reason = `[${name}] Expected START_OBJECT but was: ${tokenName(options)}`;
    throw new ApiError('x_content_parse_exception', reason);
  }
  const parseRule = (json: JsonValue): Rule => {
    const [[inner, value = null] = [], ...others] = isJsonObject(json) ? Object.entries(json) : [];
    if (inner !== undefined) {
      const rule = parseNamedRule([inner, value], context, depth + 1);
      if (others.length === 0) return rule;
      throw parsingError(context, 'Expected [END_OBJECT] but got [FIELD_NAME]', json);
    }
    const token = isJsonObject(json) ? 'END_OBJECT' : tokenName(json);
    throw parsingError(context, `Expected [FIELD_NAME] but got [${token}]`, json);
  };
  const inside = { ...context, parseRule };
  const params = type.parse(options, inside);
  const filter = type.isFiltered ? parseFilter(name, options, inside) : undefined;
  return { kind: name, params, filter };
}

function typeOf({ kind }: Rule): RuleType {
  const type = RULES.get(kind);
  if (type !== undefined) return type;
  throw new ApiError(
    'illegal_argument_exception',
    `interval rule [${kind}] is not known to this node`,
  );
}

export function bindRule(rule: Rule, field: string, shard: QueryShardContext): Intervals {
  const binding = { field, shard, bindRule: (inner: Rule) => bindRule(inner, field, shard) };
  return filtered(typeOf(rule).bind(rule.params, binding), rule.filter, binding);
}

/** True if a script filters intervals, at any depth. */
export function hasScript(rule: Rule): boolean {
  const { filter, params } = rule;
  if (filter !== undefined && ('script' in filter || hasScript(filter.rule))) return true;
  return typeOf(rule).rules(params).some(hasScript);
}
