/** `filter` of an interval rule: the relation of the intervals to other intervals. */

import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { parseScript } from '@skein/script';
import { filteredIntervals, type IntervalFilter, type Intervals } from '@skein/search_library';
import { readingField } from '../../request/object_fields.js';
import { scriptedIntervals } from '../../scripts/interval_script.js';
import { tokenName } from '../options.js';
import { parsingError, placePrefix } from '../query_parse_context.js';
import type { RuleBinding, RuleContext, RuleFilter } from './rule_type.js';

const FILTERS: ReadonlyMap<string, IntervalFilter> = new Map([
  ['containing', { relation: 'containing', negated: false }],
  ['not_containing', { relation: 'containing', negated: true }],
  ['contained_by', { relation: 'contained_by', negated: false }],
  ['not_contained_by', { relation: 'contained_by', negated: true }],
  ['overlapping', { relation: 'overlapping', negated: false }],
  ['not_overlapping', { relation: 'overlapping', negated: true }],
  ['before', { relation: 'before', negated: false }],
  ['after', { relation: 'after', negated: false }],
]);

/** Parses the filter of a rule, if there is one. */
export function parseFilter(
  rule: string,
  options: JsonObject,
  context: RuleContext,
): RuleFilter | undefined {
  const { filter: json } = options;
  if (json === undefined) return undefined;
  const place = { name: rule, field: 'filter', locate: context.locate, inside: options };
  return readingField(place, () => filterOf(json, context));
}

function filterOf(json: JsonValue, context: RuleContext): RuleFilter {
  const [[name, rule = null] = []] = isJsonObject(json) ? Object.entries(json) : [];
  if (name === undefined) {
    const token = isJsonObject(json) ? 'END_OBJECT' : tokenName(json);
    throw parsingError(context, `Expected [FIELD_NAME] but got [${token}]`, json);
  }
  if (name === 'script') {
    return { script: parseScript(rule, { place: (at) => placePrefix(context, at) }) };
  }
  const filter = FILTERS.get(name);
  if (!filter) throw parsingError(context, `Unknown filter type [${name}]`, json);
  if (!isJsonObject(rule)) {
    throw parsingError(context, `Expected [START_OBJECT] but got [${tokenName(rule)}]`, json);
  }
  return { filter, rule: context.parseRule(rule) };
}

/** Applies the filter to the intervals of its rule. */
export function filtered(
  intervals: Intervals,
  filter: RuleFilter | undefined,
  { shard, bindRule }: RuleBinding,
): Intervals {
  if (filter === undefined) return intervals;
  if ('script' in filter) return scriptedIntervals(intervals, filter.script, shard);
  return filteredIntervals(intervals, bindRule(filter.rule), filter.filter);
}
