/**
 * Japanese. `testdata/lucene_japanese.ndjson` holds the tokens that Lucene 9.12.1 makes of
 * sentences, with its parts combined as in the plugin analysis-kuromoji: term, offsets, position
 * increment and position length.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ipadicFile } from '../../testdata/ipadic_files.js';
import { buildAnalysis, ELSEWHERE, NOTHING_OUTSIDE, ReadElsewhere } from '../mod.js';

type Shown = readonly [term: string, start: number, end: number, increment: number, length: number];

interface Recorded {
  readonly chain: string;
  readonly text: string;
  readonly tokens: readonly Shown[];
}

const outside = { ...NOTHING_OUTSIDE, ipadic: () => ipadicFile };

const recorded = readFileSync(join(__dirname, '../../testdata/lucene_japanese.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

const CHAINS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'analyzer search': { type: 'kuromoji' },
  'analyzer normal': { type: 'kuromoji', mode: 'normal' },
  'analyzer extended': { type: 'kuromoji', mode: 'Extended' },
  'tokenizer search': {},
  'tokenizer search discard_compound_token': { discard_compound_token: 'true' },
  'tokenizer normal': { mode: 'normal' },
  'tokenizer extended': { mode: 'extended' },
  'tokenizer search keep_punctuation': { discard_punctuation: 'false' },
};

function settingsOf(chain: string): ReadonlyMap<string, string> {
  const given = CHAINS[chain];
  const analyzer = 'index.analysis.analyzer.a';
  const tokenizer = 'index.analysis.tokenizer.t';
  if (given?.type === 'kuromoji') {
    return new Map(Object.entries(given).map(([key, value]) => [`${analyzer}.${key}`, value]));
  }
  return new Map([
    [`${analyzer}.tokenizer`, 't'],
    [`${tokenizer}.type`, 'kuromoji_tokenizer'],
    ...Object.entries(given ?? {}).map(([key, value]) => [`${tokenizer}.${key}`, value] as const),
    ...(given === undefined ? [[`${analyzer}.filter`, chain] as const] : []),
  ]);
}

const analyzerOf = (settings: ReadonlyMap<string, string>) =>
  buildAnalysis(settings, outside).analyzer('a');

const analyzers = new Map(
  [...new Set(recorded.map(({ chain }) => chain))].map((chain) => [
    chain,
    analyzerOf(settingsOf(chain)),
  ]),
);

test.each(recorded)('$chain: $text', ({ chain, text, tokens }) => {
  const found = analyzers
    .get(chain)
    ?.analyze(text)
    .tokens.map((token): Shown => {
      const { term, startOffset, endOffset, positionIncrement, positionLength } = token;
      return [term, startOffset, endOffset, positionIncrement, positionLength];
    });
  expect(found).toEqual(tokens);
});

const termsOf = (settings: Readonly<Record<string, string>>, text: string) => {
  const flat = Object.entries(settings).map(([key, value]) => [`index.analysis.${key}`, value]);
  const analysis = new Map(flat as [string, string][]);
  return analyzerOf(analysis)
    ?.analyze(text)
    .tokens.map(({ term }) => term);
};

const CUSTOM = { 'analyzer.a.tokenizer': 'kuromoji_tokenizer', 'analyzer.a.filter': 'f' };

test.each([
  [{ 'filter.f.type': 'ja_stop', 'filter.f.stopwords': '_japanese_,寿司' }, ['食べる']],
  [{ 'filter.f.type': 'ja_stop', 'filter.f.stopwords': '_none_' }, ['寿司', 'が', '食べる']],
  [{ 'filter.f.type': 'ja_stop', 'filter.f.stopwords': '_english_' }, ['寿司', 'が', '食べる']],
  [
    { 'filter.f.type': 'kuromoji_part_of_speech', 'filter.f.stoptags': '動詞-自立' },
    ['寿司', 'が'],
  ],
])('%j', (settings, terms) => {
  expect(termsOf({ ...CUSTOM, ...settings }, '寿司が食べる')).toEqual(terms);
});

test('ja_stop spares a last word that is not at its end yet', () => {
  const settings = { 'filter.f.type': 'ja_stop', 'filter.f.remove_trailing': 'false' };
  expect(termsOf({ ...CUSTOM, ...settings }, '寿司が食べるが')).toEqual(['寿司', '食べる', 'が']);
});

test('kuromoji_stemmer takes how long words must be', () => {
  const settings = { 'filter.f.type': 'kuromoji_stemmer', 'filter.f.minimum_length': '3' };
  expect(termsOf({ ...CUSTOM, ...settings }, 'コピー')).toEqual(['コピ']);
});

test('a marked word keeps its form', () => {
  const settings = {
    'analyzer.a.filter.0': 'marker',
    'analyzer.a.filter.1': 'kuromoji_baseform',
    'analyzer.a.tokenizer': 'kuromoji_tokenizer',
    'filter.marker.type': 'keyword_marker',
    'filter.marker.keywords': '走ら',
  };
  expect(termsOf(settings, '走らなかった')).toEqual(['走ら', 'ない', 'た']);
});

test.each([
  ['tokenizer.t.type', 'kuromoji_tokenizer', 'tokenizer.t.nbest_examples'],
  ['tokenizer.t.type', 'kuromoji_tokenizer', 'tokenizer.t.nbest_cost'],
])('%s %s refuses %s', (type, name, key) => {
  const settings = { [type]: name, [key]: '1' };
  const setting = key.split('.').at(-1);
  expect(() => termsOf(settings, '')).toThrow(
    `[${setting}] of tokenizer [kuromoji_tokenizer] is not supported`,
  );
});

test('the analyzer takes words of users', () => {
  const rule = '朝青龍,朝青龍,アサショウリュウ,カスタム人名';
  const settings = { 'analyzer.a.type': 'kuromoji', 'analyzer.a.user_dictionary_rules.0': rule };
  expect(termsOf(settings, '朝青龍は勝った')).toEqual(['朝青龍', '勝つ']);
});

test('kuromoji_readingform writes no Latin letters', () => {
  const settings = { 'filter.f.type': 'kuromoji_readingform', 'filter.f.use_romaji': 'true' };
  expect(() => termsOf({ ...CUSTOM, ...settings }, '')).toThrow(
    '[use_romaji] of token filter [kuromoji_readingform] is not supported',
  );
});

test('a thread that reads no dictionary says so', () => {
  const there = buildAnalysis(new Map(), ELSEWHERE);
  const analyzer = there.analyzer('kuromoji');
  expect(there.isPartial).toBe(true);
  expect(() => analyzer?.analyze('寿司')).toThrow(ReadElsewhere);
});
