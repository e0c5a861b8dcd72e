/**
 * `numeric_type`, constant fields in sorts, and the parsing of `search_after`: results of
 * OpenSearch 2.19.
 */

import type { JsonObject, JsonValue } from '@skein/content';
import { mappingOf } from '../../testing/mapping_of.js';
import { TestIndex } from '../../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({
    i: 'integer',
    l: 'long',
    d: 'double',
    f: { type: 'scaled_float', scaling_factor: 10 },
    u: 'unsigned_long',
    at: 'date',
    nanos: 'date_nanos',
    k: { type: 'constant_keyword', value: 'same' },
    b: 'boolean',
    place: 'geo_point',
  }),
  documents: [
    {
      b: true,
      i: 1,
      l: 1,
      d: 1.9,
      f: 1.9,
      u: 1,
      at: '2020-01-01',
      nanos: '2020-01-01T00:00:00.123456789Z',
    },
    {
      b: false,
      i: 2,
      l: 2,
      d: 1.2,
      f: 1.2,
      u: 2,
      at: '2021-01-01',
      nanos: '2021-01-01T00:00:00.000000001Z',
    },
    {},
  ],
});

const keysOf = (sort: unknown) =>
  index
    .search({ sort: [sort] as never })
    .hits.map(({ sort: shown }) => (shown as readonly unknown[])[0]);

test.each([
  ['d', 'long', [1, 1, 9223372036854775807n]],
  ['f', 'long', [1, 1, 9223372036854775807n]],
  ['at', 'date_nanos', [1577836800000000000n, 1609459200000000000n, 9223372036854775807n]],
  ['nanos', 'date', [1577836800123, 1609459200000, 9223372036854775807n]],
  ['u', 'long', [1, 2, 9223372036854775807n]],
])('%s sorted as %s', (field, numericType, keys) => {
  expect(keysOf({ [field]: { numeric_type: numericType } })).toEqual(keys);
});

test('only dates sort by nanoseconds', () => {
  expect(() => keysOf({ l: { numeric_type: 'date_nanos' } })).toThrow(
    'trying to convert a known date time formatter to a nanosecond one, wrong field used?',
  );
});

test('what is the same everywhere sorts by that', () => {
  expect(keysOf('k')).toEqual(['same', 'same', 'same']);
  expect(index.search({ sort: ['_index'], search_after: ['~'] }).ids).toEqual([]);
});

test.each([
  ['i', 'a', 'Failed to parse search_after value for field [i].'],
  ['i', '1.5', 'Failed to parse search_after value for field [i].'],
  ['i', '', 'Failed to parse search_after value for field [i].'],
  ['b', 'true', 'Failed to parse search_after value for field [b].'],
  ['i', true, 'Failed to parse search_after value for field [i].'],
  ['l', 'a', 'Failed to parse search_after value for field [l].'],
  ['d', '', 'Failed to parse search_after value for field [d].'],
  ['u', '', 'For input string: ""'],
  ['u', '1.5', 'Value [1.5] has a decimal part'],
  ['nanos', '', 'cannot parse empty date'],
  ['at', 'now-1d', 'could not read the current timestamp'],
])('search_after of %s is no %j', (field, value, reason) => {
  expect(() => index.search({ sort: [field], search_after: [value] })).toThrow(reason);
});

test('search_after of a score: the highest first is no order that can be gone on with', () => {
  const after = (sort: readonly object[]) => () =>
    index.search({ sort: sort as never, search_after: ['a'] });
  expect(after([{ _score: 'asc' }])).toThrow('search_after value for field [null].');
  expect(after([{ _score: 'desc' }])).toThrow('Sort must contain at least one field.');
});

test.each([
  ['i', 1.9, '2 3'],
  ['i', 2 ** 32 + 1, '2 3'],
  ['l', '1.5', '2 3'],
  ['d', '1.2', '1 3'],
  ['f', 1.2, '1 3'],
  ['nanos', 1577836800123456789n, '2 3'],
])('search_after of %s reads %j', (field, value, ids) => {
  expect(index.search({ sort: [field], search_after: [value as never] }).ids.join(' ')).toBe(ids);
});

