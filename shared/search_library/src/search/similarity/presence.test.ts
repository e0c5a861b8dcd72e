import { bm25 } from './bm25.js';
import { presence } from './presence.js';

const FIELD = { docCount: 483, sumTotalTermFreq: 1584, sumDocFreq: 1570 };
const TERM = { docFreq: 2, totalTermFreq: 3 };

test('a field is as long as it has different words: the score of OpenSearch 2.19', () => {
  const scorer = presence(bm25()).scorer(1, FIELD, [TERM]);
  expect(scorer.score(1, 1)).toBeCloseTo(7.34663, 4);
});

test('how often a word is there does not count', () => {
  const scorer = presence(bm25()).scorer(1, FIELD, [TERM]);
  expect(scorer.score(7, 1)).toBe(scorer.score(1, 1));
  const explained = scorer.explain?.({ value: 7, description: 'freq', details: [] } as never, 1);
  expect(explained?.value).toBe(scorer.score(1, 1));
});
