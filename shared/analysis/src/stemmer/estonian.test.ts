import { ESTONIAN } from './estonian.js';

test.each([
  ['kka', 'ka'],
  ['skka', 'ska'],
  ['okka', 'oka'],
  ['kkad', 'kkad'],
  ['ttaa', 'ttaa'],
])('a double consonant before the last vowel is a single one, as in Lucene: %s', (word, stem) => {
  const stemmed = ESTONIAN.create();
  expect(stemmed(word)).toBe(stem);
});
