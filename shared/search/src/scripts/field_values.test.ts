/** Values of fields in scripts; results of OpenSearch 2.19.1. */
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({ ip: 'ip', at: 'geo_point', k: 'keyword' }),
  documents: [{ ip: '10.0.0.1', at: [0, 0] }, { at: 's00' }],
});

const computed = (script: string): readonly unknown[] =>
  index
    .search({ script_fields: { x: { script } }, sort: ['_doc'] })
    .hits.map(({ fields }) => (fields as { x: readonly unknown[] }).x[0]);

test('an address that a document lacks is null', () => {
  expect(computed("return '' + doc['ip'].value")).toEqual(['10.0.0.1', 'null']);
  expect(computed("return doc['ip'].value == null")).toEqual([false, true]);
});

test('another value that a document lacks is an error', () => {
  expect(() => computed("return doc['k'].value")).toThrow('runtime error');
});

test('the point of a geohash is the south-west corner of its cell', () => {
  expect(computed("return '' + doc['at'].geohashDistance('s')")).toEqual(['0.0', '0.0']);
  expect(computed("return '' + doc['at'].geohashDistanceWithDefault('s00', 7)")).toEqual([
    '0.0',
    '0.0',
  ]);
});

test('the text of a point has doubles', () => {
  expect(computed("return '' + doc['at'].value")).toEqual(['0.0, 0.0', '0.0, 0.0']);
});
