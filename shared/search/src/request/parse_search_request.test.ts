import { isJsonObject, parseJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { parseQuery } from '../queries/parse_query.js';
import { bodyLocator } from './body_location.js';
import { parseCountBody } from './parse_count_request.js';
import { parseSearchRequest } from './parse_search_request.js';

function parse(text: string) {
  const bytes = new TextEncoder().encode(text);
  const json = parseJson(bytes);
  const body = isJsonObject(json) ? json : undefined;
  return parseSearchRequest(body, {}, { locate: bodyLocator(bytes, json) });
}

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof ApiError) return `${thrown.status} ${thrown.type}: ${thrown.reason}`;
    throw thrown;
  }
  return 'accepted';
}

test.each([
  ['{"query":{}}', '400 illegal_argument_exception: query malformed, empty clause found at [1:11]'],
  [
    '{"query":{"match":{"a":["x"]}}}',
    "500 illegal_state_exception: Can't get text on a START_ARRAY at 1:24",
  ],
  ['{"query":"x"}', '400 parsing_exception: Unknown key for a VALUE_STRING in [query].'],
  ['{"nope":"x"}', '400 parsing_exception: Unknown key for a VALUE_STRING in [nope].'],
  ['{"match":{}}', '400 parsing_exception: Unknown key for a START_OBJECT in [match].'],
  ['{"__proto__":[]}', '400 parsing_exception: Unknown key for a START_ARRAY in [__proto__].'],
  [
    '{"from":-1}',
    '400 illegal_argument_exception: [from] parameter cannot be negative, found [-1]',
  ],
  [
    '{"size":-2}',
    '400 illegal_argument_exception: [size] parameter cannot be negative, found [-2]',
  ],
  ['{"size":"x"}', '400 number_format_exception: For input string: "x"'],
  ['{"track_scores":""}', 'accepted'],
  [
    '{"track_scores":" "}',
    '400 illegal_argument_exception: Failed to parse value [ ] as only [true] or [false] are allowed.',
  ],
  [
    '{"collapse":{"field":true}}',
    "400 x_content_parse_exception: [1:22] [collapse] field doesn't support values of type: VALUE_BOOLEAN",
  ],
  [
    '{"_source":5}',
    '400 parsing_exception: Expected one of [VALUE_BOOLEAN, START_OBJECT] but found [VALUE_NUMBER]',
  ],
  ['{"_source":{"foo":[]}}', '400 parsing_exception: Unknown key for a START_ARRAY in [foo].'],
  ['{"track_total_hits":-5}', '400 search_phase_execution_exception: '],
  [
    '{"size":true}',
    '400 json_parse_exception: Current token (VALUE_TRUE) not numeric, can not use numeric value accessors\n at [line: 1, column: 9]',
  ],
  [
    '{"size":1e19}',
    '500 input_coercion_exception: Numeric value (10000000000000000000) out of range of int (-2147483648 - 2147483647)\n at [line: 1, column: 9]',
  ],
  [
    '{"explain":1}',
    '400 json_parse_exception: Current token (VALUE_NUMBER_INT) not of boolean type\n at [line: 1, column: 12]',
  ],
  [
    '{"stored_fields":["a",{}]}',
    "500 illegal_state_exception: Can't get text on a START_OBJECT at 1:23",
  ],
  [
    '{"query":{"query_string":{"query":"a","fields":[null]}}}',
    "500 illegal_state_exception: Can't get text on a VALUE_NULL at 1:49",
  ],
  [
    '{"query":{"wildcard":{"a":null}}}',
    "500 illegal_state_exception: Can't get text on a VALUE_NULL at 1:27",
  ],
  [
    '{"sort":[{"a":0}]}',
    '400 x_content_parse_exception: [1:15] [field_sort] Expected START_OBJECT but was: END_OBJECT',
  ],
  [
    '{"sort":[{"a":[null]}]}',
    '400 x_content_parse_exception: [1:15] [field_sort] Expected START_OBJECT but was: VALUE_NULL',
  ],
  [
    '{"sort":[{"a":{"unmapped_type":-1}}]}',
    "400 x_content_parse_exception: [1:32] [field_sort] unmapped_type doesn't support values of type: VALUE_NUMBER",
  ],
  [
    '{"docvalue_fields":[[{"field":"a"}]]}',
    '400 parsing_exception: Unknown key for a END_ARRAY in [docvalue_fields].',
  ],
  [
    '{"fields":[[{"field":"a"}]]}',
    '400 parsing_exception: Unknown key for a END_ARRAY in [fields].',
  ],
  [
    '{"sort":[{"_geo_distance":[]}]}',
    '400 illegal_argument_exception: Geo distance sorting needs at least one point.',
  ],
  [
    '{"sort":[{"_geo_distance":{"p":5}}]}',
    '500 null_pointer_exception: Cannot invoke "String.equals(Object)" because "fieldName" is null',
  ],
  [
    '{"sort":[{"_geo_distance":{"p":{"lat":[1],"lon":2}}}]}',
    '400 parse_exception: lat must be a number',
  ],
  [
    '{"sort":[{"_geo_distance":{"p":[1,2,3]}}]}',
    '400 parse_exception: geo point parsing: expected second number but got [END_ARRAY] instead',
  ],
  [
    '{"sort":[{"_geo_distance":{"p":[1,"2"]}}]}',
    '400 parse_exception: geo point parsing: expected second number but got [VALUE_STRING] instead',
  ],
  [
    '{"sort":[{"_geo_distance":{"p":[[1,2,3]]}}]}',
    '400 parse_exception: Exception parsing coordinates: found Z value [3.0] but [ignore_z_value] parameter is [false]',
  ],
  [
    '{"docvalue_fields":[["a"]]}',
    '400 x_content_parse_exception: [docvalues_field] Expected START_OBJECT but was: VALUE_STRING',
  ],
  [
    '{"indices_boost":[-1]}',
    '400 parsing_exception: Expected [START_OBJECT] in [null] but found [VALUE_NUMBER]',
  ],
  [
    '{"timeout":"soon"}',
    '400 illegal_argument_exception: failed to parse setting [timeout] with value [soon] as a time value: unit is missing or unrecognized',
  ],
  [
    '{"sort":[{"a":{"order":"up"}}]}',
    '400 x_content_parse_exception: [1:24] [field_sort] failed to parse field [order]',
  ],
  [
    '{"sort":[{"a":{"nope":1}}]}',
    '400 x_content_parse_exception: [1:16] [field_sort] unknown field [nope]',
  ],
  [
    '{"sort":[5]}',
    '400 illegal_argument_exception: malformed sort format, within the sort array, an object, or an actual string are allowed',
  ],
  [
    '{"ext":{"a":{}}}',
    '400 x_content_parse_exception: unknown named object category [org.opensearch.search.SearchExtBuilder]',
  ],
  ['{"ext":"x"}', '400 parsing_exception: Unknown key for a VALUE_STRING in [ext].'],
  [
    '{"sort":["_shard_doc"]}',
    '400 action_request_validation_exception: Validation Failed: 1: [_shard_doc] sort field cannot be used without [point in time];',
  ],
  [
    '{"search_after":[]}',
    '400 illegal_argument_exception: Values must contains at least one value.',
  ],
  ['{"highlight":{}}', 'accepted'],
  ['{"aggs":{"a":{}}}', '400 parsing_exception: Missing definition for aggregation [a]'],
  ['{"aggs":{},"explain":false}', 'accepted'],
])('%s', (text, reason) => {
  expect(refusal(() => parse(text))).toBe(reason);
});

