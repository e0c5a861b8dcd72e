/** Queries on a `completion` field score its inputs as words, as in OpenSearch. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

test('a rare input says more than a frequent one', () => {
  const index = new TestIndex({
    mapping: { properties: { c: { type: 'completion' } } },
    documents: [{ c: 'often' }, { c: 'often' }, { c: ['rare', 'other'] }],
  });
  const best = (input: string) => index.search({ query: { term: { c: input } } }).maxScore;
  expect(best('rare')).toBeGreaterThan(best('often'));
});

test('a term is an input as it is kept, a text is one that is typed', () => {
  const index = new TestIndex({
    mapping: { properties: { c: { type: 'completion' } } },
    documents: [{ c: 'Big Apple' }],
  });
  const found = (query: JsonObject) => index.search({ query }).ids;
  expect(found({ match: { c: 'Big-Apple' } })).toEqual(['1']);
  expect(found({ term: { c: 'Big Apple' } })).toEqual([]);
  expect(found({ term: { c: 'big\x1fapple' } })).toEqual(['1']);
  expect(found({ match: { c: { query: 'Big-Apple', analyzer: 'whitespace' } } })).toEqual([]);
  expect(found({ query_string: { query: 'c:/big.*/' } })).toEqual(['1']);
  expect(found({ query_string: { query: 'c:/apple/' } })).toEqual([]);
});

test.each([
  ['match_phrase', 'a b', 'phrase'],
  ['match_phrase_prefix', 'a b', 'phrase prefix'],
  ['match', 'window', 'phrase'],
  ['match_bool_prefix', 'window', 'phrase prefix'],
])('%s: there are no phrases', (kind, query, what) => {
  const index = new TestIndex({
    mapping: { properties: { c: { type: 'completion' } } },
    settings: {
      'index.analysis.analyzer.panes.tokenizer': 'whitespace',
      'index.analysis.analyzer.panes.filter': 'same',
      'index.analysis.filter.same.type': 'synonym_graph',
      'index.analysis.filter.same.synonyms.0': 'window, glass pane',
    },
    documents: [{ c: 'a b' }],
  });
  expect(() => index.search({ query: { [kind]: { c: { query, analyzer: 'panes' } } } })).toThrow(
    `Can only use ${what} queries on text fields - not on [c] which is of type [completion]`,
  );
});
