/** Fragments are cut at the ends of values, as Lucene's BaseFragmentsBuilder does. */
import fc from 'fast-check';
import { type FragmentPlace, withinValues } from './fragment_places.js';
import type { FoundPhrase } from './phrases.js';

const phraseAt = (start: number, end: number): FoundPhrase => ({
  offsets: [{ start, end }],
  boost: 1,
  number: 0,
});

const placeOf = (start: number, length: number): FragmentPlace => ({
  start,
  end: start + length,
  phrases: [phraseAt(start, start + 1)],
  boost: 1,
});

test('a place within a value stays whole, wherever the value is', () => {
  const values = fc.array(fc.constantFrom('', 'a', 'abc', 'abcdefgh'), { maxLength: 12 });
  fc.assert(
    fc.property(values, (all) => {
      let start = 0;
      for (const value of all) {
        if (value !== '') {
          const place = placeOf(start, value.length);
          expect(withinValues([place], all)).toEqual([place]);
        }
        start += value.length + 1;
      }
    }),
  );
});

test('a place over several values is cut at their ends', () => {
  const cut = withinValues(
    [{ ...placeOf(4, 9), phrases: [phraseAt(4, 13)] }],
    ['', 'abc', 'defg', 'hi', 'jk'],
  );
  expect(cut.map(({ start, end, phrases }) => [start, end, phrases[0]?.offsets])).toEqual([
    [4, 5, [{ start: 4, end: 4 }]],
    [5, 10, [{ start: 5, end: 9 }]],
    [10, 13, [{ start: 10, end: 12 }]],
    [13, 16, [{ start: 13, end: 13 }]],
  ]);
});
