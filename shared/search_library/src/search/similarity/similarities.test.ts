/** The contract of every similarity: pruning can rely on its scores. */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { createSearcher } from '../create_searcher.js';
import { matched } from '../explain/explanation.js';
import { booleanQuery } from '../queries/boolean.js';
import { phraseQuery } from '../queries/phrase.js';
import { termQuery } from '../queries/term.js';
import type { Query } from '../query.js';
import { type MemoryDocument, memorySegment } from '../testing/memory_segment.js';
import { bm25 } from './bm25.js';
import { booleanSimilarity } from './boolean.js';
import { dfi, INDEPENDENCE_MEASURES } from './dfi.js';
import { dfr } from './dfr.js';
import { AFTER_EFFECTS, BASIC_MODELS } from './dfr_models.js';
import { DISTRIBUTIONS, ib, LAMBDAS } from './ib.js';
import { lmDirichlet } from './lm_dirichlet.js';
import { lmJelinekMercer } from './lm_jelinek_mercer.js';
import {
  noNormalization,
  normalizationH1,
  normalizationH2,
  normalizationH3,
  normalizationZ,
} from './normalization.js';
import type { Similarity } from './similarity.js';

function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(table) as K[];
}

const NORMALIZATIONS = {
  no: noNormalization,
  h1: normalizationH1(1),
  h2: normalizationH2(1),
  h3: normalizationH3(800),
  z: normalizationZ(0.3),
};

function* everySimilarity(): Iterable<[string, Similarity]> {
  yield ['BM25', bm25({ k1: 2, b: 0.3 })];
  yield ['boolean', booleanSimilarity()];
  yield ['LMDirichlet', lmDirichlet()];
  yield ['LMDirichlet mu 10', lmDirichlet(10)];
  yield ['LMJelinekMercer', lmJelinekMercer()];
  for (const measure of keysOf(INDEPENDENCE_MEASURES)) yield [`DFI ${measure}`, dfi(measure)];
  for (const [name, normalization] of Object.entries(NORMALIZATIONS)) {
    for (const basicModel of keysOf(BASIC_MODELS)) {
      for (const afterEffect of keysOf(AFTER_EFFECTS)) {
        const options = { basicModel, afterEffect, normalization };
        yield [`DFR ${basicModel} ${afterEffect} ${name}`, dfr(options)];
      }
    }
    for (const distribution of keysOf(DISTRIBUTIONS)) {
      for (const lambda of keysOf(LAMBDAS)) {
        const options = { distribution, lambda, normalization };
        yield [`IB ${distribution} ${lambda} ${name}`, ib(options)];
      }
    }
  }
}

const SIMILARITIES = [...everySimilarity()];

/** Possible statistics of a field and of a term in it. */
const statistics = fc
  .record({
    docCount: fc.integer({ min: 1, max: 100_000 }),
    docShare: fc.double({ min: 0, max: 1, noNaN: true }),
    repeats: fc.double({ min: 0, max: 5, noNaN: true }),
    others: fc.nat({ max: 10_000_000 }),
  })
  .map(({ docCount, docShare, repeats, others }) => {
    const docFreq = 1 + Math.floor(docShare * (docCount - 1));
    const totalTermFreq = docFreq + Math.floor(docFreq * repeats);
    const sumTotalTermFreq = Math.max(docCount, totalTermFreq) + others;
    const field = { docCount, sumTotalTermFreq, sumDocFreq: sumTotalTermFreq };
    return { field, term: { docFreq, totalTermFreq } };
  });

test.each(SIMILARITIES)('%s: frequent and short never scores less', (_name, similarity) => {
  const freqs = [1, 1.5, 2, 3, 15, 16, 17, 200, 70_000, Number.POSITIVE_INFINITY];
  const norms = [1, 2, 10, 40, 100, 200, 255];
  fc.assert(
    fc.property(statistics, ({ field, term }) => {
      const scorer = similarity.scorer(2, field, [term]);
      for (const norm of norms) {
        freqs.reduce((before, freq) => {
          const score = scorer.score(freq, norm);
          expect(score).toBeGreaterThanOrEqual(before);
          return score;
        }, 0);
      }
      for (const freq of freqs.slice(0, -1)) {
        norms.reduce((before, norm) => {
          const score = scorer.score(freq, norm);
          expect(score).toBeLessThanOrEqual(before);
          return score;
        }, Number.POSITIVE_INFINITY);
      }
    }),
    { numRuns: 15 },
  );
});

