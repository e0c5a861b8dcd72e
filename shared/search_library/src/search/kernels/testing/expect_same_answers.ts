/** For tests: compares the answers of kernels, compiled and not, with those of scorers. */
import type { IndexSearcher } from '../../index_searcher.js';
import type { Query } from '../../query.js';
import type { ScoreDoc } from '../../results.js';
import type { TopDocsOptions } from '../../search_options.js';
import { type Random, topDocsOptions } from './kernel_index.js';
import { unscored } from './unscored.js';

/** Searchers over the same segments. */
export interface Searchers {
  readonly byScorers: IndexSearcher;
  readonly byJavaScript: IndexSearcher;
  readonly byWasm: IndexSearcher;
}

/**
 * Expects that the pruned search finds the best hits of an exhaustive search by scorers, with the
 * requested total, and that counts, matches and sorts are the same.
 */
export function expectSameAnswers(
  { byScorers, byJavaScript, byWasm }: Searchers,
  one: Query,
  request: TopDocsOptions,
  context: string,
): void {
  const threshold = Number.POSITIVE_INFINITY;
  const all = byScorers.topDocs(one, { ...request, totalHitsThreshold: threshold });
  const exact = all.total.value <= request.totalHitsThreshold;
  const total = {
    value: exact ? all.total.value : request.totalHitsThreshold,
    relation: exact ? 'eq' : 'gte',
  };
  const found = byWasm.topDocs(one, request);
  expect({ context, found }).toEqual({ context, found: byJavaScript.topDocs(one, request) });
  expectSameHits(context, found.hits, all.hits);
  // Scorers round differently, so a score may be on the other side of the minimum.
  if (request.minScore === undefined) {
    expect({ context, total: found.total }).toEqual({ context, total });
  }
  const count = byScorers.count(one);
  expect({ context, count: byWasm.count(one) }).toEqual({ context, count });
  expect({ context, count: byJavaScript.count(one) }).toEqual({ context, count });
  const plainly = { context, ...unscored(byScorers, one) };
  expect({ context, ...unscored(byWasm, one) }).toEqual(plainly);
  expect({ context, ...unscored(byJavaScript, one) }).toEqual(plainly);
}

/** Random queries. */
interface RandomQueries {
  /** The seed that repeats them. */
  readonly seed: number;
  readonly next: Random;
  readonly make: (next: Random) => Query;
  readonly count: number;
}

/** `expectSameAnswers` for random queries with random options. */
export function expectSameRandomAnswers(
  searchers: Searchers,
  { seed, next, make, count }: RandomQueries,
): void {
  for (let i = 0; i < count; i++) {
    const one = make(next);
    const request = topDocsOptions(next);
    const context = `SEED=${seed}, query ${i}: ${one} ${JSON.stringify(request)}`;
    expectSameAnswers(searchers, one, request, context);
  }
}

/**
 * Scorers round the sums of required and optional clauses before they add them; kernels round once.
 * So scores may differ in the last bit, and hits whose scores differ by no more may change places.
 */
function expectSameHits(
  context: string,
  found: readonly ScoreDoc[],
  expected: readonly ScoreDoc[],
): void {
  expect({ context, size: found.length }).toEqual({ context, size: expected.length });
  const last = expected.at(-1)?.score ?? 0;
  const byDoc = new Map(expected.map(({ doc, score }) => [doc, score]));
  found.forEach(({ doc, score }, i) => {
    const rank = expected[i]?.score ?? 0;
    expect({ context, close: isClose(score, rank) }).toEqual({ context, close: true });
    const known = byDoc.get(doc) ?? last;
    expect({ context, doc, close: isClose(score, known) }).toEqual({ context, doc, close: true });
  });
}

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 3e-7 * Math.abs(b);
