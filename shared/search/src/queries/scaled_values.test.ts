/**
 * Numbers stored as steps count by their value, and numbers with a fraction by their integer part.
 */
import { TestIndex } from '../testing/test_index.js';

const index = new TestIndex({
  mapping: {
    properties: {
      tag: { type: 'keyword' },
      scaled: { type: 'scaled_float', scaling_factor: 10 },
      price: { type: 'double' },
    },
  },
  documents: [
    { tag: ['a', 'b'], scaled: 1.9, price: 1.3 },
    { tag: ['a'], scaled: 2.1, price: 2.3 },
  ],
});

test('a function of the value of a field', () => {
  const query = { function_score: { field_value_factor: { field: 'scaled' } } };
  expect(index.search({ query }).hits.map((hit) => Number(hit._score))).toEqual([2.1, 1.9]);
});

test.each(['scaled', 'price'])('as many terms as %s says', (field) => {
  const query = { terms_set: { tag: { terms: ['a', 'x'], minimum_should_match_field: field } } };
  expect(index.search({ query }).ids).toEqual(['1']);
});
