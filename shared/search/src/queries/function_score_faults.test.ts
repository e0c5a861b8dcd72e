/** Tests what a function score refuses. */
import type { JsonObject } from '@skein/content';
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: { properties: { n: { type: 'long' } } },
  documents: [{ n: 1 }, { n: 2 }],
});
const scores = (function_score: JsonObject) => index.search({ query: { function_score } });

test('weights are not negative; a weight of nothing scores nothing', () => {
  for (const weight of [-1, -1e-9])
    expect(() => scores({ functions: [{ weight }] })).toThrow(
      '[weight] cannot be negative for a filtering function',
    );
  expect(scores({ functions: [{ weight: 0 }] }).ids).toHaveLength(2);
});

test.each<[JsonObject, string]>([
  [{ functions: [{}] }, 'an entry in functions list is missing a function'],
  [
    { functions: [{ filter: { match_all: {} } }] },
    'an entry in functions list is missing a function',
  ],
  [{ functions: [{ weight: 1, other: 1 }] }, 'field [other] is not supported'],
  [{ functions: [{ nonsense: {} }] }, 'unknown query [function_score]'],
])('%j is refused', (query, reason) => {
  expect(() => scores(query)).toThrow(reason);
});
