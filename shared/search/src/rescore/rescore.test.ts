/** Compares rescoring through both phases with the definition of its modes. */
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: { text: { type: 'text' }, tag: { type: 'keyword' }, n: { type: 'long' } },
  },
  documents: [
    { text: 'red', tag: 'a', n: 1 },
    { text: 'red red', tag: 'b', n: 2 },
    { text: 'red blue green', tag: 'a', n: 3 },
  ],
});

const first = { constant_score: { filter: { match: { text: 'red' } }, boost: 4 } };
const second = { constant_score: { filter: { term: { tag: 'a' } }, boost: 3 } };

test.each([
  ['total', 11],
  ['multiply', 24],
  ['avg', 5.5],
  ['max', 8],
  ['min', 3],
] as const)('%s', (score_mode, expected) => {
  const rescore = { query: { rescore_query: second, query_weight: 2, score_mode } };
  const { hits } = index.search({ query: first, rescore });
  const scores = Object.fromEntries(hits.map(({ _id, _score }) => [String(_id), Number(_score)]));
  expect(scores).toEqual({ 1: expected, 2: 8, 3: expected });
});

test('only the window is scored again, one rescorer after the other', () => {
  const one = { window_size: 1, query: { rescore_query: second } };
  expect(
    index.search({ query: first, rescore: one }).hits.map(({ _score }) => Number(_score)),
  ).toEqual([7, 4, 4]);
  const two = { window_size: 2, query: { rescore_query: { match_all: {} } } };
  const { hits, maxScore } = index.search({ query: first, rescore: [one, two], explain: true });
  expect(hits.map(({ _score }) => Number(_score))).toEqual([8, 5, 4]);
  expect(maxScore).toBe(8);
  expect(hits[0]?._explanation).toMatchObject({ description: 'sum of:' });
});

test('the explanation of each hit names its rescorers, however many there are', () => {
  const one = { window_size: 1, query: { rescore_query: second } };
  const all = { window_size: 3, query: { rescore_query: { match_all: {} } } };
  const rescore = [...Array.from({ length: 40 }, () => all), one];
  const { hits } = index.search({ query: first, rescore, explain: true });
  for (const { _explanation, _score } of hits) {
    expect((_explanation as { readonly value: number }).value).toBe(Number(_score));
  }
  expect(hits.map(({ _score }) => Number(_score))).toEqual([47, 44, 44]);
});

test.each([
  [{ rescore: { window_size: 5 } }, 'missing rescore type'],
  [{ rescore: { query: {} } }, 'rescore_query cannot be null'],
  [{ rescore: { query: { rescore_query: second }, foo: 1 } }, "rescore doesn't support [foo]"],
  [
    { rescore: { query: { rescore_query: second } }, sort: ['n'] },
    'Cannot use [sort] option in conjunction with [rescore].',
  ],
  [
    { rescore: { window_size: 20000, query: { rescore_query: second } } },
    'Rescore window [20000] is too large. It must be less than [10000].',
  ],
])('%j is refused', (body, reason) => {
  expect(() => index.search(body)).toThrow(reason);
});