test.each([
  ['{"query":\n {"nope":{"a":1}}}', 2, 10],
  ['{"query":{"nope":{}}}', 1, 18],
  ['{"fomr":1}', 1, 9],
  ['{"size":1,"fomr":{}}', 1, 18],
])('the place of a fault: %s', (text, line, col) => {
  let fault: unknown;
  try {
    parse(text);
  } catch (thrown) {
    fault = thrown;
  }
  expect(fault).toMatchObject({ metadata: { line, col } });
});

test('every form of sort', () => {
  const { sort } = parse(
    '{"sort":["a",{"b":"desc"},"_score",{"_score":"asc"},{"c":{"order":"desc","missing":"_first","mode":"max"}}]}',
  );
  expect(sort.map(({ field, reverse }) => `${field} ${reverse}`)).toEqual([
    'a false',
    'b true',
    '_score false',
    '_score true',
    'c true',
  ]);
  expect(sort[4]).toMatchObject({ missing: '_first', mode: 'max' });
});

test.each([
  ['a list', JSON.stringify(Array.from({ length: 10_001 }, (_, i) => `f${i}`))],
  ['an object', JSON.stringify(membersOf(10_001))],
  ['a list of objects', JSON.stringify([membersOf(10_000), 'last'])],
])('the keys of a sort are limited: %s', (_form, sort) => {
  expect(refusal(() => parse(`{"sort":${sort}}`))).toBe(
    '400 illegal_argument_exception: [sort] has [10001] keys, more than the [10000] allowed',
  );
});

