/** For tests: hits of kernels beside those of scorers. */
import type { ScoreDoc } from '../../results.js';

/**
 * Scorers round the sum of what must match and of what may before they add them; kernels round once. So scores may differ in the last bit, and hits
 * whose scores differ by no more may change places.
 */
export function expectSameHits(
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
