/** `all_of` and `any_of`: rules made of rules. */
import { isJsonArray, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { anyOfIntervals, noIntervals } from '@skein/search_library';
import { tokenName } from '../options.js';
import { parsingError } from '../query_parse_context.js';
import { arrange } from './arrange.js';
import { withFilter } from './filter.js';
import { arrangementOf, refuseOthers } from './options.js';
import type { BindIntervals, RuleContext, RuleParser } from './rule_type.js';

export const allOfRule: RuleParser = (options, context) => {
  refuseOthers(
    { rule: 'all_of', known: ['intervals', 'max_gaps', 'ordered', 'mode', 'filter'] },
    options,
    context,
  );
  if (options.intervals === undefined) throw missing();
  const rules = parseRules(options.intervals, context);
  const arrangement = arrangementOf(options);
  return withFilter(
    (field, shard) => {
      const parts = rules.map((rule) => rule(field, shard));
      return parts.length === 0 ? noIntervals('no rules') : arrange(parts, arrangement);
    },
    options.filter,
    context,
  );
};

export const anyOfRule: RuleParser = (options, context) => {
  refuseOthers({ rule: 'any_of', known: ['intervals', 'filter'] }, options, context);
  if (options.intervals === undefined) throw missing();
  const rules = parseRules(options.intervals, context);
  return withFilter(
    (field, shard) => anyOfIntervals(rules.map((rule) => rule(field, shard))),
    options.filter,
    context,
  );
};

function parseRules(json: JsonValue, context: RuleContext): readonly BindIntervals[] {
  if (isJsonArray(json)) return json.map((each) => context.parseRule(each));
  throw parsingError(context, `Expected [START_ARRAY] but got [${tokenName(json)}]`, json);
}

function missing(): ApiError {
  return new ApiError('illegal_argument_exception', 'Required [intervals]');
}
