/**
 * Analyzers with predictable tokens: `standard` lowers the case, `english` also drops four words
 * and clips endings.
 */
import type { AnalysisRegistry, Analyzer, Token } from '@skein/analysis';

const STOP_WORDS: ReadonlySet<string> = new Set(['the', 'of', 'and', 'are']);

type Link = (word: string) => readonly string[];

function analyzer(name: string, link: Link): Analyzer {
  return {
    name,
    positionIncrementGap: 100,
    offsetGap: 1,
    normalize: (text) => (name === 'whitespace' ? text : text.toLowerCase()),
    analyze: (text) => {
      const tokens: Token[] = [];
      let increment = 1;
      for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
        link(word).forEach((term, i) => {
          const position = i === 0 ? increment : 0;
          tokens.push(tokenOf(term, position, { start: index, end: index + word.length }));
        });
        increment = link(word).length === 0 ? increment + 1 : 1;
      }
      return { tokens, trailingIncrement: increment - 1, finalOffset: text.length };
    },
  };
}

function tokenOf(
  term: string,
  positionIncrement: number,
  offsets: { readonly start: number; readonly end: number },
): Token {
  return {
    term,
    positionIncrement,
    positionLength: 1,
    startOffset: offsets.start,
    endOffset: offsets.end,
    type: 'word',
    keyword: false,
  };
}

const standard = analyzer('standard', (word) => [word.toLowerCase()]);
const ANALYZERS: ReadonlyMap<string, Analyzer> = new Map(
  [
    standard,
    analyzer('whitespace', (word) => [word]),
    analyzer('english', (word) => {
      const lower = word.toLowerCase();
      return STOP_WORDS.has(lower) ? [] : [lower.replace(/(?:es|ing|ed|s)$/, '')];
    }),
    /** `dog` and `hound` have the same position. */
    analyzer('synonyms', (word) => (word === 'dog' ? ['dog', 'hound'] : [word])),
  ].map((each) => [each.name, each]),
);

function unused(): never {
  throw new Error('tests use analyzers only');
}

export const TEST_ANALYSIS: AnalysisRegistry = {
  analyzer: (name) => ANALYZERS.get(name === 'default' ? 'standard' : name),
  normalizer: () => undefined,
  tokenizer: () => undefined,
  charFilter: () => undefined,
  tokenFilter: () => undefined,
  charFilterOrType: () => undefined,
  tokenFilterOrType: () => undefined,
  hasType: () => false,
  normalizerChain: () => undefined,
  isBuiltInNormalizer: () => false,
  isPartial: false,
  checksTokenizerLate: () => false,
  refusesFilterLate: () => false,
  checksFilterLate: () => false,
  checkTokenizer: () => undefined,
  changingAnalyzers: [],
  createTokenizer: unused,
  createCharFilter: unused,
  createTokenFilter: unused,
  customChain: () => undefined,
  defaultAnalyzer: standard,
  defaultSearchAnalyzer: standard,
  maxTokenCount: 10_000,
};
