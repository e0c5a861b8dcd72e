import type { JsonObject } from '@skein/content';
import { mappingContext, mappingOf } from '../../testdata/mapping_fixture.js';
import { IndexMapping } from '../index_mapping.js';
import { fieldCapabilities } from './field_capabilities.js';
import { mergeCapabilities } from './merge_capabilities.js';

/** The capabilities of indices `a`, `b`, … with these fields. */
function merged(
  mappings: readonly JsonObject[],
  patterns: readonly string[],
  includeUnmapped = false,
): JsonObject {
  const indices = mappings.map((properties, i) => ({
    index: String.fromCharCode('a'.charCodeAt(0) + i),
    fields: fieldCapabilities(mappingOf(properties), patterns),
  }));
  return mergeCapabilities(indices, { includeUnmapped });
}

const can = (type: string, searchable: boolean, aggregatable: boolean) => ({
  type,
  searchable,
  aggregatable,
});

test.each<[string, JsonObject, boolean, boolean]>([
  ['keyword', { type: 'keyword' }, true, true],
  ['keyword', { type: 'keyword', doc_values: false }, true, false],
  ['keyword', { type: 'keyword', index: false }, false, true],
  ['long', { type: 'long', index: false }, false, true],
  ['date', { type: 'date', index: false, doc_values: false }, false, false],
  ['integer', { type: 'token_count', analyzer: 'standard' }, true, true],
  ['text', { type: 'text' }, true, false],
  ['text', { type: 'text', fielddata: true }, true, true],
  ['text', { type: 'text', index: false }, false, false],
])('%s %j', (type, field, searchable, aggregatable) => {
  expect(merged([{ f: field }], ['f'])).toEqual({
    f: { [type]: can(type, searchable, aggregatable) },
  });
});

test('a field brings the objects it is in; multi-fields and aliases are fields of their own', () => {
  const properties = {
    o: { properties: { n: { type: 'nested', properties: { k: { type: 'keyword' } } } } },
    t: { type: 'text', fields: { raw: { type: 'keyword' } } },
    other: { type: 'alias', path: 't.raw' },
  };
  const keyword = { keyword: can('keyword', true, true) };
  expect(merged([properties], ['o.*', 't.raw', 'oth*', 'absent'])).toEqual({
    o: { object: can('object', false, false) },
    'o.n': { nested: can('nested', false, false) },
    'o.n.k': keyword,
    't.raw': keyword,
    other: keyword,
  });
  expect(merged([properties], ['o'])).toEqual({});
});

test('a field may have the name of a member of objects', () => {
  const properties = Object.fromEntries([
    ['__proto__', { type: 'keyword' }],
    ['constructor', { type: 'keyword' }],
  ]);
  expect(Object.entries(merged([properties], ['__proto__', 'constructor']))).toEqual([
    ['__proto__', { keyword: can('keyword', true, true) }],
    ['constructor', { keyword: can('keyword', true, true) }],
  ]);
});

test('runtime fields are told of by their types, and hide mapped ones', () => {
  const mapping = IndexMapping.parse(
    {
      properties: { a: { type: 'text' } },
      runtime: {
        a: { type: 'long', meta: { unit: 'ms' } },
        both: {
          type: 'composite',
          script: "emit('x', 1)",
          fields: { x: { type: 'ip' }, y: { type: 'date', format: 'yyyy' } },
        },
      },
    },
    mappingContext(),
  );
  const found = mergeCapabilities([{ index: 'a', fields: fieldCapabilities(mapping, ['*']) }], {
    includeUnmapped: false,
  });
  expect(found).toMatchObject({
    a: { long: can('long', true, true) },
    'both.x': { ip: can('ip', true, true) },
    'both.y': { date: can('date', true, true) },
  });
  expect(Object.keys(found.a as JsonObject)).toEqual(['long']);
});

test('metadata fields match patterns too', () => {
  const found = merged([{}], ['_*']);
  expect(found._id).toEqual({ _id: can('_id', true, true) });
  expect(found._version).toEqual({ _version: can('_version', false, false) });
  expect(found._doc_count).toEqual({ long: can('long', false, false) });
  expect(found._nested_path).toEqual({ _nested_path: can('_nested_path', true, false) });
  expect(found._feature).toEqual({ _feature: can('_feature', false, false) });
  expect(found).not.toHaveProperty('_primary_term');
});

test('indices are named where types or abilities differ; values of meta are gathered', () => {
  const long = { type: 'long', meta: { unit: 'ms' } };
  const mappings = [
    { f: long },
    { f: { type: 'long', index: false, meta: { unit: 'd', by: 'me' } } },
    { f: { type: 'keyword' } },
    {},
  ];
  expect(merged(mappings.slice(0, 2), ['f'])).toEqual({
    f: {
      long: {
        ...can('long', false, true),
        non_searchable_indices: ['b'],
        meta: { by: ['me'], unit: ['d', 'ms'] },
      },
    },
  });
  expect(merged([{ f: long }, ...mappings.slice(2)], ['f'], true)).toEqual({
    f: {
      long: { ...can('long', true, true), indices: ['a'], meta: { unit: ['ms'] } },
      keyword: { ...can('keyword', true, true), indices: ['b'] },
      unmapped: { ...can('unmapped', false, false), indices: ['c'] },
    },
  });
});
