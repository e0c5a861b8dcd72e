/**
 * The boundaries of the JDK 17's word `BreakIterator` for the locale `th`: random texts of words,
 * numbers and signs in Latin and other scripts, one text with its boundaries on each line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { thaiBoundaries } from './boundaries.js';

const ANSWERS = readFileSync(
  join(import.meta.dirname, '../../testdata/jdk_thai_boundaries.ndjson'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as readonly [text: string, boundaries: readonly number[]]);

function pieces(text: string): readonly string[] {
  let start = 0;
  return [...thaiBoundaries(text)].map((end) => {
    const piece = text.slice(start, end);
    start = end;
    return piece;
  });
}

it('cuts as the JDK does', () => {
  expect(ANSWERS).toHaveLength(400);
  expect(ANSWERS.map(([text]) => [text, [0, ...thaiBoundaries(text)]])).toEqual(ANSWERS);
});

it('cuts at a line below, unlike the rules for other languages', () => {
  expect(pieces("a_b don't  $3.5")).toEqual(['a', '_', 'b', ' ', "don't", '  ', '$3.5']);
});

it('begins where it is told to', () => {
  expect([...thaiBoundaries('one two three', 3)]).toEqual([4, 7, 8, 13]);
});

it('cuts long texts as short ones', () => {
  const line = "หนังสือห้องสมุด a_b, don't 3.5% ";
  const known = pieces(line);
  const lines = 1000;
  expect(pieces(line.repeat(lines))).toEqual(Array.from({ length: lines }, () => known).flat());
  expect(pieces('หนังสือ'.repeat(2000))).toEqual(Array.from({ length: 2000 }, () => 'หนังสือ'));
  expect(pieces('a'.repeat(10_000)).map(({ length }) => length)).toEqual([4096, 4096, 1808]);
});
