import { CAUMANNS_GERMAN } from './caumanns_german.js';

const stem = CAUMANNS_GERMAN.create();

/** Stems of Lucene's GermanStemmer. */
test.each([
  ['Häuser', 'hau'],
  ['Schüler', 'schul'],
  ['Schülerinnen', 'schuleri'],
  ['geschienen', 'geschie'],
  ['Matrizen', 'matrix'],
  ['aufgegessen', 'aufgess'],
  ['gegegnet', 'geg'],
  ['ßer', 'ss'],
  ['a1', 'a1'],
])('%s', (word, expected) => {
  expect(stem(word)).toBe(expected);
});