/** Computed by the formulas of Lucene's documentation, for the statistics in the test below. */
const SCORES: Readonly<Record<string, number>> = {
  BM25: 8.34988,
  boolean: 2,
  LMDirichlet: 0.1689,
  'LMDirichlet mu 10': 4.11657,
  LMJelinekMercer: 9.3996,
  'DFI standardized': 5.41318,
  'DFI saturated': 7.19454,
  'DFI chisquared': 9.95972,
  'DFR g b no': 10.85584,
  'DFR g l no': 3.73169,
  'DFR if b no': 9.19934,
  'DFR if l no': 3.16227,
  'DFR in b no': 14.25117,
  'DFR in l no': 4.89884,
  'DFR ine b no': 8.41597,
  'DFR ine l no': 2.89299,
  'DFR in l h1': 5.15667,
  'DFR in l h2': 5.08343,
  'DFR in l h3': 6.12588,
  'DFR in l z': 4.97945,
  'IB ll df no': 6.703,
  'IB ll ttf no': 4.75431,
  'IB spl df no': 4.80406,
  'IB spl ttf no': 3.76611,
};

const INDEX = { docCount: 100, sumTotalTermFreq: 2000, sumDocFreq: 1500 };

test.each(SIMILARITIES.filter(([name]) => name in SCORES))(
  '%s: a known score',
  (name, similarity) => {
    const scorer = similarity.scorer(2, INDEX, [{ docFreq: 10, totalTermFreq: 30 }]);
    expect(scorer.score(3, 16)).toBeCloseTo(SCORES[name] ?? Number.NaN, 4);
  },
);

test.each([
  ['LMDirichlet', lmDirichlet(), 1900],
  ['DFI', dfi('chisquared'), 1900],
])('%s: a term that is rarer than in the field scores nothing', (_name, similarity, count) => {
  const scorer = similarity.scorer(2, INDEX, [{ docFreq: 100, totalTermFreq: count }]);
  expect(scorer.score(1, 16)).toBe(0);
  expect(scorer.score(16, 16)).toBeGreaterThan(0);
});

test.each(SIMILARITIES)('%s: an explanation ends in the score', (_name, similarity) => {
  fc.assert(
    fc.property(statistics, fc.integer({ min: 1, max: 9 }), ({ field, term }, freq) => {
      for (const terms of [[term], [term, term]]) {
        const scorer = similarity.scorer(2, field, terms);
        const explained = scorer.explain?.(matched(freq, 'freq'), 7);
        expect(explained?.value).toBe(scorer.score(freq, 7));
        expect(explained?.description).toMatch(/^(?:score\(|sum of:)/);
      }
    }),
    { numRuns: 15 },
  );
});

const word = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const documents: fc.Arbitrary<MemoryDocument[]> = fc.array(
  fc.record({ text: fc.array(word, { maxLength: 12 }), deleted: fc.boolean() }),
  { minLength: 1, maxLength: 40 },
);
const term = word.map((one) => termQuery('text', utf8(one)));
const phrase = fc.tuple(word, word).map(([first, second]) =>
  phraseQuery('text', {
    terms: [[utf8(first)], [utf8(second)]],
    positions: [0, 1],
    slop: 0,
  }),
);
const query: fc.Arbitrary<Query> = fc.oneof(
  term,
  phrase,
  fc.array(term, { minLength: 2, maxLength: 4 }).map((should) => booleanQuery({ should })),
  fc.array(term, { minLength: 2, maxLength: 3 }).map((must) => booleanQuery({ must })),
);

test.each(SIMILARITIES)('%s: pruned top hits are the exhaustive ones', (_name, similarity) => {
  fc.assert(
    fc.property(fc.array(documents, { minLength: 1, maxLength: 2 }), query, (index, asked) => {
      const segments = index.map((docs, i) => memorySegment(`_${i}`, docs));
      const searcher = createSearcher(segments, { similarity: () => similarity });
      const all = searcher.topDocs(asked, { size: 100, totalHitsThreshold: Infinity }).hits;
      const best = searcher.topDocs(asked, { size: 3, totalHitsThreshold: 0 }).hits;
      expect(best).toEqual(all.slice(0, 3));
    }),
    { numRuns: 15 },
  );
});
