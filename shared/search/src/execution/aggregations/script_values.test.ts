/** Values that scripts return to numeric aggregations, interpreted as in OpenSearch 2.19.1. */

import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const mapping = mappingOf({
  at: 'date',
  b: 'boolean',
  n: 'long',
  d: 'double',
  p: 'geo_point',
  k: 'keyword',
});
const DOCUMENTS: readonly JsonObject[] = [
  { at: '2024-01-01', b: true, n: 2, d: 1.5, p: '10,10', k: 'x' },
  {
    at: ['2024-01-05T12:30:00.250Z', '2024-03-01'],
    b: false,
    n: 3,
    d: 4,
    p: ['10.1,10.1', '-40,-40'],
  },
  { at: '2025-06-01', b: true, n: 4, d: 2, p: '-41,-41' },
];
const index = new TestIndex({ mapping, documents: DOCUMENTS, segmentDocs: 2 });

function answered(aggregation: JsonObject): JsonObject {
  const answer = index.answer({ size: 0, aggs: { a: aggregation } });
  if (!isJsonObject(answer) || !isJsonObject(answer.aggregations)) throw new Error(String(answer));
  return JSON.parse(stringifyJson(answer.aggregations)).a;
}

test.each<[string, JsonObject]>([
  ['stats', {}],
  ['percentiles', {}],
  ['histogram', { interval: 1_000_000_000 }],
  ['range', { ranges: [{ key: 'low', to: 1_710_000_000_000 }] }],
  ['date_histogram', { calendar_interval: 'month' }],
  ['auto_date_histogram', { buckets: 3 }],
  ['date_range', { ranges: [{ to: '2024-02' }, { from: '2024-02' }] }],
])('dates that a script gives to %s are its field', (type, options) => {
  const texts = (json: JsonObject): string =>
    JSON.stringify(json, (key, value) => (key.endsWith('_as_string') ? undefined : value));
  const expected = texts(answered({ [type]: { field: 'at', ...options } }));
  for (const script of ["doc['at']", "def all = []; for (d in doc['at']) all.add(d); all"]) {
    expect(texts(answered({ [type]: { script, ...options } }))).toBe(expected);
  }
});

test('dates in arrays, truths and lists of both are numbers', () => {
  const sumOf = (script: string) => answered({ sum: { script } }).value;
  const day = 86_400_000;
  const first = 'new ZonedDateTime[] {';
  expect(sumOf("doc['b'].value")).toBe(2);
  expect(sumOf("[doc['b'].value, 2.5, doc['n'].value]")).toBe(2 + 3 * 2.5 + 9);
  const date = "ZonedDateTime.of(1970, 1, 2, 0, 0, 0, 0, ZoneId.of('Z'))";
  expect(sumOf(`${first} ${date}, ${date} }`)).toBe(6 * day);
});

test.each([
  ["doc['at'].value.toInstant()", '2024-01-01T00:00:00Z'],
  ["doc['at'].value.toLocalDate()", '2024-01-01'],
  ["['a': 1]", '{a=1}'],
  ["'x'", 'x'],
])('%s is no number', (script, shown) => {
  expect(() => answered({ max: { script } })).toThrow(
    `Unsupported script value [${shown}], expected a number, date, or boolean`,
  );
});

const NOT_A_NUMBER = (name: string) =>
  `class ${name} cannot be cast to class java.lang.Number (${name} and java.lang.Number are in module java.base of loader 'bootstrap')`;

test.each([
  ["'x'", NOT_A_NUMBER('java.lang.String')],
  ['true', NOT_A_NUMBER('java.lang.Boolean')],
  ['[1, 2]', NOT_A_NUMBER('java.util.ArrayList')],
  ["'a'.charAt(0)", NOT_A_NUMBER('java.lang.Character')],
  [
    "doc['at'].value",
    "class org.opensearch.script.JodaCompatibleZonedDateTime cannot be cast to class java.lang.Number (org.opensearch.script.JodaCompatibleZonedDateTime is in unnamed module of loader 'app'; java.lang.Number is in module java.base of loader 'bootstrap')",
  ],
  ['null', 'Cannot invoke "java.lang.Number.doubleValue()"'],
])('%s is no number for a number of a field', (script, reason) => {
  expect(() => answered({ sum: { field: 'n', script } })).toThrow(reason);
});

test('an integer, a double and a long are numbers for those of a field', () => {
  expect(answered({ sum: { field: 'n', script: '_value > 2 ? _value * 0.5 : 1' } })).toEqual({
    value: 1 + 1.5 + 2,
  });
});

test.each<[string, JsonObject, JsonValue]>([
  ['sum', {}, { value: 4.5 }],
  ['max', {}, { value: 2 }],
  [
    'terms',
    {},
    {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 0,
      buckets: [1, 1.5, 2].map((key) => ({ key, doc_count: 1 })),
    },
  ],
])('a script of %s gets the whole numbers of a field as doubles', (type, options, expected) => {
  expect(answered({ [type]: { field: 'n', script: '_value / 2', ...options } })).toEqual(expected);
});

test.each([
  ['date_histogram', { calendar_interval: 'year' }],
  ['auto_date_histogram', { buckets: 3 }],
])('a script of %s gets instants as longs', (type, options) => {
  const script = '_value instanceof Long ? 0L : 1L';
  const { buckets } = answered({ [type]: { field: 'at', script, ...options } });
  expect(buckets).toEqual([{ key_as_string: '1970-01-01T00:00:00.000Z', key: 0, doc_count: 3 }]);
});

