import fc from 'fast-check';
import {
  mergeSpans,
  orderedSpans,
  spansApart,
  spansContaining,
  spansWithin,
  unorderedSpans,
} from './combine.js';
import type { Span } from './span_source.js';

const places = fc.uniqueArray(fc.nat({ max: 15 }), { minLength: 1, maxLength: 6 });
const listOf = (positions: readonly number[]): Span[] =>
  [...positions].sort((a, b) => a - b).map((start) => ({ start, end: start + 1, gaps: 0 }));
const span = (start: number, end: number): Span => ({ start, end, gaps: 0 });

test('two terms are near each other when some of their places are', () => {
  fc.assert(
    fc.property(places, places, fc.nat({ max: 6 }), (a, b, slop) => {
      const inOrder = a.some((x) => b.some((y) => y > x && y - x - 1 <= slop));
      expect(orderedSpans([listOf(a), listOf(b)], slop).length > 0).toBe(inOrder);
      const anyOrder = a.some((x) => b.some((y) => x !== y && Math.abs(y - x) - 1 <= slop));
      const together = a.some((x) => b.includes(x));
      const found = unorderedSpans([listOf(a), listOf(b)], slop);
      expect(found.length > 0).toBe(anyOrder || together);
    }),
    { numRuns: 1000 },
  );
});

test('a match is as wide as what lies between its parts in order, as it is long in any order', () => {
  const lists = [listOf([2]), listOf([5])];
  expect(orderedSpans(lists, 5)).toEqual([{ start: 2, end: 6, gaps: 2 }]);
  expect(unorderedSpans(lists, 5)).toEqual([{ start: 2, end: 6, gaps: 4 }]);
  expect(orderedSpans(lists, 1)).toEqual([]);
});

test('spans apart have none of the others near', () => {
  const spans = listOf([1, 5, 9]);
  expect(spansApart(spans, listOf([5]), { pre: 0, post: 0 })).toEqual(listOf([1, 9]));
  expect(spansApart(spans, listOf([4]), { pre: 1, post: 0 })).toEqual(listOf([1, 9]));
  expect(spansApart(spans, listOf([6]), { pre: 0, post: 1 })).toEqual(listOf([1, 9]));
  expect(spansApart(spans, [], { pre: 9, post: 9 })).toEqual(spans);
});

test('big spans hold little ones', () => {
  const big = [span(1, 4), span(6, 9), span(12, 14)];
  const little = [span(2, 3), span(8, 10), span(12, 14)];
  expect(spansContaining(big, little)).toEqual([span(1, 4), span(12, 14)]);
  expect(spansWithin(little, big)).toEqual([span(2, 3), span(12, 14)]);
  expect(mergeSpans([big, little]).map(({ start }) => start)).toEqual([1, 2, 6, 8, 12, 12]);
});
