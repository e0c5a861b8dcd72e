import { bm25 } from './bm25.js';
import { decodeFieldLength } from './field_length.js';
import { NO_NORM } from './similarity.js';

test('a lone term in a lone document scores ln(4/3), as Lucene shows it', () => {
  const field = { docCount: 1, sumTotalTermFreq: 1, sumDocFreq: 1 };
  const scorer = bm25().scorer(1, field, [{ docFreq: 1, totalTermFreq: 1 }]);
  expect(scorer.score(1, 1)).toBe(Math.fround(0.2876821));
});

test('frequency, length and boost enter as the formula says', () => {
  // 4 documents of 24 tokens in all; the term is in 2. idf = ln(1 + 2.5 / 2.5) = ln 2.
  const field = { docCount: 4, sumTotalTermFreq: 24, sumDocFreq: 10 };
  const scorer = bm25().scorer(3, field, [{ docFreq: 2, totalTermFreq: 3 }]);
  const expected = (3 * Math.LN2 * 2.2 * 2) / (2 + 1.2 * (0.25 + (0.75 * 8) / 6));
  expect(scorer.score(2, 8)).toBeCloseTo(expected, 6);
});

test('a field without norms counts one token a document', () => {
  const field = { docCount: 10, sumTotalTermFreq: 20, sumDocFreq: 20 };
  const scorer = bm25().scorer(1, field, [{ docFreq: 5, totalTermFreq: 5 }]);
  const idf = Math.log(1 + 5.5 / 5.5);
  const expected = (idf * 2.2) / (1 + 1.2 * (0.25 + 0.75 / 2));
  expect(scorer.score(1, NO_NORM)).toBeCloseTo(expected, 6);
});

test('idf of a phrase is the sum over its terms', () => {
  const field = { docCount: 100, sumTotalTermFreq: 1000, sumDocFreq: 900 };
  const rare = { docFreq: 1, totalTermFreq: 1 };
  const often = { docFreq: 60, totalTermFreq: 90 };
  const one = (terms: (typeof rare)[]): number => bm25().scorer(1, field, terms).score(1, 10);
  expect(one([rare, often])).toBeCloseTo(one([rare]) + one([often]), 5);
});

test('k1 and b can be set; an infinite frequency gives the bound', () => {
  const field = { docCount: 1, sumTotalTermFreq: 7, sumDocFreq: 7 };
  const scorer = bm25({ k1: 0.5, b: 0 }).scorer(1, field, [{ docFreq: 1, totalTermFreq: 1 }]);
  expect(scorer.score(1, 7)).toBeCloseTo(Math.log(4 / 3), 6);
  expect(scorer.score(Number.POSITIVE_INFINITY, 7)).toBeCloseTo(1.5 * Math.log(4 / 3), 6);
});

test('lengths decode as SmallFloat codes them', () => {
  const codes = [0, 1, 23, 24, 39, 40, 41, 48, 56, 255];
  expect(codes.map(decodeFieldLength)).toEqual([0, 1, 23, 24, 39, 40, 42, 56, 88, 2013265944]);
  for (let code = 1; code < 256; code++) {
    expect(decodeFieldLength(code)).toBeGreaterThan(decodeFieldLength(code - 1));
  }
});
