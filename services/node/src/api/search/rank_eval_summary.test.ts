import { atOnce } from '@skein/base';
import { stringifyJson } from '@skein/content';
import { type Judged, summaryOf } from './rank_eval_summary.js';

const judged = (id: string, score: number): Judged => ({
  id,
  quality: { score, details: {} },
  shown: {},
});

const scoreOf = (all: readonly Judged[]): string =>
  /"metric_score":([^,]+),"details"/.exec(stringifyJson(atOnce(summaryOf(all, 'dcg'))))?.[1] ?? '';

test('sums of scores lose no digits', () => {
  expect(scoreOf(Array.from({ length: 10 }, (_, i) => judged(`${i}`, 0.1)))).toBe('0.1');
});

test('of two searches with the same id the last counts', () => {
  expect(scoreOf([judged('a', 1), judged('a', 0), judged('b', 1)])).toBe('0.5');
});

test('searches that failed do not count', () => {
  expect(scoreOf([judged('a', 1), { id: 'b', error: {} }])).toBe('1.0');
  expect(scoreOf([{ id: 'b', error: {} }])).toBe('"NaN"');
});
