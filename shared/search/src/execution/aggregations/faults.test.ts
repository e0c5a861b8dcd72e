/** Errors of aggregations: the error reported and its message, as recorded from OpenSearch 2.19. */

import type { JsonObject, JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseSearchRequest } from '../../request/parse_search_request.js';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const MAPPING = mappingOf({
  n: 'integer',
  d: 'double',
  at: 'date',
  day: { type: 'date', format: 'yyyy-MM-dd' },
  addr: 'ip',
  truth: 'boolean',
  place: 'geo_point',
  legs: { type: 'nested', properties: { seat: { type: 'keyword' } } },
});

const DOCUMENTS = [
  { n: 1, at: '2024-01-01', legs: [{ seat: 'a' }, { seat: 'b' }] },
  { n: 2100, at: '2024-02-01', legs: [{ seat: 'a' }] },
];

function asked(aggs: JsonObject): JsonObject {
  parseSearchRequest({ aggs }, {});
  const index = new TestIndex({ mapping: MAPPING, documents: DOCUMENTS });
  const answer = index.answer({ size: 0, aggs }) as JsonObject;
  return JSON.parse(JSON.stringify(answer.aggregations)) as JsonObject;
}

function refusal(aggs: JsonObject): string {
  try {
    asked(aggs);
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    const { type, reason, cause } = thrown;
    return cause instanceof ApiError
      ? `${type} < ${cause.type}: ${cause.reason}`
      : `${type}: ${reason}`;
  }
  return 'none';
}

const page = { composite: { sources: [{ d: { terms: { field: 'n' } } }] } };
const inside = (around: JsonObject, child: JsonObject): JsonObject => ({
  around: { ...around, aggs: { child } },
});
const NO_RANGES = 'illegal_argument_exception: No [ranges] specified for the [around] aggregation';
const BAD_DAY = 'failed to parse date field [5] with format [yyyy-MM-dd]';
const badDay = { stats: { field: 'day', missing: 5 } };
const badRange = { field: 'n', ranges: [{ from: 'x' }] };

