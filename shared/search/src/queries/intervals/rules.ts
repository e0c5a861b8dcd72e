/** The rules of an `intervals` query by the name they have in requests. */

import { isJsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { tokenName } from '../options.js';
import { parsingError, type QueryParseContext } from '../query_parse_context.js';
import { allOfRule, anyOfRule } from './combined_rules.js';
import { matchRule } from './match_rule.js';
import { fuzzyRule, prefixRule, regexpRule, wildcardRule } from './pattern_rules.js';
import type { BindIntervals, RuleParser } from './rule_type.js';

const RULES: ReadonlyMap<string, RuleParser> = new Map([
  ['match', matchRule],
  ['any_of', anyOfRule],
  ['all_of', allOfRule],
  ['prefix', prefixRule],
  ['wildcard', wildcardRule],
  ['regexp', regexpRule],
  ['fuzzy', fuzzyRule],
]);

/** Most rules inside rules. */
const MAX_DEPTH = 100;

export function parseNamedRule(
  [name, options]: readonly [string, JsonValue],
  context: QueryParseContext,
  depth = 0,
): BindIntervals {
  const parse = RULES.get(name);
  if (!parse) {
    const reason = `Unknown interval type [${name}], expecting one of [match, any_of, all_of, prefix, wildcard, regexp]`;
    throw parsingError(context, reason);
  }
  if (depth > MAX_DEPTH) throw parsingError(context, 'too many nested interval rules', options);
  if (!isJsonObject(options)) {
    const reason = `[${name}] Expected START_OBJECT but was: ${tokenName(options)}`;
    throw new ApiError('x_content_parse_exception', reason);
  }
  const parseRule = (json: JsonValue): BindIntervals => {
    const [[inner, value = null] = []] = isJsonObject(json) ? Object.entries(json) : [];
    if (inner !== undefined) return parseNamedRule([inner, value], context, depth + 1);
    throw parsingError(context, `Expected [FIELD_NAME] but got [${tokenName(json)}]`, json);
  };
  return parse(options, { ...context, parseRule });
}
