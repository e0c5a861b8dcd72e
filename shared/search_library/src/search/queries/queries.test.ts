import fc from 'fast-check';
import { createSearcher } from '../create_searcher.js';
import { memorySegment } from '../testing/memory_segment.js';
import { type NaiveQuery, naiveIndex, naiveQuery } from '../testing/naive_query.js';

const searcherOf = (index: Parameters<typeof memorySegment>[1][]) =>
  createSearcher(index.map((docs, i) => memorySegment(`_${i}`, docs)));

/** All live matches by brute force, best first. */
function scan(naive: NaiveQuery, index: Parameters<typeof memorySegment>[1][]) {
  const all = index.flat();
  const hits: { doc: number; score: number }[] = [];
  all.forEach((doc, number) => {
    const score = doc.deleted === true ? null : naive.score(doc, all);
    if (score !== null) hits.push({ doc: number, score });
  });
  return hits;
}

const ALL = { size: 1000, totalHitsThreshold: Number.POSITIVE_INFINITY };

test('matches and scores are those of a naive scan', () => {
  fc.assert(
    fc.property(naiveIndex, naiveQuery, (index, naive) => {
      const searcher = searcherOf(index);
      const expected = scan(naive, index);
      const found = searcher.topDocs(naive.query, ALL);
      const byDoc = [...found.hits].sort((a, b) => a.doc - b.doc);
      expect(byDoc.map(({ doc }) => doc)).toEqual(expected.map(({ doc }) => doc));
      byDoc.forEach(({ score }, i) => {
        const wanted = expected[i]?.score ?? 0;
        expect(Math.abs(score - wanted)).toBeLessThanOrEqual(1e-5 * Math.max(1, wanted));
      });
      expect(found.total).toEqual({ value: expected.length, relation: 'eq' });
      expect(searcher.count(naive.query)).toBe(expected.length);
      const collected: number[] = [];
      searcher.search(naive.query, {
        needsScores: false,
        segment: (_reader, docBase) => (doc) => collected.push(docBase + doc),
      });
      expect(collected).toEqual(expected.map(({ doc }) => doc));
    }),
    { numRuns: 400 },
  );
});

test('the pruned top k is the exhaustive top k', () => {
  fc.assert(
    fc.property(
      naiveIndex,
      naiveQuery,
      fc.nat({ max: 6 }),
      fc.nat({ max: 10 }),
      (index, naive, size, threshold) => {
        const searcher = searcherOf(index);
        const exhaustive = searcher.topDocs(naive.query, ALL);
        const pruned = searcher.topDocs(naive.query, { size, totalHitsThreshold: threshold });
        expect(pruned.hits).toEqual(exhaustive.hits.slice(0, size));
        const count = exhaustive.hits.length;
        expect(pruned.total).toEqual(
          count > threshold
            ? { value: threshold, relation: 'gte' }
            : { value: count, relation: 'eq' },
        );
      },
    ),
    { numRuns: 600 },
  );
});

test('paging by score gives every hit once', () => {
  fc.assert(
    fc.property(naiveIndex, naiveQuery, fc.integer({ min: 1, max: 7 }), (index, naive, size) => {
      const searcher = searcherOf(index);
      const { hits } = searcher.topDocs(naive.query, ALL);
      const paged: { doc: number; score: number }[] = [];
      for (;;) {
        const page = searcher.topDocs(naive.query, {
          size,
          totalHitsThreshold: 0,
          after: paged.at(-1),
        });
        if (page.hits.length === 0) break;
        paged.push(...page.hits);
      }
      expect(paged).toEqual(hits);
    }),
    { numRuns: 100 },
  );
});

test('an explanation of each document tells what the search tells', () => {
  fc.assert(
    fc.property(naiveIndex, naiveQuery, (index, { query }) => {
      const searcher = searcherOf(index);
      const scores = new Map(searcher.topDocs(query, ALL).hits.map((hit) => [hit.doc, hit.score]));
      index.flat().forEach(({ deleted }, doc) => {
        if (deleted === true) return;
        const { matches, value } = searcher.explain(query, doc);
        expect(matches).toBe(scores.has(doc));
        const score = scores.get(doc) ?? 0;
        if (matches) expect(Math.abs(value - score)).toBeLessThanOrEqual(1e-6 * score);
      });
    }),
    { numRuns: 400 },
  );
});
