/** The terms that OpenSearch makes for `search_as_you_type`. */
import { buildAnalysis } from '@skein/analysis';
import { edgePrefixes, shingles } from './gram_analyzers.js';

const analysis = buildAnalysis(
  new Map([
    ['index.analysis.analyzer.few.type', 'stop'],
    ['index.analysis.analyzer.few.stopwords', 'of'],
  ]),
);
const standard = analysis.defaultAnalyzer;
const few = analysis.analyzer('few') ?? standard;

const terms = (analyzer: typeof standard, text: string) =>
  analyzer.analyze(text).tokens.map(({ term }) => term);

test('shingles have so many words, an empty one where a word was removed', () => {
  expect(terms(shingles(standard, 2), 'a b c')).toEqual(['a b', 'b c']);
  expect(terms(shingles(few, 3), 'end of a day')).toEqual(['end  a']);
  expect(terms(shingles(few, 2), 'end of a day')).toEqual(['end ', 'a day']);
});

test('of prefixes the last words are filled up', () => {
  expect(terms(shingles(standard, 3, true), 'a b')).toEqual(['a b ', 'b  ']);
});

test('longer tokens stand beside their beginnings', () => {
  const prefixes = edgePrefixes(standard, 1, 2);
  expect(terms(prefixes, 'abc d')).toEqual(['a', 'ab', 'abc', 'd']);
  expect(prefixes.analyze('abc d').tokens.map((token) => token.positionIncrement)).toEqual([
    1, 0, 0, 1,
  ]);
});
