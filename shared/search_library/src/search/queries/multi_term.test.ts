import { utf8, utf8Decode } from '@skein/bytes';
import { createSearcher } from '../create_searcher.js';
import { memorySegment } from '../testing/memory_segment.js';
import { booleanQuery } from './boolean.js';
import { fuzzyQuery } from './fuzzy.js';
import { bestTerms, expandTerms } from './multi_term.js';
import { prefixQuery } from './prefix.js';
import { rewrittenTermsQuery } from './rewritten_terms.js';

const searcher = createSearcher([
  memorySegment('_0', [{ text: ['word', 'ward', 'wort'] }, { text: ['word', 'sword', 'words'] }]),
  memorySegment('_1', [{ text: ['world', 'wird', 'word'] }, { text: ['other'] }]),
]);
const fuzzy = fuzzyQuery('text', 'word', { maxEdits: 2, prefixLength: 0, transpositions: true });
const shown = (terms: readonly { readonly term: Uint8Array }[]): string[] =>
  terms.map(({ term }) => utf8Decode(term));

test('terms of all segments come once, in order, the nearer the better', () => {
  const all = expandTerms(fuzzy, searcher);
  expect(shown(all)).toEqual(['sword', 'ward', 'wird', 'word', 'words', 'world', 'wort']);
  expect(all.find(({ term }) => utf8Decode(term) === 'word')?.boost).toBe(1);
  expect(all.find(({ term }) => utf8Decode(term) === 'ward')?.boost).toBe(0.75);
  expect(shown(bestTerms(all, 3))).toEqual(['sword', 'ward', 'word']);
});

test('the best of each segment are enough for the best of all', () => {
  for (let size = 1; size <= 8; size++) {
    const few = bestTerms(expandTerms(fuzzy, searcher, size), size);
    expect(few).toEqual(bestTerms(expandTerms(fuzzy, searcher), size));
  }
});

const top = { size: 10, totalHitsThreshold: 10 };

test('rewrites say how the terms score', () => {
  const prefix = prefixQuery('text', utf8('wor'));
  const scoresOf = (
    kind: 'top_terms' | 'top_terms_boost' | 'top_terms_blended_freqs',
    size: number,
  ) => searcher.topDocs(rewrittenTermsQuery(prefix, { kind, size }), top).hits;
  expect(scoresOf('top_terms_boost', 10).map(({ score }) => score)).toEqual([2, 2, 2]);
  expect(scoresOf('top_terms', 1)).toHaveLength(3);
  const [blended] = scoresOf('top_terms_blended_freqs', 10);
  const [plain] = scoresOf('top_terms', 10);
  // The rarer terms count as if they were as frequent as the most frequent one.
  expect(blended?.score).toBeLessThan(plain?.score ?? 0);
  const constant = rewrittenTermsQuery(prefix, { kind: 'constant_score_boolean' });
  expect(searcher.topDocs(constant, top).hits.map(({ score }) => score)).toEqual([1, 1, 1]);
});

test('a boolean rewrite of too many terms is refused', () => {
  const words = Array.from({ length: 1025 }, (_, i) => `w${i}`);
  const many = createSearcher([memorySegment('_0', [{ text: words }])]);
  const query = rewrittenTermsQuery(prefixQuery('text', utf8('w')), { kind: 'scoring_boolean' });
  expect(() => many.count(query)).toThrow('maxClauseCount is set to 1024');
});

test('the terms of patterns count as clauses of the whole query', () => {
  const words = Array.from({ length: 1200 }, (_, i) => `${i < 600 ? 'a' : 'b'}${i}`);
  const many = createSearcher([memorySegment('_0', [{ text: words }])]);
  const scored = (prefix: string) =>
    rewrittenTermsQuery(prefixQuery('text', utf8(prefix)), { kind: 'scoring_boolean' });
  expect(many.count(scored('a'))).toBe(1);
  const both = booleanQuery({ should: [scored('a'), scored('b')] });
  expect(() => many.count(both)).toThrow('Query contains too many nested clauses');
});
