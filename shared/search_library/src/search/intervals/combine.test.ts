import fc from 'fast-check';
import type { Span } from '../spans/span_source.js';
import {
  anyInterval,
  INTERVAL_RELATIONS,
  orderedIntervals,
  phraseIntervals,
  repeatedIntervals,
  unorderedIntervals,
} from './combine.js';

const positions = fc.uniqueArray(fc.nat({ max: 20 }), { minLength: 1, maxLength: 6 });
const terms = fc.array(positions, { minLength: 1, maxLength: 3 });

const listOf = (places: readonly number[]): Span[] =>
  [...places].sort((a, b) => a - b).map((start) => ({ start, end: start, gaps: 0 }));

/** All combinations of one position from each list. */
function choices(lists: readonly (readonly number[])[]): number[][] {
  return lists.reduce<number[][]>(
    (before, list) => before.flatMap((left) => list.map((place) => [...left, place])),
    [[]],
  );
}

/** The bounds of the choices that pass, without those that contain another. */
function minimalBounds(
  lists: readonly (readonly number[])[],
  passes: (choice: readonly number[]) => boolean,
): string[] {
  const bounds = choices(lists)
    .filter(passes)
    .map((choice) => [Math.min(...choice), Math.max(...choice)] as const);
  const minimal = bounds.filter(
    ([start, end]) => !bounds.some(([s, e]) => s >= start && e <= end && e - s < end - start),
  );
  return [...new Set(minimal.sort((a, b) => a[0] - b[0]).map(String))];
}

const shown = (found: readonly Span[]): string[] =>
  found.map(({ start, end }) => String([start, end]));

const ascending = (choice: readonly number[]): boolean =>
  choice.every((place, i) => i === 0 || place > (choice[i - 1] ?? 0));

test('intervals are the minimal ones of all that fit', () => {
  fc.assert(
    fc.property(terms, (places) => {
      const lists = places.map(listOf);
      expect(shown(orderedIntervals(lists))).toEqual(minimalBounds(places, ascending));
      expect(shown(unorderedIntervals(lists))).toEqual(minimalBounds(places, () => true));
      const adjacent = (choice: readonly number[]): boolean =>
        choice.every((place, i) => i === 0 || place === (choice[i - 1] ?? 0) + 1);
      expect(shown(phraseIntervals(lists))).toEqual(minimalBounds(places, adjacent));
      const all = [...new Set(places.flat())].sort((a, b) => a - b);
      expect(shown(anyInterval(lists))).toEqual(all.map((place) => String([place, place])));
    }),
    { numRuns: 1000 },
  );
});

test('gaps are the positions inside that no part covers', () => {
  const [found] = orderedIntervals([listOf([1]), listOf([4]), listOf([6])]);
  expect(found).toEqual({ start: 1, end: 6, gaps: 3 });
  expect(unorderedIntervals([listOf([4]), listOf([1])])).toEqual([{ start: 1, end: 4, gaps: 2 }]);
  expect(repeatedIntervals(listOf([1, 3, 9]), 2)).toEqual([
    { start: 1, end: 3, gaps: 1, width: 2 },
    { start: 3, end: 9, gaps: 5, width: 2 },
  ]);
  const twice = repeatedIntervals(listOf([1, 5]), 2);
  expect(unorderedIntervals([twice, listOf([3])])).toEqual([{ start: 1, end: 5, gaps: 2 }]);
  expect(orderedIntervals([twice, listOf([7])])).toEqual([{ start: 1, end: 7, gaps: 4 }]);
});

test('of alternatives a short one hides the longer ones around it', () => {
  const long: Span[] = [{ start: 1, end: 5, gaps: 0 }];
  expect(anyInterval([long, listOf([3])])).toEqual(listOf([3]));
  expect(anyInterval([long, listOf([7])])).toEqual([...long, ...listOf([7])]);
});

test('a relation to a list holds if it holds for one of its intervals', () => {
  const lists = fc
    .array(fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 5 })), { maxLength: 8 })
    .map((bounds) =>
      anyInterval([[], bounds.map(([start, length]) => ({ start, end: start + length, gaps: 0 }))]),
    );
  const holds = {
    containing: (a: Span, b: Span) => b.start >= a.start && b.end <= a.end,
    contained_by: (a: Span, b: Span) => b.start <= a.start && b.end >= a.end,
    overlapping: (a: Span, b: Span) => b.start <= a.end && b.end >= a.start,
    before: (a: Span, b: Span) => a.end < b.start,
    after: (a: Span, b: Span) => a.start > b.end,
  } as const;
  fc.assert(
    fc.property(lists, lists, (some, others) => {
      for (const [name, related] of Object.entries(INTERVAL_RELATIONS)) {
        const one = holds[name as keyof typeof holds];
        expect(some.map((span) => related(span, others))).toEqual(
          some.map((span) => others.some((other) => one(span, other))),
        );
      }
    }),
  );
});
