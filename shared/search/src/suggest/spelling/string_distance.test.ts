/** The expected scores are those of OpenSearch 2.19 for these words. */
import { float32Text } from '@skein/content';
import { type DistanceName, stringDistance } from './string_distance.js';

function shown(name: DistanceName, word: string, other: string): string | undefined {
  const distance = stringDistance(name);
  return distance && float32Text(distance(word, other));
}

it.each<[DistanceName, string, string, string]>([
  ['damerau_levenshtein', 'synchronzation', 'synchronization', '0.9285714'],
  ['levenshtein', 'synchronzation', 'synchronization', '0.93333334'],
  ['jaro_winkler', 'synchronzation', 'synchronization', '0.96740746'],
  ['ngram', 'synchronzation', 'synchronization', '0.9'],
  ['damerau_levenshtein', 'wnidow', 'window', '0.8333333'],
  ['levenshtein', 'wnidow', 'window', '0.6666666'],
  ['jaro_winkler', 'wnidow', 'window', '0.95'],
  ['ngram', 'wnidow', 'window', '0.6666666'],
  ['damerau_levenshtein', 'naïveté', 'naïvetée', '0.85714287'],
  ['levenshtein', 'naïveté', 'naïvetée', '0.875'],
  ['jaro_winkler', 'naïveté', 'naïvetée', '0.9875'],
  ['ngram', 'naïveté', 'naïvetée', '0.875'],
  ['damerau_levenshtein', 'marhta', 'martha', '0.8333333'],
  ['levenshtein', 'marhta', 'martha', '0.6666666'],
  ['jaro_winkler', 'marhta', 'martha', '0.96111107'],
  ['ngram', 'marhta', 'martha', '0.6666666'],
  ['damerau_levenshtein', 'ab', 'abc', '0.5'],
  ['levenshtein', 'ab', 'abc', '0.6666666'],
  ['jaro_winkler', 'ab', 'abc', '0.9111111'],
  ['ngram', 'ab', 'abc', '0.6666666'],
  ['damerau_levenshtein', 'handel', 'handle', '0.8333333'],
  ['levenshtein', 'handel', 'handle', '0.6666666'],
  ['jaro_winkler', 'handel', 'handle', '0.96666664'],
  ['ngram', 'handel', 'handle', '0.75'],
  ['damerau_levenshtein', 'a', 'ab', '0.0'],
  ['levenshtein', 'a', 'ab', '0.5'],
  ['jaro_winkler', 'a', 'ab', '0.84999996'],
  ['ngram', 'a', 'ab', '0.5'],
])('%s of %s and %s', (name, word, other, score) => {
  expect(shown(name, word, other)).toBe(score);
});

it('leaves the usual way to the automaton', () => {
  expect(stringDistance('internal')).toBeUndefined();
});