test.each<[JsonObject, string]>([
  [inside({ range: { field: 'n' } }, page), NO_RANGES],
  [inside({ date_range: { field: 'at' } }, page), NO_RANGES],
  [
    inside({ range: { field: 'n', ranges: [{ to: 5 }] } }, page),
    'illegal_argument_exception: [composite] aggregation cannot be used with a parent aggregation of type: [range]',
  ],
  [
    inside({ multi_terms: { terms: [{ field: 'n' }, { field: 'at', missing: 'x' }] } }, badDay),
    BAD_DAY,
  ],
  [inside({ filter: { term: { addr: 'x' } } }, badDay), BAD_DAY],
  [inside({ filters: { filters: [{ term: { addr: 'x' } }] } }, badDay), BAD_DAY],
  [inside({ adjacency_matrix: { filters: { a: { term: { addr: 'x' } } } } }, badDay), BAD_DAY],
  [{ a: { median_absolute_deviation: { field: 'day', missing: 5 } } }, BAD_DAY],
  [
    {
      a: {
        weighted_avg: { value: { field: 'legs.seat' }, weight: { field: 'day', missing: 5 } },
      },
    },
    BAD_DAY,
  ],
  [
    { a: { weighted_avg: { value: { field: 'addr' } } } },
    'Expected numeric type on field [addr], but got [ip]',
  ],
  [
    { a: { weighted_avg: { value: { field: 'addr' }, weight: { field: 'place' } } } },
    'Expected numeric type on field [addr], but got [ip]',
  ],
  [
    { a: { weighted_avg: { value: { field: 'place' }, weight: { field: 'addr' } } } },
    'Expected numeric type on field [addr], but got [ip]',
  ],
  [
    { a: { weighted_avg: { value: { field: 'place' }, weight: { field: 'n' } } } },
    'Field [place] of type [geo_point] is not supported for aggregation [weighted_avg]',
  ],
  [
    { a: { date_range: { field: 'place', missing: '-', ranges: [{ to: '2024' }] } } },
    'unsupported symbol [-] in geohash [-]',
  ],
  [
    { a: { median_absolute_deviation: { field: 'place', missing: true } } },
    'Field [place] of type [geo_point] is not supported for aggregation [median_absolute_deviation]',
  ],
  [
    { a: { date_histogram: { field: 'place', time_zone: 'Europe/Berlin' } } },
    'Field [place] of type [geo_point] does not support custom time zones',
  ],
  [{ a: { avg: { field: 'place', missing: false } } }, 'unsupported symbol [a] in geohash [false]'],
  [
    { a: { histogram: { field: 'place', missing: 50, interval: 1 } } },
    'Field [place] of type [geo_point] is not supported for aggregation [histogram]',
  ],
  [
    { a: { weighted_avg: { value: { field: 'day', missing: 5 }, weight: { field: 'nope' } } } },
    BAD_DAY,
  ],
  [
    {
      a: { weighted_avg: { value: { field: 'addr', missing: 'x' }, weight: badDay.stats } },
    },
    BAD_DAY,
  ],
  [
    { a: { weighted_avg: { value: { field: 'n' } } } },
    'Could not find field name [weight] in multiValuesSource',
  ],
  [inside({ range: badRange }, page), 'For input string: "x"'],
  [
    { a: { terms: { field: 'n', order: { nope: 'asc', _key: 'x' } } } },
    'Unknown order direction [x]',
  ],
  [
    inside(
      { terms: { field: 'n' } },
      {
        variable_width_histogram: { field: 'nope' },
        aggs: { a: { percentile_ranks: { field: 'place', values: [1] } } },
      },
    ),
    'Field [place] of type [geo_point] is not supported for aggregation [percentile_ranks]',
  ],
  [
    {
      a: {
        filters: { filters: [{ match_all: {} }, { query_string: { query: '}' } }] },
        aggs: { v: { variable_width_histogram: { field: 'n' } } },
      },
    },
    "Cannot parse '}'",
  ],
  [
    {
      a: {
        rare_terms: { field: 'd' },
        aggs: { p: page },
      },
    },
    '[composite] aggregation cannot be used with a parent aggregation of type: [rare_terms]',
  ],
  [
    {
      m: { matrix_stats: { fields: ['addr'] } },
      p: { percentile_ranks: { field: 'place', values: [1] } },
    },
    'Field [place] of type [geo_point] is not supported for aggregation [percentile_ranks]',
  ],
  [
    { a: { sum: { field: 'place', script: '_value' } } },
    'Script yielding [unknown type] is not supported for aggregation [sum]',
  ],
  [
    { a: { significant_text: { field: 'day' } } },
    'Field [day] has no analyzer, but SignificantText requires an analyzed field',
  ],
  [
    { a: { histogram: { field: 'n', interval: 1, extended_bounds: { min: [] } } } },
    "[double_bounds] min doesn't support values of type: START_ARRAY",
  ],
  [
    { a: { weighted_avg: { value: { field: 'truth', missing: 1 }, weight: { field: 'addr' } } } },
    'Expected numeric type on field [addr], but got [ip]',
  ],
  [
    { a: { histogram: { field: 'n', interval: 1, hard_bounds: { min: 'c', foo: 1 } } } },
    'x_content_parse_exception: [double_bounds] failed to parse field [min]',
  ],
  [
    { a: { histogram: { field: 'n', interval: 1, hard_bounds: { max: true } } } },
    "[double_bounds] max doesn't support values of type: VALUE_BOOLEAN",
  ],
  [
    { a: { histogram: { field: 'n', interval: 1, hard_bounds: { max: '1e400' } } } },
    'Failed to build [double_bounds] after last required field arrived',
  ],
  [
    { a: { histogram: { field: 'n', interval: 1, extended_bounds: { max: 2, min: 5 } } } },
    '[double_bounds] failed to parse field [min]',
  ],
  [
    { a: { date_histogram: { field: 'at', interval: '1d', hard_bounds: { min: true } } } },
    "[bounds] min doesn't support values of type: VALUE_BOOLEAN",
  ],
])('faults are named in the order in which OpenSearch binds aggregations: %j', (aggs, words) => {
  expect(refusal(aggs)).toContain(words);
});

const histogram = (options: JsonObject): JsonObject => ({
  a: { histogram: { field: 'n', interval: 1000, ...options } },
});
const days = (options: JsonObject): JsonObject => ({
  a: { date_histogram: { field: 'at', calendar_interval: 'month', ...options } },
});

test.each<[JsonObject, string]>([
  [
    histogram({ interval: undefined, extended_bounds: { min: -100 }, hard_bounds: { min: 100 } }),
    'hard bounds: [100.0--], extended bounds: [-100.0--null]',
  ],
  [
    days({ extended_bounds: { min: '2023' }, hard_bounds: { min: '2024', max: '2025' } }),
    'hard bounds: [2024--2025], extended bounds: [2023--]',
  ],
])('empty buckets beyond the hard bounds: %j', (aggs, words) => {
  expect(refusal(JSON.parse(JSON.stringify(aggs)) as JsonObject)).toContain(
    `Extended bounds have to be inside hard bounds, ${words}`,
  );
});

