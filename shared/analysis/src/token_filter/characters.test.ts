/**
 * Filters that change characters, and texts normalized by them. The expected answers are those of
 * OpenSearch 2.19.
 */
import { buildAnalysis, NOTHING_OUTSIDE } from '../mod.js';

const analysis = buildAnalysis(
  new Map(
    Object.entries({
      'index.analysis.analyzer.folded.tokenizer': 'keyword',
      'index.analysis.analyzer.folded.filter': 'asciifolding',
      'index.analysis.analyzer.upper.tokenizer': 'keyword',
      'index.analysis.analyzer.upper.filter': 'uppercase',
      'index.analysis.analyzer.parts.tokenizer': 'keyword',
      'index.analysis.analyzer.parts.filter': 'grams,word_delimiter',
      'index.analysis.filter.grams.type': 'ngram',
      'index.analysis.filter.grams.min_gram': '2',
      'index.analysis.filter.grams.max_gram': '2',
      'index.analysis.analyzer.dashes.tokenizer': 'whitespace',
      'index.analysis.analyzer.dashes.char_filter': 'dots',
      'index.analysis.analyzer.dashes.filter': 'lowercase,porter_stem',
      'index.analysis.char_filter.dots.type': 'mapping',
      'index.analysis.char_filter.dots.mappings.0': '. => -',
    }),
  ),
  NOTHING_OUTSIDE,
);

const tokens = (analyzer: string, text: string) =>
  analysis.analyzer(analyzer)?.analyze(text).tokens ?? [];
const terms = (analyzer: string, text: string) => tokens(analyzer, text).map(({ term }) => term);

test.each([
  ['Ɓɐȸ', 'Badb'],
  ['Ōð', 'Od'],
  ['«ẞ»', '"SS"'],
  ['⒇ⓥ', '(20)v'],
  ['❶➓', '110'],
  ['ª™ᵏ東', 'ª™ᵏ東'],
])('asciifolding of %s', (text, folded) => expect(terms('folded', text)).toEqual([folded]));

test('uppercase is one character for one', () => {
  expect(terms('upper', 'ßᾳᾀa')).toEqual(['ßᾼᾈA']);
});

test('the only part of a gram begins behind its delimiter, though offsets are those of the whole', () => {
  const found = tokens('parts', 'a-b').map(({ term, startOffset: start, endOffset: end }) => [
    term,
    start,
    end,
  ]);
  expect(found).toEqual([
    ['a', 0, 3],
    ['b', 1, 3],
  ]);
});

test.each([
  ['german', 'Würde', 'wurde'],
  ['french', "L'Été", 'été'],
  ['arabic', 'أَب', 'اب'],
  ['persian', 'کی', 'كي'],
  ['hindi', 'अन्तर', 'अंतर'],
  ['greek', 'Όλος', 'ολοσ'],
  ['turkish', 'İI', 'iı'],
  ['cjk', 'ＡＢ', 'ab'],
  ['thai', '١٢', '12'],
  ['english', 'Foxes İ', 'foxes i'],
  ['simple', 'Ab1', 'ab1'],
  ['whitespace', 'Ab', 'Ab'],
  ['dashes', 'A.Bs', 'a-bs'],
])('%s normalizes %s', (analyzer, text, normal) => {
  expect(analysis.analyzer(analyzer)?.normalize?.(text)).toBe(normal);
});
