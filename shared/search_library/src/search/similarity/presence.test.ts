import { utf8 } from '@skein/bytes';
import { createSearcher } from '../create_searcher.js';
import { termQuery } from '../queries/term.js';
import { memorySegment } from '../testing/memory_segment.js';
import { bm25 } from './bm25.js';
import { presence } from './presence.js';
import type { Similarity } from './similarity.js';

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

test('nothing is pruned if long fields may score more than short ones', () => {
  const longest: Similarity = {
    scorer: () => ({ monotonic: false, score: (_freq, norm) => norm }),
  };
  const lengths = [3, 2, 2, 2, 2, 2, 9, 2, 2, 2, 30, 2, 2];
  const docs = lengths.map((length) => ({ text: new Array<string>(length).fill('a') }));
  const searcher = createSearcher([memorySegment('_0', docs)], {
    similarity: () => presence(longest),
  });
  const { hits } = searcher.topDocs(termQuery('text', utf8('a')), {
    size: 2,
    totalHitsThreshold: 0,
  });
  expect(hits.map(({ doc }) => doc)).toEqual([10, 6]);
  expect(presence(bm25()).scorer(1, FIELD, [TERM]).monotonic).toBeUndefined();
});
