import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: { t: { type: 'text', analyzer: 'whitespace', search_analyzer: 'synonyms' } },
  },
  documents: [{ t: 'dog x' }, { t: 'hound x' }, { t: 'cat x' }, { t: 'dog hound' }],
});

test('terms at one place count as one word', () => {
  const { hits, ids } = index.search({ query: { match: { t: 'dog' } } });
  expect(ids).toEqual(['4', '1', '2']);
  const scores = hits.map((hit) => hit._score);
  expect(scores[1]).toBe(scores[2]);
});

test('a phrase takes any of them', () => {
  expect(index.matches({ match_phrase: { t: 'dog x' } })).toEqual(['1', '2']);
});
