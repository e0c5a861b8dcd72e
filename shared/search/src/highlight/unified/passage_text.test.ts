import { passageText } from './passage_text.js';

const TAGS = { pre: '<', post: '>', encode: (text: string) => text };

test.each<[string, [number, number][], string]>([
  [
    'pairs of characters',
    [
      [0, 2],
      [1, 3],
    ],
    '<abc>def',
  ],
  [
    'a part and the whole',
    [
      [0, 2],
      [0, 4],
      [2, 4],
    ],
    '<abcd>ef',
  ],
  [
    'words beside each other',
    [
      [0, 2],
      [2, 4],
    ],
    '<ab><cd>ef',
  ],
  ['a word that ends behind the passage', [[4, 8]], 'abcd<ef>'],
])('%s', (_name, places, expected) => {
  const marks = places.map(([start, end]) => ({ start, end, label: '', freq: 1 }));
  const passage = { start: 0, end: 6, marks } as unknown as Parameters<typeof passageText>[1];
  expect(passageText('abcdefgh', passage, TAGS)).toBe(expected);
});

test.each([
  ['a b \u2029', 'a b'],
  ['a b\u2029\u2029', 'a b\u2029'],
  ['a\u2029b', 'a\u2029b'],
  ['a b\0', 'a b'],
])('of %j one separator at the end is removed', (content, expected) => {
  expect(passageText(content, { start: 0, end: content.length, marks: [] }, TAGS)).toBe(expected);
});
