/**
 * The requests of the search page. The JSON and curl command on the page are exactly what was sent.
 */
import type { Json, JsonObject } from '../json/exact_json.js';
import { countableField, type FieldInfo, isDate, isNumber, timeFieldOf } from './fields.js';
import type { Filter, SearchState } from './search_state.js';

/** Markers around matches: characters of Unicode's private use area, which texts do not have. */
export const MARK_START = '\ue000';
export const MARK_END = '\ue001';

export const PAGE_SIZE = 50;
const HISTOGRAM_BUCKETS = 60;
const TOP_VALUES = 10;

/** `after` has the sort values of the last hit, behind which the next page begins. */
export function searchBody(
  state: SearchState,
  fields: readonly FieldInfo[],
  { size, after }: { readonly size: number; readonly after?: readonly Json[] | undefined },
): JsonObject {
  return {
    size,
    query: queryOf(state, fields),
    sort: sortOf(state, fields),
    ...(after === undefined
      ? { track_total_hits: true, ...histogramOf(state, fields) }
      : { search_after: after, track_total_hits: false }),
    highlight: {
      pre_tags: [MARK_START],
      post_tags: [MARK_END],
      number_of_fragments: 0,
      fields: { '*': {} },
    },
  };
}

export function queryOf(state: SearchState, fields: readonly FieldInfo[]): Json {
  const { query, filters, from, to } = state;
  const time = timeFieldOf(fields, state.timeField);
  const range =
    time === undefined || (from === '' && to === '')
      ? []
      : [
          {
            range: {
              [time]: { ...(from === '' ? {} : { gte: from }), ...(to === '' ? {} : { lte: to }) },
            },
          },
        ];
  const wanted = filters.filter(({ isNegated }) => !isNegated);
  const unwanted = filters.filter(({ isNegated }) => isNegated);
  const clause = (filter: Filter) => clauseOf(filter, fields);
  return {
    bool: {
      ...(query.trim() === '' ? {} : { must: [{ query_string: { query, lenient: true } }] }),
      filter: [...range, ...wanted.map(clause)],
      ...(unwanted.length === 0 ? {} : { must_not: unwanted.map(clause) }),
    },
  };
}

/** Matches the value as a whole if the field keeps it as one, else its words as a phrase. */
function clauseOf({ field, value }: Filter, fields: readonly FieldInfo[]): Json {
  const countable = countableField(fields, field);
  return countable === undefined
    ? { match_phrase: { [field]: value } }
    : { term: { [countable.name]: { value } } };
}

function sortOf(state: SearchState, fields: readonly FieldInfo[]): Json {
  const time = timeFieldOf(fields, state.timeField);
  const { sort } = state;
  if (sort === undefined) {
    return time === undefined ? [{ _score: 'desc' }] : [{ [time]: { order: 'desc' } }];
  }
  const name = countableField(fields, sort.field)?.name ?? sort.field;
  return [{ [name]: { order: sort.order } }];
}

function histogramOf(state: SearchState, fields: readonly FieldInfo[]): JsonObject {
  const field = timeFieldOf(fields, state.timeField);
  if (field === undefined) return {};
  const histogram = { field, buckets: HISTOGRAM_BUCKETS };
  return { aggs: { over_time: { auto_date_histogram: histogram } } };
}

/** The columns of every document beside its fields. */
export const EXPORT_KEYS = ['_index', '_id'];

/** The body of an export's pages: no counts, no highlights. */
export function exportBody(state: SearchState, fields: readonly FieldInfo[]): JsonObject {
  return { query: queryOf(state, fields), sort: sortOf(state, fields), track_total_hits: false };
}

/**
 * The most frequent values of a field and, for numbers and dates, the least and greatest, among the
 * documents of the current search.
 */
export function statisticsBody(
  state: SearchState,
  fields: readonly FieldInfo[],
  field: FieldInfo,
): JsonObject {
  const { name } = countableField(fields, field.name) ?? field;
  return {
    size: 0,
    track_total_hits: true,
    query: queryOf(state, fields),
    aggs: {
      values: { terms: { field: name, size: TOP_VALUES } },
      missing: { missing: { field: name } },
      distinct: { cardinality: { field: name } },
      ...(isDate(field) || isNumber(field)
        ? { least: { min: { field: name } }, most: { max: { field: name } } }
        : {}),
    },
  };
}
