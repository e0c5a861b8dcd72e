/** `all_of` and `any_of`: rules composed of rules. */

import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { anyOfIntervals, noIntervals } from '@skein/search_library';
import { itemsOf, readingField } from '../../request/object_fields.js';
import { tokenName } from '../options.js';
import { parsingError } from '../query_parse_context.js';
import { arrange } from './arrange.js';
import { type Arrangement, arrangementOf, checkRule } from './options.js';
import type { Rule, RuleContext, RuleType } from './rule_type.js';

const ALL_OF_FIELDS = {
  ordered: 'boolean',
  mode: 'string',
  intervals: 'object_array',
  max_gaps: 'number',
  filter: 'object',
} as const;
const ANY_OF_FIELDS = { intervals: 'object_array', filter: 'object' } as const;

interface Rules {
  readonly rules: readonly Rule[];
}

interface Arranged extends Rules {
  readonly arrangement: Arrangement;
}

export const all_of: RuleType<Arranged> = {
  name: 'all_of',
  isFiltered: true,
  parse(options, context) {
    checkRule('all_of', options, { fields: ALL_OF_FIELDS, context });
    if (options.intervals === undefined) throw missing();
    const rules = parseRules('all_of', options, context);
    return { rules, arrangement: arrangementOf('all_of', options) };
  },
  rules: ({ rules }) => rules,
  bind: ({ rules, arrangement }, { bindRule, shard }) => {
    const parts = rules.map(bindRule);
    if (parts.length === 0) return noIntervals('no rules');
    return arrange(parts, arrangement, shard.maxClauseCount);
  },
};

export const any_of: RuleType<Rules> = {
  name: 'any_of',
  isFiltered: true,
  parse(options, context) {
    checkRule('any_of', options, { fields: ANY_OF_FIELDS, context });
    if (options.intervals === undefined) throw missing();
    return { rules: parseRules('any_of', options, context) };
  },
  rules: ({ rules }) => rules,
  bind: ({ rules }, { bindRule }) => anyOfIntervals(rules.map(bindRule)),
};

function parseRules(rule: string, options: JsonObject, context: RuleContext): readonly Rule[] {
  const { locate } = context;
  return readingField({ name: rule, field: 'intervals', locate, inside: options }, () => {
    const { intervals = null } = options;
    const items = itemsOf(intervals);
    return items.map((each, i) => {
      if (isJsonArray(intervals) && !isContainer(each)) throw notARule(items[i + 1], context);
      return context.parseRule(each);
    });
  });
}

const isContainer = (json: JsonValue): boolean => isJsonArray(json) || isJsonObject(json);

/** OpenSearch skips the token at which the rule should begin, and names the next one. */
function notARule(next: JsonValue | undefined, context: RuleContext): ApiError {
  const token = next === undefined ? 'END_ARRAY' : tokenName(next);
  return parsingError(context, `Expected [FIELD_NAME] but got [${token}]`);
}

function missing(): ApiError {
  return new ApiError('illegal_argument_exception', 'Required [intervals]');
}
