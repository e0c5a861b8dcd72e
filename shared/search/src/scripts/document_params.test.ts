/** `params` of scripts that see a document. */
import type { JsonObject, JsonValue } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      kept: { type: 'keyword', store: true },
      n: { type: 'long', store: true },
      plain: { type: 'keyword' },
    },
  },
  documents: [{ kept: ['b', 'a'], n: 7, plain: 'x' }, { plain: 'y' }],
});

/** The result of the script for each document. */
function values(source: string, params: JsonObject = {}): readonly unknown[] {
  const script_fields = { x: { script: { source, params } } };
  return index
    .search({ script_fields, sort: ['_doc'] })
    .hits.map(({ fields }) => (fields as { x?: readonly JsonValue[] } | undefined)?.x);
}

test('_source is the document, parsed for each', () => {
  expect(values('params._source.plain')).toEqual([['x'], ['y']]);
  expect(values("params['_source'].plain + params._source.containsKey('n')")).toEqual([
    ['xtrue'],
    ['yfalse'],
  ]);
});

test('_fields are the stored fields, each with its first value and all', () => {
  expect(values("params._fields.containsKey('kept')")).toEqual([[true], [false]]);
  expect(values("params._fields.containsKey('plain')")).toEqual([[false], [false]]);
  const first = "params._fields.containsKey('kept') ? params._fields['kept'].value : 'none'";
  expect(values(first)).toEqual([['b'], ['none']]);
  const all = "params._fields.containsKey('n') ? params._fields['n'].values.size() : 0";
  expect(values(all)).toEqual([[1], [0]]);
});

test('parameters of the request stand before both', () => {
  expect(values('params._source', { _source: 'own' })).toEqual([['own'], ['own']]);
  expect(values('params._fields + params.a', { _fields: 1, a: 2 })).toEqual([[3], [3]]);
});

test('both are there, but not among the keys', () => {
  expect(values("params.containsKey('_source') && params.containsKey('_fields')")).toEqual([
    [true],
    [true],
  ]);
  expect(values("params.containsKey('other')")).toEqual([[false], [false]]);
  expect(values('params.size() + params.keySet().size()', { a: 1 })).toEqual([[2], [2]]);
});
