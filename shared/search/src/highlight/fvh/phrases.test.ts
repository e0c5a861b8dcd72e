import { PhraseMap } from './phrase_map.js';
import { findPhrases } from './phrases.js';
import type { PlacedTerm } from './placed_terms.js';

type Place = readonly [start: number, end: number];

/** The word `ab` at these offsets, each at a position of its own. */
function placesOf(offsets: readonly Place[]): PlacedTerm[] {
  return offsets.map(([start, end], position) => {
    const beside: PlacedTerm[] = [];
    const term = { text: 'ab', start, end, position, beside };
    beside.push(term);
    return term;
  });
}

const root = new PhraseMap([{ field: 'f', terms: ['ab'], slop: 0, boost: 1 }], true).root('f');

const found = (offsets: readonly Place[], limit = 1000) =>
  findPhrases(placesOf(offsets), root, limit).map(({ offsets: [at], boost }) => [at?.start, boost]);

test('a phrase that overlaps an earlier one is part of it, wherever that stands', () => {
  expect(
    found([
      [0, 2],
      [1, 3],
      [2, 4],
      [10, 40],
      [20, 22],
      [30, 32],
      [39, 41],
      [41, 43],
      [5, 7],
      [0, 1],
    ]),
  ).toEqual([
    [0, 3],
    [2, 1],
    [10, 4],
    [41, 1],
    [5, 1],
  ]);
});

test('many phrases are not compared with each other', () => {
  const offsets = Array.from({ length: 200_000 }, (_, i): Place => [3 * i, 3 * i + 2]);
  expect(found(offsets, Number.POSITIVE_INFINITY)).toHaveLength(200_000);
});
