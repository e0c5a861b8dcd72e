/**
 * Compares searches by kernels with the same searches by scorers, over random documents, deletes
 * and queries; and compiled kernels with the same sources as JavaScript.
 */

import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import type { SegmentReader } from '../../index/segment_reader.js';
import { createSearcher } from '../create_searcher.js';
import { OutOfTime } from '../out_of_time.js';
import { booleanQuery } from '../queries/boolean.js';
import { numberRangeQuery } from '../queries/number_range.js';
import { termQuery } from '../queries/term.js';
import type { Query } from '../query.js';
import { lcg } from '../testing/lcg.js';
import { expectSameAnswers, expectSameRandomAnswers } from './testing/expect_same_answers.js';
import {
  buildSegments,
  phrase,
  pick,
  type Random,
  range,
  some,
  tag,
  term,
} from './testing/kernel_index.js';
import { COMPILED, PLAIN, plannedCount, searchersOf } from './testing/kernels_here.js';

/** `SEED=<number>` repeats a run. */
const { seed: SEED = 1 } = fc.readConfigureGlobal() ?? {};

function query(next: Random): Query {
  const kind = Math.floor(next() * 8);
  const filter = next() < 0.4 ? [pick(next, [tag, range, term])(next)] : [];
  const mustNot = next() < 0.3 ? [pick(next, [tag, range, term])(next)] : [];
  if (kind === 0) return term(next);
  if (kind <= 2) return booleanQuery({ should: [term(next), term(next), ...some(next, 4, term)] });
  if (kind === 3) {
    const should = [term(next), ...some(next, 5, term)];
    return booleanQuery({
      should,
      filter,
      mustNot,
      minimumShouldMatch: 1 + Math.floor(next() * 3),
    });
  }
  if (kind === 4) return booleanQuery({ must: [term(next), ...some(next, 2, term)] });
  if (kind === 5) {
    const must = [term(next), ...some(next, 1, term)];
    const should = some(next, 3, term);
    const minimumShouldMatch = Math.floor(next() * (should.length + 1));
    return booleanQuery({ must, should, filter, mustNot, minimumShouldMatch });
  }
  if (kind === 6) return phrase(next);
  const must = [
    pick(next, [phrase, (n: Random) => booleanQuery({ should: [term(n), term(n)] })])(next),
  ];
  return booleanQuery({
    must,
    filter: filter.filter((one) => one.kind === 'number_range'),
    mustNot,
  });
}

test('the queries of these tests are the work of kernels', () => {
  const next = lcg(SEED);
  const [segment] = buildSegments(next, [400], 0.1) as [SegmentReader];
  const queries = Array.from({ length: 300 }, () => query(next));
  expect(plannedCount(segment, queries)).toBeGreaterThan(250);
});

describe.each([
  ['without deletes', [3000], 0],
  ['with deletes', [2500], 0.2],
  ['several segments', [900, 5000, 40, 1], 0.1],
  ['a segment of several windows', [9000], 0.05],
] as const)('%s', (name, sizes, deletedPart) => {
  const next = lcg(SEED + name.length);
  const segments = buildSegments(next, sizes, deletedPart);
  const searchers = searchersOf(segments);

  test('hits, scores and totals are those of the scorers', () => {
    expectSameRandomAnswers(searchers, { seed: SEED, next, make: query, count: 150 });
  });
});

test('a filter whose blocks bring the candidates has no scores that rule them out', () => {
  const segments = buildSegments(lcg(20_260_145), [9000], 0.05);
  const one = booleanQuery({
    filter: [termQuery('body', utf8('w0'))],
    should: ['w167', 'w19', 'w387', 'w6', 'w2'].map((text) => termQuery('body', utf8(text))),
    minimumShouldMatch: 3,
  });
  const request = { size: 50, totalHitsThreshold: 500 };
  expectSameAnswers(searchersOf(segments), one, request, `${one}`);
});

test.each([
  ['compiled', COMPILED],
  ['plain', PLAIN],
])('out of time, %s kernels give what they have found', (_name, kernels) => {
  const segments = buildSegments(lcg(SEED), [9000], 0.05);
  const one = booleanQuery({
    should: Array.from({ length: 46 }, (_, i) => termQuery('body', utf8(`w${i}`))),
    filter: [numberRangeQuery('num', 0, 900)],
  });
  const request = { size: 50, totalHitsThreshold: Number.POSITIVE_INFINITY };
  const whole = createSearcher(segments, { kernels }).topDocs(one, request);
  const everything = createSearcher(segments, { kernels }).topDocs(one, { ...request, size: 9000 });
  const scores = new Map(everything.hits.map(({ doc, score }) => [doc, score]));
  let left = 1;
  const checkCancelled = (): void => {
    if (left-- === 0) throw new OutOfTime();
  };
  const part = createSearcher(segments, { kernels, checkCancelled }).topDocs(one, request);
  expect(part.timedOut).toBe(true);
  expect(part.hits.length).toBe(50);
  expect(part.total.value).toBeLessThan(whole.total.value);
  for (const { doc, score } of part.hits) expect(scores.get(doc)).toBe(score);
});
