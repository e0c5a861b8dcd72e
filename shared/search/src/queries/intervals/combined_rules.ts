/** `all_of` and `any_of`: rules made of rules. */

import type { JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { anyOfIntervals, noIntervals } from '@skein/search_library';
import { itemsOf, readingField } from '../../request/object_fields.js';
import { arrange } from './arrange.js';
import { withFilter } from './filter.js';
import { arrangementOf, checkRule } from './options.js';
import type { BindIntervals, RuleContext, RuleParser } from './rule_type.js';

const ALL_OF_FIELDS = {
  ordered: 'boolean',
  mode: 'string',
  intervals: 'object_array',
  max_gaps: 'number',
  filter: 'object',
} as const;
const ANY_OF_FIELDS = { intervals: 'object_array', filter: 'object' } as const;

export const allOfRule: RuleParser = (options, context) => {
  checkRule('all_of', options, { fields: ALL_OF_FIELDS, context });
  if (options.intervals === undefined) throw missing();
  const rules = parseRules('all_of', options, context);
  const arrangement = arrangementOf(options);
  return withFilter(
    (field, shard) => {
      const parts = rules.map((rule) => rule(field, shard));
      return parts.length === 0 ? noIntervals('no rules') : arrange(parts, arrangement);
    },
    { rule: 'all_of', options },
    context,
  );
};

export const anyOfRule: RuleParser = (options, context) => {
  checkRule('any_of', options, { fields: ANY_OF_FIELDS, context });
  if (options.intervals === undefined) throw missing();
  const rules = parseRules('any_of', options, context);
  return withFilter(
    (field, shard) => anyOfIntervals(rules.map((rule) => rule(field, shard))),
    { rule: 'any_of', options },
    context,
  );
};

function parseRules(
  rule: string,
  options: JsonObject,
  context: RuleContext,
): readonly BindIntervals[] {
  const { locate } = context;
  return readingField({ name: rule, field: 'intervals', locate, inside: options }, () =>
    itemsOf(options.intervals ?? null).map((each) => context.parseRule(each)),
  );
}

function missing(): ApiError {
  return new ApiError('illegal_argument_exception', 'Required [intervals]');
}
