/**
 * User dictionaries. `testdata/lucene_japanese_user.ndjson` holds the tokens that Lucene 9.12.1
 * makes with the rules below: term, offsets, position increment and position length, part of
 * speech, reading.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utf8 } from '@skein/bytes';
import { ipadicFile } from '../../testdata/ipadic_files.js';
import { buildAnalysis, NOTHING_OUTSIDE } from '../mod.js';

const RULES = [
  '# words of our own',
  '朝青龍,朝青龍,アサショウリュウ,カスタム人名',
  '関西国際空港,関西 国際 空港,カンサイ コクサイ クウコウ,カスタム名詞',
  '東京スカイツリー,東京 スカイツリー,トウキョウ スカイツリー,カスタム名詞',
  'モバゲー,モバゲー,モバゲー,カスタム名詞',
  '"ABC,D","ABC,D","エービーシー,ディー",カスタム名詞',
  'すもももも,すもも も も,スモモ モ モ,テスト名詞',
  'もも,もも,モモ,テスト名詞',
  'てすと,てすと,テスト,"名詞,""特別"""',
];

interface Recorded {
  readonly mode: string;
  readonly compounds: boolean;
  readonly text: string;
  readonly tokens: readonly unknown[];
}

const outside = {
  ...NOTHING_OUTSIDE,
  ipadic: () => ipadicFile,
  readFile: (path: string) => (path === 'user.txt' ? utf8(RULES.join('\n\n')) : undefined),
};

const analyzerOf = (settings: Readonly<Record<string, string>>) =>
  buildAnalysis(
    new Map([
      ['index.analysis.analyzer.a.tokenizer', 't'],
      ['index.analysis.tokenizer.t.type', 'kuromoji_tokenizer'],
      ...Object.entries(settings).map(
        ([key, value]) => [`index.analysis.tokenizer.t.${key}`, value] as const,
      ),
    ]),
    outside,
  ).analyzer('a');

const rulesOf = (rules: readonly string[]) =>
  Object.fromEntries(rules.map((rule, i) => [`user_dictionary_rules.${i}`, rule]));

const recorded = readFileSync(join(__dirname, '../../testdata/lucene_japanese_user.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

test.each(recorded)('$mode, compounds $compounds: $text', ({ mode, compounds, text, tokens }) => {
  const common = { mode, discard_compound_token: String(!compounds) };
  for (const words of [rulesOf(RULES), { user_dictionary: 'user.txt' }]) {
    const found = analyzerOf({ ...common, ...words })
      ?.analyze(text)
      .tokens.map((token) => [
        token.term,
        token.startOffset,
        token.endOffset,
        token.positionIncrement,
        token.positionLength,
        token.word?.partOfSpeech,
        token.word?.reading ?? null,
      ]);
    expect(found).toEqual(tokens);
  }
});

test.each([
  [['a,a,ア,名詞', 'a,a,ア,名詞'], 'Found duplicate term [a] in user dictionary at line [1]'],
  [
    ['東京,東 京,トウキョウ,名詞'],
    'Illegal user dictionary entry 東京 - the number of segmentations (2) does not the match number of readings (1)',
  ],
  [
    ['東京,東,トウ,名詞'],
    'Illegal user dictionary entry 東京 - the concatenated segmentation (東) does not match the surface form (東京)',
  ],
  [['東京'], 'Illegal user dictionary entry 東京 - [1] values, where [4] are needed'],
])('%j', (rules, reason) => expect(() => analyzerOf(rulesOf(rules))).toThrow(reason));

test('rules stand in a file or in the settings', () => {
  const both = { ...rulesOf(RULES), user_dictionary: 'user.txt' };
  expect(() => analyzerOf(both)).toThrow(
    'It is not allowed to use [user_dictionary] in conjunction with [user_dictionary_rules]',
  );
  expect(() => analyzerOf({ user_dictionary: 'none.txt' })).toThrow(
    'IOException while reading user_dictionary: file not readable',
  );
});
