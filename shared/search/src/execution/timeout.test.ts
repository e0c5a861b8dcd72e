/** Searches of one shard that run out of time. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

/** A clock that is a millisecond further each time somebody looks at it; segments of three documents. */
function slowIndex(): TestIndex {
  let ms = 0;
  return new TestIndex({
    mapping: { properties: { text: { type: 'text' }, n: { type: 'long' } } },
    documents: Array.from({ length: 9 }, (_, n) => ({ text: 'red', n })),
    clock: { nowMs: () => Date.UTC(2024, 5, 15), monotonicMs: () => ms++ },
  });
}

const query = { match: { text: 'red' } };

/** What is shown with ever more time. */
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
