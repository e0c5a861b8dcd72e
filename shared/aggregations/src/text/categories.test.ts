/** Groups log lines of the same kind, and finds the words that they have in common. */
import fc from 'fast-check';
import { Categories, sharedWords, weightOf } from './categories.js';
import { logWords } from './log_words.js';

test.each([
  ['2016-02-07T00:00:00+0000 Node 3 shutting down', 'Node shutting down'],
  ['2016-02-07 00:02:00 User foo_864 logged off.', 'User foo_864 logged off'],
  ['Mon Jan 12 10:01:02 CET 2024 disk /dev/sda1 at 0x7f3a, id 3f9c2b', 'disk dev/sda1 at id'],
  ['\n---\nfirst line\nsecond line', 'first line'],
  ['12:00 1234 99%', ''],
  ['straße gesperrt, größe 4', 'straße gesperrt größe'],
  ['', ''],
])('%j', (text, words) => {
  expect(logWords(text).join(' ')).toBe(words);
});

test('no more than a hundred words are looked at', () => {
  expect(logWords('word '.repeat(500))).toHaveLength(100);
});

const word = fc.constantFrom('user', 'node', 'down', 'up', 'a1', 'b2', 'of');
const words = fc.array(word, { maxLength: 8 });

/** All subsequences of the words. */
function sequences(of: readonly string[]): string[][] {
  if (of.length === 0) return [[]];
  const [first = '', ...rest] = of;
  const inner = sequences(rest);
  return [...inner, ...inner.map((each) => [first, ...each])];
}

function isIn(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const each of whole) if (at < part.length && part[at] === each) at++;
  return at === part.length;
}

test('shared words are the heaviest that both have in the same order', () => {
  fc.assert(
    fc.property(words, words, (a, b) => {
      const shared = sharedWords(a, b);
      expect(isIn(shared, a) && isIn(shared, b)).toBe(true);
      const weights = sequences(a).flatMap((each) => (isIn(each, b) ? [weightOf(each)] : []));
      expect(weightOf(shared)).toBe(Math.max(...weights));
    }),
  );
});

test('what a category has is in all of its texts, and no less than the threshold of each', () => {
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 30 }),
      fc.integer({ min: 1, max: 100 }),
      (all, percent) => {
        const threshold = percent / 100;
        const categories = new Categories(threshold);
        const numbers = all.map((each) => categories.add({ words: each, weight: weightOf(each) }));
        all.forEach((each, i) => {
          const category = categories.category(numbers[i]);
          expect(isIn(category.words, each)).toBe(true);
          const least = threshold * category.weight - 1e-9;
          expect(weightOf(category.words)).toBeGreaterThanOrEqual(least);
        });
        // The same text has the same category as long as no other text changes it.
        const last = all.at(-1);
        if (last === undefined || last.length === 0) return;
        expect(categories.add({ words: last, weight: weightOf(last) })).toBe(numbers.at(-1));
      },
    ),
  );
});

test('words with spaces in them are words of their own', () => {
  const categories = new Categories(1);
  const add = (words: string[]) => categories.add({ words, weight: weightOf(words) });
  expect(
    [
      ['a b', 'c'],
      ['a', 'b c'],
      ['a', 'b', 'c'],
    ].map(add),
  ).toEqual([0, 1, 2]);
});

test('texts without words are together, however many others there are', () => {
  const categories = new Categories(1);
  const add = (words: string[]) => categories.add({ words, weight: weightOf(words) });
  for (let i = 0; i < 10_001; i++) add([`w${i}`]);
  expect(add([])).toBe(10_001);
  expect(add([])).toBe(10_001);
});

test('at a threshold of 100 texts with the same words are together, and no others', () => {
  const categories = new Categories(1);
  const add = (text: string) => {
    const of = logWords(text);
    return categories.add({ words: of, weight: weightOf(of) });
  };
  expect(['user a logged on', 'user a logged off', 'user a logged on'].map(add)).toEqual([0, 1, 0]);
});