test('an expression reads the numbers of a field, and refuses its texts', () => {
  const script = (source: string) => ({ lang: 'expression', source, params: { x: 1, _value: 50 } });
  const sum = (more: JsonObject) => answered({ sum: more });
  expect(sum({ field: 'n', script: script('_value / 2 + x') })).toEqual({ value: 7.5 });
  expect(sum({ script: script('_value + x') })).toEqual({ value: 3 });
  const dates = answered({
    date_histogram: {
      field: 'at',
      calendar_interval: 'year',
      script: script('_value * 0 + 1'),
      format: 'epoch_millis',
    },
  });
  expect(dates.buckets).toEqual([{ key_as_string: '0', key: 0, doc_count: 3 }]);
  expect(() => answered({ terms: { field: 'k', script: script('_value') } })).toThrow(
    'Cannot use expression with text variable using [_value]',
  );
});

test.each(['value', 'weight'])('the %s of a weighted mean is a field or a script', (side) => {
  const sides = { value: { field: 'n' }, weight: { field: 'n' } };
  const refused = { ...sides, [side]: { field: 'n', script: '1' } };
  expect(() => answered({ weighted_avg: refused })).toThrow(
    `[weighted_avg] failed to parse field [${side}]`,
  );
});

test('texts and other values that a script gives are terms, each once for a document', () => {
  const n = "doc['n'].value";
  const script = `${n} == 2 ? 'a "b"' : ${n} == 3 ? ['x', 'a "b"', 'x'] : [1, true, null]`;
  const { buckets } = answered({ terms: { script, order: { _key: 'asc' } } });
  expect(buckets).toEqual([
    { key: '', doc_count: 1 },
    { key: '1', doc_count: 1 },
    { key: 'a "b"', doc_count: 2 },
    { key: 'true', doc_count: 1 },
    { key: 'x', doc_count: 1 },
  ]);
});

test('terms of a script are Java texts', () => {
  const keys = (options: JsonObject) => {
    const { buckets } = answered({ terms: options });
    return (buckets as { key: string }[]).map(({ key }) => key);
  };
  expect(keys({ script: "['a': [1.0, 'b', null, true, 1L]]" })).toEqual([
    '{a=[1.0, b, null, true, 1]}',
  ]);
  expect(keys({ script: '[[1, 2]]' })).toEqual(['[1, 2]']);
  expect(keys({ script: 'new byte[] {1, 2}' })).toEqual(['1', '2']);
  expect(keys({ script: '[(char) 65, Optional.of(5)]' })).toEqual(['A', 'Optional[5]']);
  expect(keys({ script: '[1: 2]' })).toEqual(['{1=2}']);
  expect(keys({ field: 'k', script: "[_value, 'z']" })).toEqual(['[x, z]']);
  expect(() => keys({ script: 'List l = []; l.add([l]); [l]' })).toThrow(
    'Iterable object is self-referencing itself (ScriptBytesValues value)',
  );
  expect(() => keys({ field: 'k', script: 'Map m = [:]; m.m = m; m' })).toThrow(
    'Iterable object is self-referencing itself (ValuesSource.BytesValues script)',
  );
});

test('value_count and composite count each text of a script, terms each document', () => {
  const twice = new TestIndex({ mapping, documents: [{ k: ['a', 'b'] }, { k: 'a' }] });
  const of = (type: string, options: JsonObject) => {
    const answer = twice.answer({ size: 0, aggs: { a: { [type]: options } } });
    if (!isJsonObject(answer)) throw new Error(answer);
    return answer.aggregations;
  };
  expect(of('value_count', { script: "['a', 'a', null]" })).toMatchObject({ a: { value: 6 } });
  expect(of('value_count', { field: 'k', script: "'z'" })).toMatchObject({ a: { value: 3 } });
  const sources = [{ x: { terms: { script: "['a', 'a', 'b']" } } }];
  expect(of('composite', { sources })).toMatchObject({
    a: { buckets: [{ key: { x: 'a' }, doc_count: 4 }, { doc_count: 2 }] },
  });
  expect(of('terms', { field: 'k', script: "'z'" })).toMatchObject({
    a: { buckets: [{ key: 'z', doc_count: 2 }] },
  });
});

test('a weighted mean is shown by its own format, or by that of its value_type', () => {
  const of = (field: string, options: JsonObject) =>
    answered({ weighted_avg: { value: { field }, weight: { field: 'n' }, ...options } });
  const value = (1.5 * 2 + 4 * 3 + 2 * 4) / 9;
  expect(of('d', { format: '0.0' })).toEqual({ value, value_as_string: '2.6' });
  expect(of('d', { format: '0.0', value_type: 'long' })).toEqual({ value });
  expect(of('d', { value_type: 'boolean' })).toEqual({ value, value_as_string: 'true' });
  expect(of('at', { value_type: 'date' }).value_as_string).toMatch(/^2024-\d\d-\d\dT.*Z$/);
  expect(() => of('d', { value_type: 'nope' })).toThrow('failed to parse field [value_type]');
});

test('rehash of cardinality is a number, and changes nothing', () => {
  expect(answered({ cardinality: { field: 'n', rehash: 5 } })).toEqual({ value: 3 });
  expect(() => answered({ cardinality: { field: 'n', rehash: true } })).toThrow(
    "rehash doesn't support values of type: VALUE_BOOLEAN",
  );
});

test('points outside of the bounds of a source are in no bucket', () => {
  const bounds = { top_left: '20,0', bottom_right: '0,20' };
  const source = { geotile_grid: { field: 'p', precision: 3, bounds } };
  const tile = { t: '3/4/3' };
  expect(answered({ composite: { sources: [{ t: source }] } })).toEqual({
    after_key: tile,
    buckets: [{ key: tile, doc_count: 2 }],
  });
});
