/** The words that a finder finds are those that analysis finds. */
import { seededRandom } from '@skein/base';
import fc from 'fast-check';
import { standardTokenizer } from './standard.js';

const PIECES = [
  'word',
  'Word',
  'WORDS',
  "word's",
  'a-word',
  'foo.bar',
  '3.5',
  'key',
  '\u212aey',
  '\u0130n',
  'in',
  'stra\u00dfe',
  'STRASSE',
  'Stra\u1e9ee',
  'caf\u00e9',
  'CAF\u00c9',
  'e\u0301',
  '\u0301',
  '\u200d',
  '\u6f22\u5b57',
  '\u30ab\u30bf',
  '\ud83d\ude00',
  ' ',
  ' ',
  ' ',
  '\n',
  '\t',
  '(',
  ')',
  '.',
  ',',
  '_',
  "'",
  '\u03a3\u03af\u03c2',
  'x'.repeat(30),
];
const TERMS = [
  'word',
  'key',
  'in',
  'caf\u00e9',
  'stra\u00dfe',
  'foo.bar',
  '3.5',
  "word's",
  'bar',
  '\u6f22',
  '\u03c3\u03af\u03c3',
  'x',
  'a b',
  '',
  '(',
  'xxxxxxxxxxxxxxxxxxxxxxxxx',
];

/** `SEED=<number>` repeats a run. */
const { seed: SEED = 1 } = fc.readConfigureGlobal() ?? {};
const random = seededRandom(SEED);

function below(limit: number): number {
  return Math.floor(random() * limit);
}

function some<T>(all: readonly T[], most: number): T[] {
  return Array.from({ length: 1 + below(most) }, () => all[below(all.length)] as T);
}

test.each([255, 20, 3])(`in texts made by chance (SEED=${SEED}), words of at most %d`, (length) => {
  const { lowercased, ...exact } = standardTokenizer(length);
  for (let i = 0; i < 2_000; i++) {
    const text = some(PIECES, 25).join('');
    const terms = new Set(some(TERMS, i % 4 === 0 ? 14 : 3));
    for (const tokenizer of [exact, lowercased]) {
      const found: [string, number, number][] = [];
      tokenizer?.finder?.(terms)(text, (...place) => found.push(place));
      const known = tokenizer?.tokenize(text).tokens.filter(({ term }) => terms.has(term));
      expect([text, found]).toEqual([
        text,
        known?.map(({ term, startOffset, endOffset }) => [term, startOffset, endOffset]),
      ]);
    }
  }
});
