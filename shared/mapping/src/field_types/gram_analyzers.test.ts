/** The terms that OpenSearch makes for `search_as_you_type`. */
import { buildAnalysis } from '@skein/analysis';
import { edgePrefixes, shingles } from './gram_analyzers.js';

const analysis = buildAnalysis(
  new Map([
    ['index.analysis.analyzer.few.type', 'stop'],
    ['index.analysis.analyzer.few.stopwords', 'of'],
    ['index.analysis.filter.alike.type', 'synonym'],
    ['index.analysis.filter.alike.synonyms.0', 'fast,quick'],
    ['index.analysis.analyzer.alike.tokenizer', 'standard'],
    ['index.analysis.analyzer.alike.filter', 'alike'],
    ['index.analysis.filter.grown.type', 'synonym_graph'],
    ['index.analysis.filter.grown.synonyms.0', 'ny,new york'],
    ['index.analysis.analyzer.grown.tokenizer', 'standard'],
    ['index.analysis.analyzer.grown.filter', 'grown'],
  ]),
);
const standard = analysis.defaultAnalyzer;
const few = analysis.analyzer('few') ?? standard;
const alike = analysis.analyzer('alike') ?? standard;
const grown = analysis.analyzer('grown') ?? standard;

const terms = (analyzer: typeof standard, text: string) =>
  analyzer.analyze(text).tokens.map(({ term }) => term);

test('shingles have so many words, an empty one where a word was removed', () => {
  expect(terms(shingles(standard, 2), 'a b c')).toEqual(['a b', 'b c']);
  expect(terms(shingles(few, 3), 'end of a day')).toEqual(['end  a']);
  expect(terms(shingles(few, 2), 'end of a day')).toEqual(['end ', 'a day']);
});

test('of words that are removed at the end an empty one counts', () => {
  expect(terms(shingles(few, 2), 'a day of')).toEqual(['a day', 'day ']);
});

test('words that stand for one another have shingles of their own, in one place', () => {
  const { tokens } = shingles(alike, 2).analyze('quick brown fast fox');
  expect(tokens.map(({ term, positionIncrement }) => `${positionIncrement} ${term}`)).toEqual([
    '1 quick brown',
    '0 fast brown',
    '1 brown fast',
    '0 brown quick',
    '1 fast fox',
    '0 quick fox',
  ]);
});

test('a word that stands for several is followed by what follows all of them', () => {
  expect(terms(shingles(grown, 2), 'ny pizza').toSorted()).toEqual([
    'new york',
    'ny pizza',
    'york pizza',
  ]);
});

test('there is an end to the ways through a text', () => {
  const letters = [...'abcdefghijk'].join(',');
  const many = buildAnalysis(
    new Map([
      ['index.analysis.filter.all.type', 'synonym'],
      ['index.analysis.filter.all.synonyms.0', letters],
      ['index.analysis.analyzer.all.tokenizer', 'standard'],
      ['index.analysis.analyzer.all.filter', 'all'],
    ]),
  ).analyzer('all');
  if (many === undefined) throw new Error('no analyzer');
  expect(terms(shingles(many, 4), 'a b c')).toEqual([]);
  expect(terms(shingles(many, 3), 'a b c')).toHaveLength(11 ** 3);
  expect(() => terms(shingles(many, 4), 'a b c d')).toThrow('Too many graph paths (> 1000)');
});

test('of prefixes the last words are filled up', () => {
  expect(terms(shingles(standard, 3, true), 'a b')).toEqual(['a b ', 'b  ']);
});

test('longer tokens stand beside their beginnings', () => {
  const prefixes = edgePrefixes(standard, { min: 1, max: 2, keepsLonger: true });
  expect(terms(prefixes, 'abc d')).toEqual(['a', 'ab', 'abc', 'd']);
  expect(prefixes.analyze('abc d').tokens.map((token) => token.positionIncrement)).toEqual([
    1, 0, 0, 1,
  ]);
});

test('words that are too short for a beginning leave their places', () => {
  const prefixes = edgePrefixes(standard, { min: 2, max: 3, keepsLonger: false });
  const { tokens, trailingIncrement } = prefixes.analyze('a bcde f gh i');
  expect(tokens.map(({ term, positionIncrement }) => [term, positionIncrement])).toEqual([
    ['bc', 2],
    ['bcd', 0],
    ['gh', 2],
  ]);
  expect(trailingIncrement).toBe(1);
});
