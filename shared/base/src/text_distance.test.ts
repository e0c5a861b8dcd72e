import fc from 'fast-check';
import { didYouMean, editDistance, nearest } from './text_distance.js';

/** The definition of optimal string alignment, without a table. */
function defined(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [shortA, shortB] = [a.slice(1), b.slice(1)];
  const cost = a[0] === b[0] ? 0 : 1;
  const swapped = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0];
  return Math.min(
    defined(shortA, b) + 1,
    defined(a, shortB) + 1,
    defined(shortA, shortB) + cost,
    swapped ? defined(a.slice(2), b.slice(2)) + 1 : Number.POSITIVE_INFINITY,
  );
}

test('edits are counted as they are defined', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(defined(a, b));
    }),
  );
});

test.each([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['abc', '', 3],
  ['ab', 'ba', 1],
  ['abcd', 'badc', 2],
  ['ca', 'abc', 3],
  ['kitten', 'sitting', 3],
])('%j and %j are %d edits apart', (a, b, edits) => {
  expect(editDistance(a, b)).toBe(edits);
  expect(editDistance(b, a)).toBe(edits);
});

test('candidates more than half alike are near, the nearest first, then by name', () => {
  expect(nearest('abcd', ['abXX', 'abcX', 'xbcd', 'abcd', 'abcde'])).toEqual([
    'abcd',
    'abcde',
    'abcX',
    'xbcd',
  ]);
  expect(nearest('', ['', 'a'])).toEqual(['']);
  const longest = 'x'.repeat(128);
  expect(nearest(longest, [longest])).toEqual([longest]);
  expect(nearest(`${longest}x`, [longest])).toEqual([]);
});

test('candidates are near as their edits say, of any letters', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'á', '\u00e1\u0161'), maxLength: 9 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const length = Math.max(a.length, b.length, 1);
      const isNear = 1 - editDistance(a, b) / length > 0.5;
      expect(nearest(a, [b])).toEqual(isNear ? [b] : []);
    }),
  );
});

test('one candidate is named alone, several together', () => {
  expect(didYouMean('abcd', ['wxyz'])).toBe('');
  expect(didYouMean('abcd', ['abcx', 'wxyz'])).toBe(' did you mean [abcx]?');
  expect(didYouMean('abcd', ['abcy', 'abcx'])).toBe(' did you mean any of [abcx, abcy]?');
});