test('scores are sorted in the order that is asked for', () => {
  const scored = {
    query: { function_score: { field_value_factor: { field: 'i', missing: 0 } } },
  };
  const ids = (order: JsonObject) => index.search({ ...scored, sort: [{ _score: order }] }).ids;
  expect(ids({})).toEqual(['2', '1', '3']);
  expect(ids({ order: 'desc' })).toEqual(['2', '1', '3']);
  expect(ids({ order: 'asc' })).toEqual(['3', '1', '2']);
  expect(() => ids({ mode: 'min' })).toThrow('[_score] unknown field [mode]');
  expect(() => ids({ order: 1 })).toThrow("[_score] order doesn't support values of type");
});

test('after the documents without a value, whose value is shown as a text, there is none', () => {
  expect(keysOf('d')).toEqual([1.2, 1.9, 'Infinity']);
  for (const field of ['d', 'f']) {
    expect(index.search({ sort: [field], search_after: ['Infinity'] }).ids).toEqual([]);
  }
  const up = [{ d: { order: 'asc', missing: '_first' } }] as const;
  expect(index.search({ sort: [...up], search_after: ['-Infinity'] }).ids).toEqual(['2', '1']);
});

test('a date sorted as another kind reads texts as itself, numbers as the other', () => {
  const sort = [{ at: { numeric_type: 'date_nanos' } }];
  expect(index.search({ sort, search_after: ['2020-01-01'] }).ids).toEqual(['2', '3']);
  expect(index.search({ sort, search_after: [1577836800000000000n] }).ids).toEqual(['2', '3']);
});

test('a boolean sorted as another kind reads its own words', () => {
  const after = (value: string | boolean | number, type: string) =>
    index.search({ sort: [{ b: { numeric_type: type } }], search_after: [value] }).ids;
  expect(after(false, 'long')).toEqual(['1', '3']);
  expect(after('true', 'date')).toEqual(['3']);
  expect(after(0, 'date')).toEqual(['1', '3']);
  expect(after('0', 'double')).toEqual(['1', '3']);
  expect(() => after('0', 'long')).toThrow(
    'Cannot parse boolean [0], expected either [true] or [false]',
  );
});

test('an empty text is no integer', () => {
  const cause = { cause: expect.objectContaining({ message: 'For input string: ""' }) };
  const after = () => index.search({ sort: ['i'], search_after: [''] });
  expect(after).toThrow(expect.objectContaining(cause));
  const missing = () => index.search({ sort: [{ i: { missing: '' } }] });
  expect(missing).toThrow('For input string: ""');
});

test('a distance names its field, and is infinite where there is no point', () => {
  const sort = [{ _geo_distance: { place: [0, 0] } }, 'i'];
  expect(() => index.search({ sort, search_after: ['x', 1] })).toThrow(
    'Failed to parse search_after value for field [place].',
  );
  expect(index.search({ sort, search_after: [null, 1] }).ids).toEqual(['2', '3']);
});

test('the number of a script is one', () => {
  const sort = [{ _script: { type: 'number', script: '1' } }];
  expect(() => index.search({ sort, search_after: ['x'] })).toThrow(
    'Failed to parse search_after value for field [_script].',
  );
});

test.each<JsonValue[]>([
  [{ _score: 'asc' }, 'i'],
  ['_score', 'i'],
  ['_doc', 'i'],
])('%j and %s have no null to go on after, if there are hits', (...sort) => {
  const after = (size: number, ...values: readonly JsonValue[]) =>
    index.search({ sort, search_after: values, size }).total;
  expect(() => after(1, null, 1)).toThrow('search_after value for field [null].');
  expect(() => after(1, null, 'x')).toThrow('search_after value for field [i].');
  expect(after(0, null, 1)).toBe(3);
});
