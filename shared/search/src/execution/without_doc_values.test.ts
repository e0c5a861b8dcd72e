/** Requests that read values of fields without `doc_values`, or without an index; as OpenSearch. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const off = { doc_values: false };
const index = new TestIndex({
  mapping: {
    properties: {
      n: { type: 'long', ...off },
      d: { type: 'date', ...off },
      g: { type: 'geo_point', ...off },
      plain: { type: 'geo_point', index: false, ...off },
      shape: { type: 'geo_shape', index: false, ...off },
      kept: { type: 'geo_point', index: false, store: true, ...off },
      k: { type: 'keyword', index: false },
      several: { type: 'keyword' },
    },
  },
  documents: [
    { n: 1, d: '2020-01-01', g: '1,2', k: 'a', several: 'a' },
    { plain: '1,2', shape: 'POINT (1 2)', kept: '3,4', several: ['a', 'b'] },
    {},
  ],
});

const unread = (field: string, type: string) =>
  `Can't load fielddata on [${field}] because fielddata is unsupported on fields of type [${type}]. Use doc values instead.`;

const scored = (scoring: JsonObject): JsonObject => ({ query: { function_score: scoring } });
const near = (field: string, origin: string | number, scale: string) =>
  scored({ gauss: { [field]: { origin, scale } } });

test.each<[JsonObject, string]>([
  [{ docvalue_fields: ['n'] }, unread('n', 'long')],
  [{ docvalue_fields: [{ field: 'd', format: 'yyyy' }] }, unread('d', 'date')],
  [scored({ field_value_factor: { field: 'n' } }), unread('n', 'long')],
  [near('n', 1, '1'), unread('n', 'long')],
  [near('d', '2020-01-01', '1d'), unread('d', 'date')],
  [near('g', '1,2', '1km'), unread('g', 'geo_point')],
  [{ script_fields: { x: { script: "doc['g'].length" } } }, unread('g', 'geo_point')],
  [
    { aggs: { a: { significant_terms: { field: 'k' } } } },
    'SignificantText aggregation requires fields to be searchable, but [k] is not',
  ],
  [
    { collapse: { field: 'several' } },
    'failed to collapse 1, the collapse field must be single valued',
  ],
])('%j is refused', (body, reason) => {
  expect(() => index.search(body)).toThrow(reason);
});

test.each(['plain', 'shape', 'kept'])('documents with the geometry [%s] are found', (field) => {
  expect(index.matches({ exists: { field } })).toEqual(['2']);
  expect(index.matches({ query_string: { query: `${field}:*` } })).toEqual(['2']);
});
