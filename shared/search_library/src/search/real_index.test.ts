/**
 * The same searches on the real index and on the naive segments of these tests give equal hits,
 * scores and sort values.
 */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { createSearcher } from './create_searcher.js';
import { booleanQuery } from './queries/boolean.js';
import { termQuery } from './queries/term.js';
import type { Query } from './query.js';
import type { SortField } from './results.js';
import { lcg } from './testing/lcg.js';
import { memorySegment } from './testing/memory_segment.js';
import { naiveIndex, naiveQuery } from './testing/naive_query.js';
import { realSegments } from './testing/real_segments.js';

const SORT: readonly SortField[] = [
  { kind: 'ordinal', field: 'tag', reverse: true, mode: 'max', missing: 'last' },
  { kind: 'number', field: 'n', integral: true, reverse: false, mode: 'min', missing: 'first' },
  { kind: 'score', reverse: false },
];

/**
 * The writer drops a segment without live documents, which would change the statistics, so each
 * keeps one.
 */
const index = naiveIndex.map((segments) =>
  segments.map((docs) => docs.map((doc, i) => (i === 0 ? { ...doc, deleted: false } : doc))),
);

test('the real index answers as the naive one', () => {
  fc.assert(
    fc.property(
      index,
      fc.array(naiveQuery, { minLength: 1, maxLength: 5 }),
      fc.nat({ max: 6 }),
      (docs, queries, size) => {
        const naive = createSearcher(docs.map((one, i) => memorySegment(`_${i}`, one)));
        const real = createSearcher(realSegments(docs));
        const options = { size, totalHitsThreshold: 2 };
        for (const { query } of queries) {
          expect(real.count(query)).toBe(naive.count(query));
          expect(real.topDocs(query, options)).toEqual(naive.topDocs(query, options));
          const sorted = { ...options, sort: SORT, trackScores: true };
          expect(real.topFieldDocs(query, sorted)).toEqual(naive.topFieldDocs(query, sorted));
        }
      },
    ),
    { numRuns: 150 },
  );
});

const naiveWords = fc.nat({ max: 39 }).map((n) => `w${n}`);

function sumOf(words: readonly string[], all: boolean): Query {
  const terms = words.map((word) => termQuery('text', utf8(word)));
  return booleanQuery(all ? { must: terms } : { should: terms });
}

test('pruning over full posting blocks gives the exhaustive answer', () => {
  const random = lcg(7);
  const docs = Array.from({ length: 6000 }, (_, i) => ({
    text: Array.from(
      { length: 1 + Math.floor(random() * 30) },
      () => `w${Math.floor(40 * random() ** 3)}`,
    ),
    deleted: i % 13 === 5,
  }));
  const real = createSearcher(realSegments([docs.slice(0, 4000), docs.slice(4000)]));
  fc.assert(
    fc.property(
      fc.array(naiveWords, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
      (words, all) => {
        const query = sumOf(words, all);
        const every = real.topDocs(query, {
          size: 6000,
          totalHitsThreshold: Number.POSITIVE_INFINITY,
        });
        const best = real.topDocs(query, { size: 10, totalHitsThreshold: 0 });
        expect(best.hits).toEqual(every.hits.slice(0, 10));
        expect(real.count(query)).toBe(every.total.value);
        expect(every.total.value).toBe(every.hits.length);
      },
    ),
    { numRuns: 60 },
  );
});
