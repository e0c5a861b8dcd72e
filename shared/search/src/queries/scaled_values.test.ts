/**
 * Numbers stored as steps count by their value, and numbers with a fraction by their integer part.
 */
import { refusal } from '../testing/refusals.js';
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

test('a distance to the value of a field', () => {
  const decay = { linear: { scaled: { origin: 2.3, scale: 0.4 } } };
  const query = { function_score: decay };
  const scores = index.search({ query }).hits.map((hit) => Number(hit._score));
  expect(scores).toEqual([expect.closeTo(0.75, 6), expect.closeTo(0.5, 6)]);
});

test('a number of terms must be a number', () => {
  const query = { terms_set: { tag: { terms: ['a'], minimum_should_match_field: 'tag' } } };
  expect(refusal(() => index.search({ query }))).toContain(
    'Field [tag] of type [keyword] holds no numbers',
  );
});

test('an instant in nanoseconds counts as milliseconds', () => {
  const nanos = new TestIndex({
    mapping: { properties: { at: { type: 'date_nanos' }, tag: { type: 'keyword' } } },
    documents: [{ at: '1970-01-01T00:00:00.002000001Z', tag: ['a', 'b'] }],
  });
  const factor = { function_score: { field_value_factor: { field: 'at' } } };
  expect(Number(nanos.search({ query: factor }).hits[0]?._score)).toBeCloseTo(2, 5);
  const terms_set = { tag: { terms: ['a', 'b'], minimum_should_match_field: 'at' } };
  expect(nanos.search({ query: { terms_set } }).ids).toEqual(['1']);
});

test('a function with a filter that lets all pass is one without a filter', () => {
  const scoreOf = (entry: object) => {
    const query = { function_score: { score_mode: 'avg', functions: [{ weight: 3, ...entry }] } };
    return Number(index.search({ query }).hits[0]?._score);
  };
  expect(scoreOf({})).toBe(3);
  expect(scoreOf({ filter: { match_all: {} } })).toBe(3);
  expect(scoreOf({ filter: { match_all: { boost: 2 } } })).toBe(3);
  expect(scoreOf({ filter: { exists: { field: 'tag' } } })).toBe(1);
});
