/** A search that runs out of time returns what it has found so far. */
import { utf8 } from '@skein/bytes';
import { createSearcher } from './create_searcher.js';
import { OutOfTime } from './out_of_time.js';
import { matchAllQuery } from './queries/match_all.js';
import { numberRangeQuery } from './queries/number_range.js';
import { termQuery } from './queries/term.js';
import type { SortField } from './results.js';
import { type MemoryDocument, memorySegment } from './testing/memory_segment.js';

const SEGMENT_DOCS = 3000;
const ALL = { size: 10_000, totalHitsThreshold: Number.POSITIVE_INFINITY };
const FALLING: SortField = {
  kind: 'number',
  field: 'n',
  integral: true,
  reverse: true,
  mode: 'max',
  missing: 'last',
};

/**
 * The field `n` counts upwards through two segments. Every tenth document is deleted, so no total
 * is known beforehand.
 */
const segments = [0, 1].map((number) =>
  memorySegment(
    `_${number}`,
    Array.from(
      { length: SEGMENT_DOCS },
      (_, i): MemoryDocument => ({
        text: ['a'],
        n: [number * SEGMENT_DOCS + i],
        ...(i % 10 === 0 ? { deleted: true } : {}),
      }),
    ),
  ),
);

function searcherWith(checks: number) {
  let left = checks;
  return createSearcher(segments, {
    checkCancelled: () => {
      if (left-- === 0) throw new OutOfTime();
    },
  });
}

const whole = searcherWith(Number.POSITIVE_INFINITY);
const LIVE = (2 * SEGMENT_DOCS * 9) / 10;

const SEARCHES = [
  ['by score', termQuery('text', utf8('a')), []],
  ['by a field', numberRangeQuery('n', 1, 10_000), [FALLING]],
  [
    'by a field and scores',
    termQuery('text', utf8('a')),
    [FALLING, { kind: 'score', reverse: false }],
  ],
] as const;

test.each(SEARCHES)('%s: the hits that were seen, in order', (_name, query, sort) => {
  const search = (checks: number) =>
    sort.length === 0
      ? searcherWith(checks).topDocs(query, ALL)
      : searcherWith(checks).topFieldDocs(query, { ...ALL, sort, trackScores: false });
  expect(search(Number.POSITIVE_INFINITY)).toMatchObject({
    total: { value: LIVE, relation: 'eq' },
    timedOut: false,
  });
  let before = 0;
  for (const checks of [1, 3, 5]) {
    const { hits, total, timedOut } = search(checks);
    expect(timedOut).toBe(true);
    expect(total).toEqual({ value: hits.length, relation: 'eq' });
    expect(hits.length).toBeGreaterThan(before);
    expect(hits.length).toBeLessThan(LIVE);
    const docs = hits.map(({ doc }) => doc);
    const order =
      sort.length === 0 ? (a: number, b: number) => a - b : (a: number, b: number) => b - a;
    expect(docs).toEqual([...docs].sort(order));
    before = hits.length;
  }
});

test('no time at all: no hits', () => {
  const { hits, total, timedOut } = searcherWith(0).topDocs(termQuery('text', utf8('a')), ALL);
  expect({ hits, total, timedOut }).toEqual({
    hits: [],
    total: { value: 0, relation: 'eq' },
    timedOut: true,
  });
});

test('counts tell how far they came', () => {
  const query = numberRangeQuery('n', 1, 10_000);
  const options = { size: 0, totalHitsThreshold: Number.POSITIVE_INFINITY };
  const full = whole.topDocs(query, options);
  const part = searcherWith(3).topDocs(query, options);
  expect(full).toMatchObject({ total: { value: LIVE }, timedOut: false });
  expect(part.timedOut).toBe(true);
  expect(part.total.value).toBeGreaterThan(0);
  expect(part.total.value).toBeLessThan(LIVE);
  expect(() => searcherWith(0).count(query)).toThrow(OutOfTime);
});

test('what else is thrown ends the search', () => {
  const searcher = createSearcher(segments, {
    checkCancelled: () => {
      throw new RangeError('cancelled');
    },
  });
  expect(() => searcher.topDocs(matchAllQuery(), ALL)).toThrow('cancelled');
});
