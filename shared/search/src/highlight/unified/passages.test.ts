import { SEPARATOR } from '../field_text.js';
import type { Occurrence } from './occurrences.js';
import { bestPassages, type Passage } from './passages.js';

/** Passages of ten characters. */
const tens = (value: string) => (offset: number) => {
  const start = offset - (offset % 10);
  return { start, end: Math.min(start + 10, value.length) };
};

function mark(start: number, label: string, freq: number): Occurrence {
  return { start, end: start + 2, label, freq };
}

function passages(length: number, marks: readonly Occurrence[], most = 9): readonly Passage[] {
  return bestPassages('x'.repeat(length), marks, { scannerOf: tens, most });
}

/** The BM25 of a passage of ten characters, of words given as [in the passage, in the text]. */
function bm25(words: readonly (readonly [number, number])[], start: number, length: number) {
  const norm = 1.2 * (1 - 0.75 + (0.75 * 10) / 87);
  const all = 1 + length / 87;
  const sum = words.reduce((score, [inPassage, inText]) => {
    const rarity = Math.log(1 + (all + 0.5) / (inText + 0.5));
    return score + (inPassage / (inPassage + norm)) * 2.2 * rarity;
  }, 0);
  return sum * (1 + 1 / Math.log(87 + start));
}

test('each passage is scored by its words, and by where it stands', () => {
  const marks = [mark(2, 'a', 3), mark(5, 'a', 3), mark(8, 'b', 1), mark(33, 'a', 3)];
  const found = passages(60, marks);
  expect(found.map(({ start, end }) => [start, end])).toEqual([
    [0, 10],
    [30, 40],
  ]);
  const expected = [
    bm25(
      [
        [2, 3],
        [1, 1],
      ],
      0,
      60,
    ),
    bm25([[1, 3]], 30, 60),
  ];
  found.forEach(({ score }, i) => {
    expect(score).toBeCloseTo(expected[i] as number, 5);
  });
});

test('the best are shown in the order of the text, of equal ones the later', () => {
  const marks = [mark(0, 'a', 3), mark(10, 'a', 3), mark(20, 'b', 1), mark(30, 'a', 3)];
  const starts = (most: number) => passages(40, marks, most).map(({ start }) => start);
  expect(starts(4)).toEqual([0, 10, 20, 30]);
  expect(starts(3)).toEqual([0, 10, 20]);
  expect(starts(1)).toEqual([20]);
});

test('no passage goes from one value to the next, and what is cut off has no mark', () => {
  const content = `${'x'.repeat(15)}${SEPARATOR}${'x'.repeat(9)}`;
  const marks = [mark(12, 'a', 3), mark(16, 'a', 3), mark(24, 'a', 3), mark(30, 'a', 3)];
  const sizes: number[] = [];
  const scannerOf = (value: string) => {
    sizes.push(value.length);
    return tens(value);
  };
  const found = bestPassages(content, marks, { scannerOf, most: 9 });
  expect(sizes).toEqual([15, 9]);
  expect(found.map(({ start, marks: inside }) => [start, inside.length])).toEqual([
    [10, 1],
    [16, 1],
  ]);
});