const keysOf = (aggs: JsonObject): readonly unknown[] =>
  (asked(aggs).a as { buckets: { key_as_string?: string; key: unknown }[] }).buckets.map(
    ({ key_as_string: text, key }) => text ?? key,
  );

test('a lower bound of empty buckets above the hard bounds is none of their business', () => {
  const bounds = { extended_bounds: { min: 5000 }, hard_bounds: { max: 500 } };
  expect(keysOf(histogram(bounds))).toEqual([0]);
});

test('hard bounds of numbers are compared with keys without their offset', () => {
  expect(keysOf(histogram({ offset: 5, hard_bounds: { max: 2000 } }))).toEqual([
    -995, 5, 1005, 2005,
  ]);
});

test('bounds of dates are rounded as if there were no offset', () => {
  const extended = { min: '2023-12-02', max: '2024-03-01T03:00:00Z' };
  expect(keysOf(days({ offset: '6h', extended_bounds: extended }))).toEqual([
    '2023-12-01T06:00:00.000Z',
    '2024-01-01T06:00:00.000Z',
    '2024-02-01T06:00:00.000Z',
    '2024-03-01T06:00:00.000Z',
  ]);
  expect(keysOf(days({ offset: '6h', hard_bounds: { max: '2024-01-09' } }))).toEqual([
    '2023-12-01T06:00:00.000Z',
  ]);
});

test.each([
  [{ field: 'n', interval: 0.001 }, 'was [2099001]'],
  [{ field: 'n', interval: 0.01 }, 'was [209901]'],
])('all buckets that there would be are told: %j', (options, words) => {
  expect(refusal({ a: { histogram: options } })).toContain(words);
});

test('a bound that is a number is an instant, whatever the format', () => {
  const bounds = { extended_bounds: { min: '2012-1', max: -1 }, format: 'y-M' };
  expect(refusal(days(bounds))).toContain(
    '[extended_bounds.min][1325376000000] cannot be greater than [extended_bounds.max][-1]',
  );
});

test('a derivative misses its path before it looks at its unit', () => {
  const aggs = { m: { aggs: { x: { derivative: { unit: 'i' } } } } };
  expect(refusal(aggs)).toContain('Missing required field [buckets_path] for derivative');
});

const origin = (of: JsonObject[string]): JsonObject => ({
  a: { geo_distance: { field: 'place', origin: of ?? null, ranges: [{ to: 5 }] } },
});

test.each<[JsonValue, string]>([
  [{}, 'malformed [null] geo point object. either [lat] or [lon] (or both) are missing'],
  [{ lat: 1 }, 'malformed [lat] geo point object. either [lat] or [lon] (or both) are missing'],
  [[1, 2, 3], 'malformed [origin]: a geo point array must be of the form [lon, lat]'],
])('the origin %j is none', (of, words) => {
  expect(refusal(origin(of))).toContain(words);
});

test.each(['', '5m', '0km', 'KM', 'foo'])('[%s] is no unit of distances', (unit) => {
  const given = { field: 'place', origin: '2,3', ranges: [{ to: 5 }], unit };
  expect(refusal({ a: { geo_distance: given } })).toContain(`No distance unit match [${unit}]`);
});

test('objects lead back wherever something nested is around, there or not', () => {
  const back = { reverse_nested: {} };
  expect(asked({ n: { nested: { path: 'nope' }, aggs: { back } } })).toMatchObject({
    n: { doc_count: 0, back: { doc_count: 0 } },
  });
  const twice = { reverse_nested: {}, aggs: { back } };
  expect(asked({ n: { nested: { path: 'legs' }, aggs: { twice } } })).toMatchObject({
    n: { twice: { doc_count: 2, back: { doc_count: 2 } } },
  });
  expect(refusal({ back })).toContain('can only be used inside a [nested] aggregation');
});

test('objects hold none of their own path', () => {
  const again = { nested: { path: 'legs' } };
  expect(asked({ n: { nested: { path: 'legs' }, aggs: { again } } })).toMatchObject({
    n: { again: { doc_count: 0 } },
  });
});

test('all documents score alike in a global bucket', () => {
  const hits = { top_hits: { size: 1 } };
  expect(asked({ g: { global: {}, aggs: { hits } } })).toMatchObject({
    g: { hits: { hits: { max_score: 1 } } },
  });
});

test('dates of figures end with the longs of Java', () => {
  const days = { field: 'at', format: 'yyyy-MM-dd' };
  expect(asked({ s: { extended_stats: days } })).toMatchObject({
    s: { sum_of_squares_as_string: '+292278994-08-17' },
  });
});

