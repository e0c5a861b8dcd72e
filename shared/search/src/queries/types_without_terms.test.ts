/**
 * Searches for words in fields without terms: the text is analysed before the field refuses its
 * words, as in OpenSearch 2.19.
 */

import type { JsonObject } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: mappingOf({
    rank: 'rank_feature',
    ranks: 'rank_features',
    bytes: 'binary',
    stored: 'percolator',
  }),
  documents: [{ rank: 1 }],
});
const find = (query: JsonObject) => index.search({ query }).ids;

const NOT_SUPPORTED = 'Queries on [rank_feature] fields are not supported';
const NO_PLACES = 'field:[rank] was indexed without position data; cannot run PhraseQuery';

test.each<[JsonObject, string]>([
  [{ match: { rank: 'a b' } }, NOT_SUPPORTED],
  [{ match_bool_prefix: { rank: 'a ' } }, NOT_SUPPORTED],
  [{ match_bool_prefix: { rank: 'a b' } }, NOT_SUPPORTED],
  [{ match_bool_prefix: { rank: 'a' } }, 'Can only use prefix queries on keyword and text fields'],
  [{ match_phrase: { rank: 'a' } }, NOT_SUPPORTED],
  [{ match_phrase: { rank: 'a b' } }, NO_PLACES],
  [{ match_phrase_prefix: { rank: 'a' } }, 'Can only use phrase prefix queries on text fields'],
  [{ match_phrase_prefix: { rank: 'a b' } }, NO_PLACES],
  [{ simple_query_string: { query: '"a b"', fields: ['rank'] } }, NO_PLACES],
  [{ match: { bytes: 'a' } }, 'Binary fields do not support searching'],
  [{ match: { stored: 'a' } }, 'Percolator fields are not searchable directly'],
])('%j is refused', (query, reason) => {
  expect(() => find(query)).toThrow(reason);
});

test.each<JsonObject>([
  { match: { rank: '...' } },
  { match_phrase: { rank: '...' } },
  { match_phrase_prefix: { rank: '...' } },
  { match_bool_prefix: { rank: '...' } },
  { simple_query_string: { query: '...', fields: ['rank'] } },
  { query_string: { query: '/a.*/ a*', fields: ['rank'] } },
  { match: { bytes: '...' } },
  { match: { stored: '...' } },
])('%j has no words', (query) => {
  expect(find(query)).toEqual([]);
});

test.each(['rank', 'ranks', 'stored', '_source', '_feature'])('%s has no cases', (field) => {
  expect(() => find({ term: { [field]: { value: 'r', case_insensitive: true } } })).toThrow(
    'does not support case insensitive term queries',
  );
});

test.each<[JsonObject, boolean]>([
  [{ term: { _index: 'te*' } }, true],
  [{ terms: { _index: ['x', '*st'] } }, true],
  [{ term: { _index: 'TEST' } }, false],
  [{ term: { _index: { value: 'TEST', case_insensitive: true } } }, true],
  [{ prefix: { _index: { value: 'TE', case_insensitive: true } } }, true],
  [{ wildcard: { _index: { value: 'T*T', case_insensitive: true } } }, true],
])('%j by the name of the index', (query, isFound) => {
  expect(find(query)).toEqual(isFound ? ['1'] : []);
});
