/** The companions of `search_as_you_type` are fields as others: a query of all fields asks them, and phrases are read for them as OpenSearch reads them. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { s: { type: 'search_as_you_type' } } },
  documents: [{ s: 'quick brown fox' }],
});

const found = (query: JsonObject) => index.search({ query }).ids;

test('beginnings of words are found where no word is, in quotation marks or fuzzy', () => {
  expect(found({ query_string: { query: '"qui"' } })).toEqual(['1']);
  expect(found({ query_string: { query: 'qua~1' } })).toEqual(['1']);
  expect(found({ query_string: { query: 'qui' } })).toEqual([]);
});

test('a word alone is no shingle', () => {
  expect(found({ match: { 's._index_prefix': 'quick' } })).toEqual([]);
  expect(found({ match: { 's._index_prefix': 'quick brown fox' } })).toEqual(['1']);
  expect(found({ match_phrase: { 's._index_prefix': 'quick' } })).toEqual(['1']);
});

test('a beginning is no beginning of a phrase', () => {
  expect(() => found({ match_phrase_prefix: { 's._index_prefix': 'q' } })).toThrow(
    'Can only use phrase prefix queries on text fields - not on [s._index_prefix] which is of type [prefix]',
  );
});

test.each(['match_phrase', 'match_phrase_prefix'])('beginnings are no phrases: %s', (name) => {
  const typed = new TestIndex({
    mapping: { properties: { t: { type: 'search_as_you_type' } } },
    documents: [{ t: 'one two' }],
  });
  const what = name === 'match_phrase' ? 'phrase' : 'phrase prefix';
  expect(() => typed.search({ query: { [name]: { 't._index_prefix': 'one two' } } })).toThrow(
    `Can only use ${what} queries on text fields - not on [t._index_prefix] which is of type [prefix]`,
  );
});