test('there is no sample of a field that nobody has', () => {
  const n = { value_count: { field: 'n' } };
  expect(asked({ s: { diversified_sampler: { field: 'nope' }, aggs: { n } } })).toEqual({
    s: { doc_count: 0 },
  });
});

test.each<[JsonObject, string]>([
  [
    { histogram: { field: 'truth', interval: 1 } },
    'Field [truth] of type [boolean] is not supported for aggregation [histogram]',
  ],
  [{ terms: [] }, 'expecting token of type [START_OBJECT] but found [START_ARRAY]'],
])('the source %j of a composite is refused', (source, words) => {
  expect(refusal({ a: { composite: { sources: [{ s: source }] } } })).toContain(words);
});

test.each([
  ['.', '2101.'],
  ["0''", "2101'"],
  ["'a'0.0", 'a2101.0'],
])('the format %j', (format, text) => {
  expect(asked({ s: { sum: { field: 'n', format } } })).toMatchObject({
    s: { value_as_string: text },
  });
});

test('pipelines tell their problems together', () => {
  const moving = { moving_fn: { buckets_path: 'd', window: 4, script: '1' } };
  const words = refusal({ d: { avg: { field: 'n' } }, x: moving, y: moving });
  const parent = "a histogram, date_histogram or auto_date_histogram as parent but doesn't have a";
  expect(words).toContain(`Validation Failed: 1: moving_fn aggregation [x] must have ${parent}`);
  expect(words).toContain(`;2: moving_fn aggregation [y] must have ${parent}`);
});

test('ranges of distances stand in their own order', () => {
  const given = { field: 'place', origin: '2,3', ranges: [{ from: 5 }, {}, { to: 1000 }] };
  const { a } = asked({ a: { geo_distance: given } }) as { a: { buckets: { key: string }[] } };
  expect(a.buckets.map(({ key }) => key)).toEqual(['5.0-*', '*-*', '*-1000.0']);
});

test('nothing is near a list of nothing', () => {
  expect(asked(origin([]))).toMatchObject({ a: { buckets: [{ doc_count: 0 }] } });
});

const ranges = (range: JsonObject[string]): JsonObject => ({
  a: { ip_range: { ranges: [range ?? null] } },
});

test.each<[JsonValue, string]>([
  [{ from: 'x' }, "illegal_argument_exception: 'x' is not an IP string literal."],
  [{ to: 9999 }, "illegal_argument_exception: '9999' is not an IP string literal."],
  [{ mask: [] }, "illegal_state_exception: Can't get text on a START_ARRAY"],
  [{ key: null }, "illegal_state_exception: Can't get text on a VALUE_NULL"],
  [{ mask: '1.1.1.1' }, 'illegal_argument_exception: Expected [ip/prefix] but was [1.1.1.1]'],
  [{ nope: 1 }, 'parsing_exception: Unexpected ip range parameter: [nope]'],
  [3, 'parsing_exception: [ranges] must contain objects, but hit a VALUE_NUMBER'],
])('the range of addresses %j is refused as it is read', (range, words) => {
  expect(refusal(ranges(range))).toContain(`x_content_parse_exception < ${words}`);
});

