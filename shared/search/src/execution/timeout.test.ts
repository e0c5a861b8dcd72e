/** Searches of one shard that run out of time. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

/**
 * Creates an index with a clock that advances by a millisecond with each reading, and segments of
 * three documents.
 */
function slowIndex(): TestIndex {
  let ms = 0;
  return new TestIndex({
    mapping: { properties: { text: { type: 'text' }, n: { type: 'long' } } },
    documents: Array.from({ length: 9 }, (_, n) => ({ text: 'red', n })),
    clock: { nowMs: () => Date.UTC(2024, 5, 15), monotonicMs: () => ms++ },
  });
}

const query = { match: { text: 'red' } };

/** The hits shown for increasing timeouts. */
function withTimeouts(body: JsonObject) {
  return Array.from({ length: 20 }, (_, ms) => {
    const answer = slowIndex().answer({ query, min_score: 0, ...body, timeout: `${ms}ms` });
    if (typeof answer === 'string') throw new Error(answer);
    const { hits } = answer.hits as { hits: readonly unknown[] };
    return { timedOut: answer.timed_out, count: hits.length };
  });
}

test.each([
  ['by score', {}],
  ['by a field', { sort: ['n'] }],
])('%s: hits of the segments that were reached', (_name, body) => {
  const seen = withTimeouts(body);
  const counts = seen.map(({ count }) => count);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(new Set(counts)).toEqual(new Set([0, 3, 6, 9]));
  expect(seen.filter(({ count, timedOut }) => count < 9 && timedOut !== true)).toEqual([]);
  expect(seen.at(-1)).toEqual({ count: 9, timedOut: false });
});

test('hits that could not be rescored in time stay as they were found', () => {
  const rescore = { window_size: 9, query: { rescore_query: query } };
  const inTime = withTimeouts({}).filter(({ timedOut }) => timedOut === false).length;
  const seen = withTimeouts({ rescore });
  expect(seen.filter(({ timedOut }) => timedOut === false).length).toBeLessThan(inTime);
  expect(seen).toContainEqual({ count: 9, timedOut: true });
});

const SUM = { c: { sum: { field: 'n' } } };

const LONG: readonly (readonly [string, JsonObject])[] = [
  [
    'the functions of a document',
    {
      query: {
        function_score: {
          functions: Array.from({ length: 200_000 }, () => ({ weight: 1 })),
          score_mode: 'sum',
        },
      },
    },
  ],
  [
    'the intervals of a document',
    {
      query: {
        intervals: {
          text: {
            all_of: { intervals: [{ match: { query: 'red' } }, { match: { query: 'blue' } }] },
          },
        },
      },
    },
  ],
  [
    'buckets inside buckets',
    {
      size: 0,
      aggs: { a: { filters: eachOf(100), aggs: { b: { filters: eachOf(100), aggs: SUM } } } },
    },
  ],
];

function eachOf(count: number): JsonObject {
  const filters = Array.from({ length: count }, (_, n) => [`f${n}`, { range: { n: { lte: n } } }]);
  return { filters: Object.fromEntries(filters) };
}

/**
 * There are few documents: only code that reads the clock in each of its own steps runs out of
 * time.
 */
test.each(LONG)('%s take no longer than the search may', (_name, body) => {
  let ms = 0;
  const index = new TestIndex({
    mapping: { properties: { text: { type: 'text' }, n: { type: 'long' } } },
    documents: Array.from({ length: 20 }, () => ({ text: 'red blue '.repeat(2000), n: 0 })),
    clock: { nowMs: () => Date.UTC(2024, 5, 15), monotonicMs: () => ms++ },
  });
  const answer = index.answer({ ...body, timeout: '30ms' });
  expect(answer).toMatchObject({ timed_out: true });
});
