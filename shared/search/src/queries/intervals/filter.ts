/** `filter` of an interval rule: how the intervals lie to others. */

import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { parseScript } from '@skein/script';
import { filteredIntervals, type IntervalFilter } from '@skein/search_library';
import { readingField } from '../../request/object_fields.js';
import { scriptedIntervals } from '../../scripts/interval_script.js';
import { tokenName } from '../options.js';
import { parsingError, placePrefix } from '../query_parse_context.js';
import type { BindIntervals, RuleContext } from './rule_type.js';

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

/** Puts the filter, if there is one, on the intervals of a rule. */
export function withFilter(
  bind: BindIntervals,
  { rule, options }: { readonly rule: string; readonly options: JsonObject },
  context: RuleContext,
): BindIntervals {
  const { filter: json } = options;
  if (json === undefined) return bind;
  const place = { name: rule, field: 'filter', locate: context.locate, inside: options };
  return readingField(place, () => filtered(bind, json, context));
}

function filtered(bind: BindIntervals, json: JsonValue, context: RuleContext): BindIntervals {
  const [[name, rule = null] = []] = isJsonObject(json) ? Object.entries(json) : [];
  if (name === undefined) {
    const reason = `Expected [FIELD_NAME] but got [${tokenName(json)}]`;
    throw parsingError(context, reason, json);
  }
  if (name === 'script') {
    const script = parseScript(rule, { place: (at) => placePrefix(context, at) });
    return (field, shard) => scriptedIntervals(bind(field, shard), script, shard);
  }
  const filter = FILTERS.get(name);
  if (!filter) throw parsingError(context, `Unknown filter type [${name}]`, json);
  const other = context.parseRule(rule);
  return (field, shard) => filteredIntervals(bind(field, shard), other(field, shard), filter);
}