test('nested objects are measured by all that the index has', () => {
  const seats = { significant_terms: { field: 'legs.seat', min_doc_count: 1 } };
  const { n } = asked({ n: { nested: { path: 'legs' }, aggs: { seats } } }) as {
    n: { seats: { bg_count: number; buckets: JsonObject[] } };
  };
  expect(n.seats.bg_count).toBe(5);
  expect(n.seats.buckets.map(({ key, bg_count: count }) => [key, count])).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

const byNothing = { order: { 'b.avg': 'asc' } };
const UNSUPPORTED = (type: string, aggregation: string) =>
  `of type [${type}] is not supported for aggregation [${aggregation}]`;

test.each<[JsonObject, string]>([
  [{ a: { terms: { field: 'place', ...byNothing } } }, UNSUPPORTED('geo_point', 'terms')],
  [{ a: { terms: { field: 'n', include: 'x', ...byNothing } } }, 'regular expression style'],
  [
    { a: { terms: { field: 'n', ...byNothing }, aggs: { c: { avg: { field: 'addr' } } } } },
    UNSUPPORTED('ip', 'avg'),
  ],
  [
    { a: { histogram: { field: 'addr', interval: 5, ...byNothing } } },
    UNSUPPORTED('ip', 'histogram'),
  ],
  [{ a: { date_histogram: { field: 'addr' } } }, UNSUPPORTED('ip', 'date_histogram')],
  [{ a: { date_histogram: { field: 'at', ...byNothing } } }, 'Invalid interval specified'],
  [{ a: { terms: { field: 'n', ...byNothing } } }, 'The provided aggregation [b.avg] either'],
  [
    { a: { composite: { sources: [{ d: { date_histogram: { field: 'addr' } } }] } } },
    'Invalid interval specified',
  ],
  [
    { a: { composite: { sources: [{ d: { date_histogram: { field: 'none' } } }] } } },
    'Invalid interval specified',
  ],
  [{ a: { top_hits: { size: -1 } } }, '[size] must be greater than or equal to 0'],
  [{ a: { top_hits: { from: -1 } } }, '[from] must be greater than or equal to 0'],
  [{ a: { top_hits: { sort: ['none'] } } }, 'No mapping found for [none] in order to sort on'],
  [
    { a: { filter: { term: { n: -7 } }, aggs: { b: { top_hits: { sort: ['none'] } } } } },
    'No mapping found for [none] in order to sort on',
  ],
  [
    { a: { top_hits: { script_fields: { made: 1 } } } },
    'Expected [START_OBJECT] in [script_fields]',
  ],
])('orders are looked at once everything is bound: %j', (aggs, words) => {
  expect(refusal(aggs)).toContain(words);
});

test('what is no number is the epoch among dates', () => {
  const { a } = asked({ a: { extended_stats: { field: 'day' } } }) as JsonObject;
  expect((a as JsonObject).count).toBe(0);
  const { one } = asked({
    one: { filter: { term: { n: 1 } }, aggs: { s: { extended_stats: { field: 'at' } } } },
  }) as { one: { s: JsonObject } };
  expect(one.s.variance_sampling_as_string).toBe('1970-01-01T00:00:00.000Z');
});

test('truths that are significant are no texts', () => {
  const documents = Array.from({ length: 40 }, (_, i) => ({ n: i % 4, truth: i % 4 === 0 }));
  const index = new TestIndex({ mapping: MAPPING, documents, segmentDocs: 40 });
  const aggs = { a: { significant_terms: { field: 'truth' } } };
  const answer = index.answer({ size: 0, query: { term: { n: 0 } }, aggs }) as JsonObject;
  const { a } = JSON.parse(JSON.stringify(answer.aggregations)) as { a: { buckets: JsonObject[] } };
  expect(a.buckets.map(({ key, key_as_string }) => [key, key_as_string])).toEqual([[1, true]]);
});

test('dates in steps of a number are shown as dates in a composite, and read so', () => {
  const sources = [{ h: { histogram: { field: 'at', interval: 86_400_000 } } }];
  const page = (after: JsonObject) => asked({ a: { composite: { sources, size: 1, ...after } } });
  const key = (h: string) => ({ a: { buckets: [{ key: { h }, doc_count: 1 }] } });
  expect(page({})).toMatchObject(key('2024-01-01T00:00:00.000Z'));
  expect(page({ after: { h: '2024-01-05' } })).toMatchObject(key('2024-02-01T00:00:00.000Z'));
});

const BAD_TILE = 'Must be three integers in a form "zoom/x/y".';
const tiled = { geotile_grid: { field: 'place', precision: 3 } };
const dayByDay = {
  date_histogram: { field: 'at', calendar_interval: 'day', format: 'yyyy-MM-dd' },
};

test.each<[JsonObject, JsonValue, string]>([
  [{ terms: { field: 'truth' } }, 1, 'Cannot parse boolean [1], expected either [true] or [false]'],
  [{ terms: { field: 'truth' } }, 'x', 'Cannot parse boolean [x]'],
  [dayByDay, 5, "Text '5' could not be parsed"],
  [dayByDay, true, "Text 'true' could not be parsed"],
  [tiled, '3/a/1', `Invalid geotile_grid hash string of 3/a/1. ${BAD_TILE}`],
  [tiled, '3/4', `Invalid geotile_grid hash string of 3/4. ${BAD_TILE}`],
  [tiled, '3/1.5/1', `Invalid geotile_grid hash string of 3/1.5/1. ${BAD_TILE}`],
  [tiled, '', `Invalid geotile_grid hash string of . ${BAD_TILE}`],
])('a page of the source %j does not begin after %j', (source, x, reason) => {
  const composite = { sources: [{ x: source }], after: { x } };
  expect(refusal({ a: { composite } })).toContain(reason);
});

test('the threshold of cardinality is a long; more than the greatest is taken as that', () => {
  const c = { cardinality: { field: 'n', precision_threshold: 3_221_225_472 } };
  expect(asked({ c })).toEqual({ c: { value: 2 } });
});
