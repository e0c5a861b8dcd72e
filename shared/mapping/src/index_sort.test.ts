import type { JsonObject } from '@skein/content';
import { mappingContext } from '../testdata/mapping_fixture.js';
import { IndexMapping } from './index_mapping.js';
import { indexSort } from './index_sort.js';

const PROPERTIES: JsonObject = {
  n: { type: 'integer' },
  d: { type: 'date' },
  x: { type: 'double' },
  k: { type: 'keyword' },
  t: { type: 'text', fields: { raw: { type: 'keyword' } } },
  bare: { type: 'integer', doc_values: false },
  place: { type: 'geo_point' },
  u: { type: 'unsigned_long' },
  h: { type: 'half_float' },
  c: { type: 'constant_keyword', value: 'v' },
  r: { type: 'integer_range' },
  also: { type: 'alias', path: 'n' },
  o: { properties: { y: { type: 'long' } } },
};

const sortOf = (settings: Record<string, string>, properties = PROPERTIES) => {
  const flat = new Map(
    Object.entries(settings).map(([key, value]) => [`index.sort.${key}`, value]),
  );
  return indexSort(flat, IndexMapping.parse({ properties }, mappingContext()));
};

test('keys are what searches of the fields compare', () => {
  expect(sortOf({})).toEqual([]);
  expect(sortOf({ field: '' })).toEqual([]);
  expect(
    sortOf({ 'field.0': 'n', 'field.1': 't.raw', 'order.0': 'DESC', 'order.1': 'asc' }),
  ).toEqual([
    {
      kind: 'number',
      field: 'n',
      integral: true,
      unsigned: false,
      reverse: true,
      mode: 'max',
      missing: 'last',
    },
    { kind: 'ordinal', field: 't.raw', reverse: false, mode: 'min', missing: 'last' },
  ]);
  expect(sortOf({ field: 'x,k', mode: 'max,MIN', missing: '_first,_last' })).toEqual([
    {
      kind: 'number',
      field: 'x',
      integral: false,
      unsigned: false,
      reverse: false,
      mode: 'max',
      missing: 'first',
    },
    { kind: 'ordinal', field: 'k', reverse: false, mode: 'min', missing: 'last' },
  ]);
  expect(sortOf({ field: 'also' })).toEqual(sortOf({ field: 'n' }));
  expect(sortOf({ field: 'o.y' })).toHaveLength(1);
  expect(sortOf({ field: 'd' })).toHaveLength(1);
});

test.each<[Record<string, string>, string]>([
  [{ field: 'n,k', order: 'asc' }, 'index.sort.field:[n, k] index.sort.order:[asc], size mismatch'],
  [{ field: 'n,k', mode: 'min' }, 'index.sort.field:[n, k] index.sort.mode:[MIN], size mismatch'],
  [
    { field: 'n,k', missing: '_last' },
    'index.sort.field:[n, k] index.sort.missing:[_last], size mismatch',
  ],
  [{ order: 'desc' }, 'index.sort.field:[] index.sort.order:[desc], size mismatch'],
  [{ field: 'n', order: 'up' }, 'Illegal sort order:up'],
  [{ field: 'n', mode: 'foo' }, 'Illegal sort mode: foo'],
  [{ field: 'n', mode: 'avg' }, 'Illegal index sort mode:[AVG], must be one of [MAX, MIN]'],
  [{ field: 'n', missing: '5' }, 'Illegal missing value:[5], must be one of [_last, _first]'],
  [{ field: 'nope' }, 'unknown index sort field:[nope]'],
  [{ field: 'o' }, 'unknown index sort field:[o]'],
  [{ field: 't' }, 'docvalues not found for index sort field:[t]'],
  [{ field: 'bare' }, 'docvalues not found for index sort field:[bare]'],
  [{ field: 'u' }, 'invalid index sort field:[u]'],
  [{ field: 'h' }, 'invalid index sort field:[h]'],
  [{ field: 'c' }, 'invalid index sort field:[c]'],
  [{ field: 'r' }, 'invalid index sort field:[r]'],
  [{ field: '_id' }, 'invalid index sort field:[_id]'],
  [
    { field: 'place' },
    "can't sort on geo_point field without using specific sorting feature, like geo_distance",
  ],
])('%j is refused', (settings, reason) => {
  expect(() => sortOf(settings)).toThrow(
    expect.objectContaining({ type: 'illegal_argument_exception', reason }),
  );
});

test('nested objects and an order do not go together', () => {
  const properties = { n: { type: 'long' }, list: { type: 'nested' } };
  expect(() => sortOf({ field: 'n' }, properties)).toThrow(
    'cannot have nested fields when index sort is activated',
  );
  expect(sortOf({}, properties)).toEqual([]);
});