test('as many sort keys as the limit are read', () => {
  expect(parse(JSON.stringify({ sort: membersOf(10_000) })).sort).toHaveLength(10_000);
});

function membersOf(count: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 'asc']));
}

test('a distance is sorted by from any number of points that a body may have', () => {
  const points = Array.from({ length: LONG_LIST }, () => [1, 2]);
  const { sort } = parse(JSON.stringify({ sort: [{ _geo_distance: { at: points } }] }));
  expect(sort[0]?.geo?.origins).toHaveLength(LONG_LIST);
});

test('two numbers in a row of a list are one point to sort by', () => {
  const points = [1, 2, '3,4', 5, 6, [7, 8], { lat: 9, lon: 10 }];
  const { sort } = parse(JSON.stringify({ sort: [{ _geo_distance: { at: points } }] }));
  expect(sort[0]?.geo?.origins).toEqual([
    { lon: 1, lat: 2 },
    { lon: 4, lat: 3 },
    { lon: 5, lat: 6 },
    { lon: 7, lat: 8 },
    { lon: 10, lat: 9 },
  ]);
});

/** More elements than arguments of a call fit on the stack of the main thread. */
const LONG_LIST = 200_000;

test('the URL wins over the body', () => {
  const body = { from: 1, size: 2, _source: 'a', query: { match_none: {} } };
  const request = parseSearchRequest(body, {
    size: 5,
    q: 'x:y',
    defaultOperator: 'AND',
    sort: ['a:desc', 'b'],
    source: { source: undefined, includes: ['z'], excludes: undefined },
    trackTotalHits: 'true',
  });
  expect(request).toMatchObject({
    from: 1,
    size: 5,
    query: { kind: 'query_string', params: { text: 'x:y', defaultOperator: 'and' } },
    given: { query: { query_string: { query: 'x:y', default_operator: 'AND' } } },
    source: { enabled: true, includes: ['z'], excludes: [] },
    trackTotalHits: Number.POSITIVE_INFINITY,
  });
  expect(request.sort.map((each) => each.reverse)).toEqual([true, false]);
});

test.each(['', ' ', '5.0', 'TRUE', '2147483648'])('[%s] tells no number of hits', (text) => {
  expect(refusal(() => parseSearchRequest({}, { trackTotalHits: text }))).toBe(
    `400 illegal_argument_exception: Failed to parse int parameter [track_total_hits] with value [${text}]`,
  );
});

test('the count body holds a query only', () => {
  expect(parseCountBody({ query: { match_all: {} } })).toEqual(parseQuery({ match_all: {} }));
  expect(parseCountBody({})).toBeUndefined();
  expect(refusal(() => parseCountBody({ aggs: {} }))).toBe(
    '400 parsing_exception: request does not support [aggs]',
  );
});
