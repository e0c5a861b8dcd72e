/** A hash as a field: its values, and the queries it refuses. */
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      t: { type: 'text', fields: { hash: { type: 'murmur3' } } },
      n: { type: 'murmur3' },
    },
  },
  documents: [
    { t: 'The quick brown fox jumps over the lazy dog', n: 5 },
    { t: 'hello', n: '5' },
    { t: ['hello', 'hello'] },
  ],
});

test('the column has the published hashes, signed', () => {
  const { hits } = index.search({
    query: { match_all: {} },
    docvalue_fields: ['t.hash'],
    sort: ['_doc'],
  });
  expect(hits.map(({ fields }) => fields)).toEqual([
    { 't.hash': [-2068352364225029268n] },
    { 't.hash': [-3758069500696749310n] },
    { 't.hash': [-3758069500696749310n, -3758069500696749310n] },
  ]);
});

test('numbers are hashed as they are written, and documents sorted by hashes', () => {
  const { hits } = index.search({ sort: ['n'], docvalue_fields: ['n'] });
  const [first, second] = hits.map(({ fields }) => fields);
  expect(first).toEqual(second);
});

test('`fields` shows what was hashed', () => {
  const { hits } = index.search({ sort: ['_doc'], fields: ['n'] });
  expect(hits.map(({ fields }) => fields)).toEqual([{ n: ['5'] }, { n: ['5'] }, undefined]);
});

test.each([{ term: { n: '5' } }, { terms: { n: ['5'] } }, { match: { n: '5' } }])(
  '%j is refused',
  (query) => {
    expect(() => index.search({ query })).toThrow('Murmur3 fields are not searchable: [n]');
  },
);

test('documents that have it are found', () => {
  expect(index.search({ query: { exists: { field: 'n' } } }).total).toBe(2);
});
