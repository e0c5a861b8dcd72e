/** Queries of a `completion` score its inputs as words, as OpenSearch's do. */
import { TestIndex } from '../testing/test_index.js';

test('a rare input says more than a frequent one', () => {
  const index = new TestIndex({
    mapping: { properties: { c: { type: 'completion' } } },
    documents: [{ c: 'often' }, { c: 'often' }, { c: ['rare', 'other'] }],
  });
  const best = (input: string) => index.search({ query: { term: { c: input } } }).maxScore;
  expect(best('rare')).toBeGreaterThan(best('often'));
});
