import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { createSearcher } from '../create_searcher.js';
import { phraseQuery } from '../queries/phrase.js';
import type { Similarity } from '../similarity/similarity.js';
import { memorySegment } from '../testing/memory_segment.js';

/** A similarity whose score is the frequency. */
const frequencies: Similarity = { scorer: () => ({ score: Math.fround }) };

function frequency(
  text: readonly string[],
  phrase: readonly (readonly string[])[],
  slop: number,
): number {
  const searcher = createSearcher([memorySegment('_0', [{ text }])], {
    similarity: () => frequencies,
  });
  const query = phraseQuery('text', {
    terms: phrase.map((place) => place.map(utf8)),
    positions: phrase.map((_, i) => i),
    slop,
  });
  const { hits } = searcher.topDocs(query, { size: 1, totalHitsThreshold: 1 });
  return hits[0]?.score ?? 0;
}

const words = (text: string): string[] => text.split(' ').map((word) => (word === '_' ? '' : word));
const places = (text: string): string[][] => text.split(' ').map((place) => place.split('/'));

// Frequencies computed by hand: each match weighs 1 / (1 + the distance its places were moved).
test.each([
  ['a b', 'a b', 1, 1],
  ['a x b', 'a b', 0, 0],
  ['a x b', 'a b', 1, 1 / 2],
  ['a x x b', 'a b', 1, 0],
  ['a x x b', 'a b', 2, 1 / 3],
  ['b a', 'a b', 1, 0],
  ['b a', 'a b', 2, 1 / 3],
  ['a b x a b', 'a b', 1, 2],
  ['a b a', 'a b', 2, 1 + 1 / 3],
  ['a x b x c', 'a b c', 2, 1 / 3],
  ['c b a', 'a b c', 4, 1 / 5],
  ['a _ b', 'a b', 1, 1 / 2],
  // Repeats never share a position.
  ['a', 'a a', 5, 0],
  ['a a', 'a a', 0, 1],
  ['a x a', 'a a', 1, 1 / 2],
  ['a b', 'a b a', 5, 0],
  ['a b a', 'a b a', 3, 1],
  ['a b a', 'a a b', 3, 1 / 3],
  // Alternatives at a place.
  ['x c', 'x/y b/c', 1, 1],
  ['y z b', 'x/y b/c', 1, 1 / 2],
  ['a', 'a/b b/a', 5, 0],
  ['b z a', 'a/b b/a', 3, 1 / 2],
])('%s holds "%s"~%d %d times', (text, phrase, slop, expected) => {
  expect(frequency(words(text), places(phrase), slop)).toBeCloseTo(expected, 6);
});

function matches(text: readonly string[], phrase: readonly string[], slop: number): boolean {
  return (
    frequency(
      text,
      phrase.map((word) => [word]),
      slop,
    ) > 0
  );
}

/** True if some choice of distinct positions has starts at most `slop` apart. */
function possible(text: readonly string[], phrase: readonly string[], slop: number): boolean {
  const choose = (place: number, taken: readonly number[]): boolean => {
    if (place === phrase.length) {
      const starts = taken.map((position, i) => position - i);
      return Math.max(...starts) - Math.min(...starts) <= slop;
    }
    return text.some(
      (word, position) =>
        word === phrase[place] &&
        !taken.includes(position) &&
        choose(place + 1, [...taken, position]),
    );
  };
  return choose(0, []);
}

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'x'), { minLength: 1, maxLength: 9 });

test('a phrase of different terms matches when its places can be moved together', () => {
  const phrase = fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 2 });
  fc.assert(
    fc.property(text, phrase, fc.nat({ max: 5 }), (tokens, terms, slop) => {
      const found = matches(tokens, terms, slop);
      expect(found).toBe(possible(tokens, terms, slop));
    }),
    { numRuns: 500 },
  );
});

test('a phrase with repeats matches nothing that is impossible', () => {
  const phrase = fc.array(fc.constantFrom('a', 'b'), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(text, phrase, fc.nat({ max: 5 }), (tokens, terms, slop) => {
      const found = matches(tokens, terms, slop);
      if (found) expect(possible(tokens, terms, slop)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
