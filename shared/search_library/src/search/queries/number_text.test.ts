/** The texts of number queries equal Lucene's. */
import { numberRangeQuery } from './number_range.js';
import { numberSetQuery } from './number_set.js';
import { longSetText } from './number_text.js';

const point = (bound: number) => bound.toFixed(1);
const words = { least: -128, greatest: 127, hasBoth: true };

test('a set of longs reads as the hash set it is in', () => {
  expect(longSetText([55, 149, 2])).toBe('[2, 149, 55]');
  expect(longSetText([1077936128, 1085276160])).toBe('[1077936128, 1085276160]');
  expect(longSetText([-1, 7n, 0])).toBe('[-1, 0, 7]');
});

test.each([
  [
    numberRangeQuery('n', 2, undefined, words),
    'IndexOrDocValuesQuery(indexQuery=n:[2 TO 127], dvQuery=n:[2 TO 127])',
  ],
  [numberRangeQuery('n', undefined, 5, { ...words, hasBoth: false }), 'n:[-128 TO 5]'],
  [numberRangeQuery('n', 1, undefined), 'n:[1 TO *]'],
  [
    numberSetQuery('n', [3], { isTerm: true, hasBoth: true }),
    'IndexOrDocValuesQuery(indexQuery=n:[3 TO 3], dvQuery=n:[3 TO 3])',
  ],
  [
    numberSetQuery('n', [3], { hasBoth: true }),
    'IndexOrDocValuesQuery(indexQuery=n:{3}, dvQuery=n: [3])',
  ],
  [
    numberSetQuery('n', [4, 3], { hasBoth: true }),
    'IndexOrDocValuesQuery(indexQuery=n:{3 4}, dvQuery=n: [4, 3])',
  ],
  [numberSetQuery('n', [3, 4]), 'n:{3 4}'],
  [
    numberRangeQuery('n', 5, 3, { ...words, shown: (bound) => Number(bound) * 10, point }),
    'IndexOrDocValuesQuery(indexQuery=n:[5.0 TO 3.0], dvQuery=n:[50 TO 30])',
  ],
  [
    numberSetQuery('n', [4, 3], { hasBoth: true, shown: (bound) => Number(bound) * 10, point }),
    'IndexOrDocValuesQuery(indexQuery=n:{3.0 4.0}, dvQuery=n: [40, 30])',
  ],
])('%s', (query, text) => {
  expect(String(query)).toBe(text);
});
