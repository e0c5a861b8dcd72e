/** The syntax of queries: refused queries and their messages. */

import { utf8 } from '@skein/bytes';
import { float32, type JsonObject, type JsonValue, parseJson, stringifyJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import { bodyLocator } from '../request/body_location.js';
import { parseQuery } from './parse_query.js';
import { LATER_QUERY_NAMES, QUERY_TYPES } from './registry.js';
import { needsOf, queryJson } from './visit_queries.js';

function refusal(query: JsonValue): string {
  try {
    parseQuery(query);
  } catch (thrown) {
    if (thrown instanceof ApiError) return `${thrown.type}: ${thrown.reason}`;
    throw thrown;
  }
  return 'accepted';
}

const REFUSED: readonly (readonly [JsonValue, string])[] = [
  ['x', 'parsing_exception: [_na] query malformed, must start with start_object'],
  [{}, 'illegal_argument_exception: query malformed, empty clause found at [-1:-1]'],
  [{ match: 'x' }, 'parsing_exception: [match] query malformed, no start_object after query name'],
  [{ nope: {} }, 'parsing_exception: unknown query [nope]'],
  [
    { matchh: {} },
    'parsing_exception: unknown query [matchh] did you mean any of [match, match_all',
  ],
  [JSON.parse('{"__proto__":{}}'), 'parsing_exception: unknown query [__proto__]'],
  [{ constructor: {} }, 'parsing_exception: unknown query [constructor]'],
  [{ hybrid: {} }, 'parsing_exception: query [hybrid] is not supported'],
  [{ percolate: {} }, 'illegal_argument_exception: Required [field]'],
  [
    { geo_shape: { at: { indexed_shape: { index: 'i' } } } },
    'illegal_argument_exception: either shape or indexedShapeId is required',
  ],
  [
    { geo_shape: { at: { indexed_shape: { id: 'i', x: 1 } } } },
    'parsing_exception: unknown token [x] after [indexed_shape]',
  ],
  [
    { geo_shape: { at: { shape: 'POINT (1 1)', ignore_unmapped: true } } },
    'parsing_exception: query does not support [ignore_unmapped]',
  ],
  [
    { geo_shape: { at: { indexed_shape: 5 } } },
    'parsing_exception: [indexed_shape] must be an object',
  ],
  [
    { match_all: {}, term: { a: 1 } },
    'parsing_exception: [match_all] malformed query, expected [END_OBJECT] but found [FIELD_NAME]',
  ],
  [
    { boosting: { positive: { match_all: {} }, lenient: 1 } },
    'parsing_exception: [boosting] query does not support [lenient]',
  ],
  [{ constant_score: { filter: [] } }, 'parsing_exception: unexpected token [START_ARRAY]'],
  [
    { span_near: { clauses: 5 } },
    'parsing_exception: [span_near] query does not support [clauses]',
  ],
  [
    { field_masking_span: { x: 1 } },
    'parsing_exception: [span_field_masking] query does not support [x]',
  ],
  [{ terms: { a: [1, [2]] } }, 'parsing_exception: [terms] unknown token [END_ARRAY] after [a]'],
  [
    { terms: { a: { index: 'i', id: 1, path: 'p' } } },
    "x_content_parse_exception: [terms_lookup] id doesn't support values of type: VALUE_NUMBER",
  ],
  [
    { fuzzy: { a: ['x'] } },
    "parsing_exception: [fuzzy] query doesn't support multiple fields, found [a] and [null]",
  ],
  [
    { match: { a: { query: 'x', nope: 1 }, b: 'y' } },
    'parsing_exception: [match] query does not support [nope]',
  ],
  [
    { query_string: { query: {} } },
    'parsing_exception: [query_string] unknown token [START_OBJECT] after [query]',
  ],
  [
    { simple_query_string: { query: 'x', flags: 'and | or' } },
    'illegal_argument_exception: Unknown simple_query_string flag [and ]',
  ],
  [
    { geo_polygon: { a: { points: [[1, 2]] }, validation_method: 'x' } },
    'illegal_argument_exception: operator needs to be either [COERCE, IGNORE_MALFORMED, STRICT], but not [x]',
  ],
  [
    { simple_query_string: { query: 'x', fields: 'a' } },
    'parsing_exception: [simple_query_string] unsupported field [fields]',
  ],
  [
    { function_score: { boost_mode: ['max'] } },
    'parsing_exception: failed to parse [function_score] query. array [boost_mode] is not supported',
  ],
  [
    { function_score: { field_value_factor: { field: 'n' }, size: 0 } },
    'parsing_exception: failed to parse [function_score] query. already found function [field_value_factor], now encountering [size]. use [functions] array if you want to define several functions.',
  ],
  [
    { function_score: { field_value_factor: { field: 'n', x: 1 } } },
    'parsing_exception: field_value_factor query does not support [x]',
  ],
  [
    { geo_bounding_box: { p: { top: {}, left: 1, bottom: 0, right: 2 } } },
    'parse_exception: failed to parse [geo_bounding_box] query. [Current token (START_OBJECT) not numeric',
  ],
  [
    { geo_bounding_box: { p: { top_left: [1, 2] } } },
    'illegal_argument_exception: bottom latitude is invalid: NaN',
  ],
  [
    { geo_bounding_box: {} },
    'parse_exception: failed to parse [geo_bounding_box] query. bounding box not provided',
  ],
  [
    { geo_distance: { distance: '1km', p: { lat: 1, lon: 2, x: 3 } } },
    'parsing_exception: [geo_distance] query does not support [p]',
  ],
  [
    { geo_shape: { p: { shape: { type: 'point', coordinates: [1, 2] }, x: 1 } } },
    'parsing_exception: query does not support [x]',
  ],
  [
    { intervals: { a: { match: { query: 'x', post_filter: {} } } } },
    'x_content_parse_exception: [match] unknown field [post_filter] did you mean [filter]?',
  ],
  [
    { intervals: { a: { prefix: { prefix: 'x' } }, boost: 1 } },
    'parsing_exception: Expected [END_OBJECT] but got [FIELD_NAME]',
  ],
  [{ bool: { must: [[{}]] } }, 'x_content_parse_exception: [bool] failed to parse field [must]'],
  [
    { bool: { _name: 5 } },
    "x_content_parse_exception: [bool] _name doesn't support values of type: VALUE_NUMBER",
  ],
  [
    { range: { a: { gte: 1, format: 'bad' } } },
    'illegal_argument_exception: Invalid format: [bad]: Unknown pattern letter: b',
  ],
  [
    { range: { a: { gte: 1, time_zone: 'No/Where' } } },
    'illegal_argument_exception: java.time.zone.ZoneRulesException: Unknown time-zone ID: No/Where',
  ],
  [
    { range: { a: { gte: 1, time_zone: '+19:00' } } },
    'illegal_argument_exception: java.time.DateTimeException: Zone offset hours not in valid range: value 19 is not in the range -18 to 18',
  ],
  [{ match_all: { x: 1 } }, 'parsing_exception: [match_all] unknown field [x]'],
  [{ match: {} }, 'parsing_exception: No text specified for text query'],
  [{ match: { a: null } }, 'parsing_exception: No text specified for text query'],
  [{ match: { a: ['x'] } }, "illegal_state_exception: Can't get text on a START_ARRAY"],
  [
    { match: { a: 'x', b: 'y' } },
    "parsing_exception: [match] query doesn't support multiple fields, found [a] and [b]",
  ],
  [
    { match: { a: { query: 'x', nope: 1 } } },
    'parsing_exception: [match] query does not support [nope]',
  ],
  [
    { match: { a: { query: {} } } },
    'parsing_exception: [match] unknown token [START_OBJECT] after [query]',
  ],
  [
    { match: { a: { query: 'x', operator: 'xor' } } },
    'illegal_argument_exception: No enum constant org.opensearch.index.query.Operator.XOR',
  ],
  [
    { match: { a: { query: 'x', fuzziness: 'FOO' } } },
    'illegal_argument_exception: Invalid fuzziness value: FOO',
  ],
  [
    { match: { a: { query: 'x', fuzziness: 'AUTO:5,2' } } },
    'illegal_argument_exception: fuzziness wrongly configured',
  ],
  [
    { match: { a: { query: 'x', boost: -1 } } },
    'illegal_argument_exception: negative [boost] are not allowed in [-1], use a value between 0 and 1 to deboost',
  ],
  [
    { match_phrase: { a: { boost: -1 } } },
    'illegal_argument_exception: [match_phrase] requires query value',
  ],
  [
    { wrapper: { query: 'cGV9' }, boost: 1 },
    'parsing_exception: [wrapper] malformed query, expected [END_OBJECT] but found [FIELD_NAME]',
  ],
  [{ wrapper: { query: '1' } }, `json_parse_exception: Failed to decode VALUE_STRING as base64`],
  [{ wrapper: { query: 1 } }, 'json_parse_exception: Current token (VALUE_NUMBER_INT) not'],
  ...(
    [
      [{ type: 'y' }, 'illegal_argument_exception: unknown geo_shape [y]'],
      [{ coordinates: [] }, 'parse_exception: shape type not included'],
      [{ type: 'point' }, 'parse_exception: coordinates not included'],
      [
        { type: 'point', coordinates: [] },
        'parse_exception: invalid number of points (0) provided',
      ],
      [{ type: 'point', coordinates: [[1, 2]] }, 'parse_exception: multipoint data provided'],
      [{ coordinates: [[2, 49], []] }, 'exception: attempting to get number of dimensions on an'],
      [
        { type: 'linestring', coordinates: [] },
        'parse_exception: invalid number of points in Line',
      ],
      [
        { type: 'polygon', coordinates: [[]] },
        'parse_exception: Invalid LinearRing found. No coor',
      ],
      [{ coordinates: { a: 1 } }, 'parse_exception: coordinates cannot be specified as objects'],
      [
        { coordinates: [null] },
        'illegal_argument_exception: coordinates cannot contain NULL values)',
      ],
    ] as const
  ).map(([shape, words]): [JsonObject, string] => [{ geo_shape: { p: { shape } } }, words]),
  [{ match: { a: { query: 'x', boost: 'y' } } }, 'number_format_exception: For input string: "y"'],
  [
    { match: { a: { query: 'x', lenient: 'maybe' } } },
    'illegal_argument_exception: Failed to parse value [maybe] as only [true] or [false] are allowed.',
  ],
  [
    { match_phrase: { a: { query: 'x', slop: -1 } } },
    'illegal_argument_exception: No negative slop allowed.',
  ],
  [
    { multi_match: { fields: ['a'] } },
    'parsing_exception: No text specified for multi_match query',
  ],
  [
    { multi_match: { query: 'x', type: 'y' } },
    'parse_exception: failed to parse [multi_match] query type [y]. unknown type.',
  ],
  [
    { multi_match: { query: 'x', fields: ['a^b'] } },
    'number_format_exception: For input string: "b"',
  ],
  [{ term: {} }, 'illegal_argument_exception: field name is null or empty'],
  [{ term: { a: null } }, 'illegal_argument_exception: field name is null or empty'],
  [{ term: { a: [1] } }, 'parsing_exception: [term] query does not support array of values'],
  [{ term: { a: { value: 1, x: 1 } } }, 'parsing_exception: [term] query does not support [x]'],
  [{ terms: { a: 'x' } }, 'parsing_exception: [terms] query does not support [a]'],
  [
    { terms: { a: [], b: [] } },
    'parsing_exception: [terms] query does not support multiple fields',
  ],
  [{ terms: { a: [null] } }, 'parsing_exception: No value specified for terms query'],
  [
    { terms: {} },
    'parsing_exception: [terms] query requires a field name, followed by array of terms or a document lookup specification',
  ],
  [{ range: { a: { gte: 1, foo: 2 } } }, 'parsing_exception: [range] query does not support [foo]'],
  [{ range: { a: 1 } }, 'parsing_exception: [range] query does not support [a]'],
  [{ range: {} }, 'illegal_argument_exception: field name is null or empty'],
  [
    { range: { a: { gt: 1 }, b: { gt: 1 } } },
    "parsing_exception: [range] query doesn't support multiple fields, found [a] and [b]",
  ],
  [
    { range: { a: { relation: 'disjoint' } } },
    'illegal_argument_exception: [range] query does not support relation [disjoint]',
  ],
  [{ exists: {} }, 'parsing_exception: [exists] must be provided with a [field]'],
  [
    { exists: { field: ['a'] } },
    'parsing_exception: [exists] unknown token [START_ARRAY] after [field]',
  ],
  [
    { ids: { values: 5 } },
    "parsing_exception: [ids] values doesn't support values of type: VALUE_NUMBER",
  ],
  [{ ids: { value: [] } }, 'parsing_exception: [ids] unknown field [value]'],
  [{ prefix: { a: null } }, 'illegal_argument_exception: value cannot be null'],
  [
    { wildcard: { a: { value: 'x*', nope: 1 } } },
    'parsing_exception: [wildcard] query does not support [nope]',
  ],
  [
    { bool: { must: 'x' } },
    "x_content_parse_exception: [bool] must doesn't support values of type: VALUE_STRING",
  ],
  [{ bool: { musst: [] } }, 'x_content_parse_exception: [bool] unknown field [musst]'],
  [{ bool: { must: [{}] } }, 'x_content_parse_exception: [bool] failed to parse field [must]'],
  [{ constant_score: {} }, "parsing_exception: [constant_score] requires a 'filter' element"],
  [{ constant_score: { filter: [] } }, 'parsing_exception: unexpected token [START_ARRAY]'],
  [
    { dis_max: { queries: [] } },
    'parsing_exception: [_na] query malformed, must start with start_object',
  ],
  [{ query_string: {} }, 'parsing_exception: [query_string] must be provided with a [query]'],
];

test.each(REFUSED)('%j', (query, reason) => {
  expect(refusal(query).startsWith(reason)).toBe(true);
});

test('nesting has an end', () => {
  const nested = (levels: number): JsonValue =>
    levels === 0 ? { match_all: {} } : { bool: { must: nested(levels - 1) } };
  expect(refusal(nested(299))).toBe('accepted');
  expect(refusal(nested(300))).toMatch(
    /^x_content_parse_exception: \[bool\] failed to parse field/,
  );
});

test('every query is registered under its own name, and none is both here and later', () => {
  for (const [name, type] of QUERY_TYPES) expect(type.name).toBe(name);
  expect([...QUERY_TYPES.keys()].filter((name) => LATER_QUERY_NAMES.has(name))).toEqual([]);
});

test('numbers and booleans may be text', () => {
  const options = { query: 5, boost: '2.5', lenient: 'true', minimum_should_match: 1 };
  expect(parseQuery({ match: { a: options } }).boost).toBe(2.5);
});

test('alias filters are shown with their defaults', () => {
  const json = (filter: JsonObject) => queryJson(parseQuery({ bool: { filter } }));
  expect(stringifyJson(json({ term: { a: 'x' } }) ?? null)).toBe(
    '{"bool":{"filter":[{"term":{"a":{"value":"x","boost":1.0}}}],"adjust_pure_negative":true,"boost":1.0}}',
  );
  expect(json({ exists: { field: 'a' } })).toBeUndefined();
});

test('a list of terms is shown with what kind of values it has', () => {
  const json = (value_type?: string) =>
    queryJson(parseQuery({ terms: { a: ['OjAAAA=='], ...(value_type ? { value_type } : {}) } }));
  const boost = float32(1);
  expect(json()).toEqual({ terms: { a: ['OjAAAA=='], boost } });
  expect(json('bitmap')).toEqual({ terms: { a: ['OjAAAA=='], boost, value_type: 'bitmap' } });
});

test('lists are walked as a parser of tokens walks them', () => {
  const clause = { span_term: { a: 'x' } };
  expect(parseQuery({ span_near: { clauses: ['1', clause] } }).boost).toBe(1);
  expect(parseQuery({ range: { n: [{ gte: 1 }] } }).boost).toBe(1);
  expect(
    parseQuery({ boosting: { positive: [clause], negative: clause, negative_boost: 0 } }).boost,
  ).toBe(1);
  expect(parseQuery({ term: { a: { value: ['x'], boost: 3 } } }).boost).toBe(3);
});

it.each([
  ['', 10],
  ['|', 0],
  ['NEAR|', 1],
  ['and|OR', 2],
  ['AND|ALL', 10],
  ['AND|NONE', 0],
  [-1, 10],
  [3, 2],
])('the flags %j of simple_query_string', (flags, count) => {
  const { params } = parseQuery({ simple_query_string: { query: 'x', flags } });
  expect((params as { operators: ReadonlySet<string> }).operators.size).toBe(count);
});

/** More elements than arguments of a call fit on the stack of the main thread. */
const LONG_LIST = 200_000;

it.each([
  ['bool', (queries: JsonValue) => ({ bool: { should: queries } })],
  ['dis_max', (queries: JsonValue) => ({ dis_max: { queries } })],
] as const)('%s takes a long list, whose length is checked later', (_name, made) => {
  const query = made(Array.from({ length: LONG_LIST }, () => ({ match_none: {} })));
  expect(refusal(query)).toBe('accepted');
});

it('a query may need many documents', () => {
  const like = Array.from({ length: LONG_LIST }, (_, i) => ({ _index: 'i', _id: `${i}` }));
  const query = parseQuery({ more_like_this: { fields: ['a'], like } });
  expect(needsOf([query]).documents).toHaveLength(LONG_LIST);
});

const EMPTY_NAME = 'illegal_argument_exception: field name is null or empty';

it.each<[query: JsonValue, refused: string]>([
  [{ term: { '': 'x' } }, EMPTY_NAME],
  [{ term: { '': { value: null } } }, EMPTY_NAME],
  [{ range: { '': { gte: 1 } } }, EMPTY_NAME],
  [{ prefix: { '': 'x' } }, EMPTY_NAME],
  [{ wildcard: { '': {} } }, EMPTY_NAME],
  [{ regexp: { '': {} } }, EMPTY_NAME],
  [{ term: { '': { value: 'x' } } }, EMPTY_NAME],
  [{ exists: { field: '' } }, EMPTY_NAME],
  [{ span_term: { '': {} } }, EMPTY_NAME],
  [{ span_multi: { match: { prefix: { '': 'x' } } } }, EMPTY_NAME],
  [{ field_masking_span: { field: '', query: { span_term: { u: 'x' } } } }, EMPTY_NAME],
  [{ nested: { path: '', query: { term: { '': 'x' } } } }, EMPTY_NAME],
  [{ fuzzy: { '': 'x' } }, 'illegal_argument_exception: field name cannot be null or empty'],
  [{ terms: { '': ['x'] } }, 'illegal_argument_exception: field name cannot be null.'],
  [{ match_phrase: { '': 'x' } }, 'illegal_argument_exception: [match_phrase] requires fieldName'],
  [
    { match_bool_prefix: { '': 'x' } },
    'illegal_argument_exception: [match_bool_prefix] requires fieldName',
  ],
  [
    { geo_polygon: { '': { points: [[1, 2]] } } },
    'illegal_argument_exception: fieldName must not be null',
  ],
])('a field without a name is refused: %j', (query, refused) => {
  expect(refusal(query)).toBe(refused);
});

it('queries that analyze text take a field without a name, as OpenSearch does', () => {
  expect(refusal({ match: { '': 'x' } })).toBe('accepted');
  expect(refusal({ match_phrase_prefix: { '': 'x' } })).toBe('accepted');
  expect(refusal({ intervals: { '': { match: { query: 'x' } } } })).toBe('accepted');
});

it('a fault inside a box names its place', () => {
  const bytes = utf8('{"geo_bounding_box":{"a":{"wkt":{}}}}');
  const json = parseJson(bytes);
  expect(() => parseQuery(json, { locate: bodyLocator(bytes, json) })).toThrow(
    "failed to parse [geo_bounding_box] query. [Can't get text on a START_OBJECT at 1:33]",
  );
});
