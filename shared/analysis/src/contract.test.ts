/** Every registered component must keep the token stream's contract, whatever the text. */
import { utf8 } from '@skein/bytes';
import fc from 'fast-check';
import { ipadicFile } from '../testdata/ipadic_files.js';
import { ANALYZERS } from './analyzer/all.js';
import { runChain } from './analyzer/chain_analyzer.js';
import type { AnalyzedText } from './analyzer.js';
import { buildAnalysis } from './build/build_analysis.js';
import { ComponentSettings } from './build/component_settings.js';
import { CHAR_FILTERS } from './char_filter/all.js';
import { TOKEN_FILTERS } from './token_filter/all.js';
import { TOKENIZERS } from './tokenizer/all.js';

const PATTERNS =
  '<p><classes>aA eE fF kK oO qQ uU xX</classes><patterns>1fo u1i 1ck</patterns></p>';

/** One text that serves as the affix file and as the word file. */
const DICTIONARY = 'fox/S\nSFX S Y 1\nSFX S 0 s .\nquick/S\n';

const registry = buildAnalysis(new Map(), {
  readFile: (path) => utf8(path.startsWith('hunspell') ? DICTIONARY : PATTERNS),
  filesIn: () => ['en.aff', 'en.dic'],
  ipadic: () => ipadicFile,
  predicate: () => (token, position) => (token.term.length + position) % 2 === 0,
});

/** Settings of the components that require some. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  truncate: { length: '3' },
  dictionary_decompounder: { word_list: 'fox,power,shot,quick' },
  hunspell: { locale: 'en' },
  condition: { 'script.source': 'x', filter: 'uppercase, ngram' },
  predicate_token_filter: { 'script.source': 'x' },
  hyphenation_decompounder: { word_list: 'fox,q', hyphenation_patterns_path: 'x' },
  pattern_capture: { patterns: '(\\w)(\\w)' },
  elision: { articles: 'l,d' },
  common_grams: { common_words: 'the,of' },
  keep: { keep_words: 'fox,dog' },
  keep_types: { types: '<NUM>,<ALPHANUM>' },
  keyword_marker: { keywords: 'fox' },
  multiplexer: { 'filters.0': 'lowercase', 'filters.1': 'lowercase, porter_stem' },
  pattern_replace: { pattern: 'o', replacement: 'oo' },
  mapping: { 'mappings.0': 'a => xyz', 'mappings.1': 'fox => f' },
  stemmer_override: { 'rules.0': 'fox => wolf' },
  synonym: { 'synonyms.0': 'fox, quick dog', 'synonyms.1': 'the => a b c' },
  synonym_graph: { 'synonyms.0': 'fox, quick dog', 'synonyms.1': 'the => a b c' },
};

const settingsOf = (name: string) =>
  new ComponentSettings(name, new Map([['type', name], ...Object.entries(NEEDED[name] ?? {})]));

const words = fc.constantFrom(
  'the',
  'fox',
  'quick',
  'dog',
  "O'Neil's",
  'Wi-Fi',
  'PowerShot500',
  '東京',
  '関西国際空港の',
  '1.5',
  '👍🏽',
  '\ud83d',
  ' ',
  '<b>',
  '&amp;',
);
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(words, { maxLength: 12 }).map((list) => list.join(' ')),
);

interface Contract {
  /** True when the end of the text may stay unread. */
  readonly stopsEarly: boolean;
}

function checkContract(analyzed: AnalyzedText, text: string, options: Contract): void {
  let position = -1;
  let startOffset = 0;
  for (const token of analyzed.tokens) {
    position += token.positionIncrement;
    expect(token.positionIncrement).toBeGreaterThanOrEqual(0);
    expect(position).toBeGreaterThanOrEqual(0);
    expect(token.positionLength).toBeGreaterThanOrEqual(1);
    expect(token.startOffset).toBeGreaterThanOrEqual(startOffset);
    expect(token.endOffset).toBeGreaterThanOrEqual(token.startOffset);
    expect(token.endOffset).toBeLessThanOrEqual(text.length);
    startOffset = token.startOffset;
  }
  expect(analyzed.trailingIncrement).toBeGreaterThanOrEqual(0);
  expect(analyzed.finalOffset).toBeLessThanOrEqual(text.length);
  if (!options.stopsEarly) expect(analyzed.finalOffset).toBe(text.length);
}

const standard = registry.createTokenizer(settingsOf('standard'));
const chain = { charFilters: [], tokenizer: standard, filters: [] };
const fuzz = (analyze: (text: string) => AnalyzedText, options = { stopsEarly: false }) =>
  fc.assert(fc.property(texts, (text) => checkContract(analyze(text), text, options)));

describe('the contract of token streams', () => {
  it.each(ANALYZERS.map(({ name }) => name))('analyzer %s', (name) => {
    fuzz((text) => (registry.analyzer(name) ?? registry.defaultAnalyzer).analyze(text));
  });

  it.each(TOKENIZERS.map(({ name }) => name))('tokenizer %s', (name) => {
    fuzz((text) => registry.createTokenizer(settingsOf(name)).tokenize(text));
  });

  it.each(TOKEN_FILTERS.filter(({ removed }) => !removed).map(({ name }) => name))(
    'token filter %s',
    (name) => {
      const filter = registry.createTokenFilter(settingsOf(name), {
        chain,
        normalizes: false,
      });
      fuzz((text) => runChain({ ...chain, filters: [filter] }, text), {
        stopsEarly: name === 'limit',
      });
    },
  );

  it.each(CHAR_FILTERS.map(({ name }) => name))('char filter %s', (name) => {
    const filter = registry.createCharFilter(settingsOf(name));
    fuzz((text) => runChain({ ...chain, charFilters: [filter] }, text));
  });
});
