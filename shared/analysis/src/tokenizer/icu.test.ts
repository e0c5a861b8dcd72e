/**
 * Texts in 33 languages, and random combinations of pieces of many scripts, as Lucene's
 * ICUTokenizer 9.12.1 cuts them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ComponentSettings } from '../build/component_settings.js';
import { NOTHING_OUTSIDE } from '../build/outside.js';
import { ICU_TOKENIZER } from './icu.js';

const context = { indexSettings: new Map<string, string>(), outside: NOTHING_OUTSIDE };
const made = (settings: Readonly<Record<string, string>> = {}) =>
  ICU_TOKENIZER.create(new ComponentSettings('i', new Map(Object.entries(settings))), context);

const tokensOf = (text: string) =>
  made()
    .tokenize(text)
    .tokens.map(({ term, startOffset, endOffset, type }) => [term, startOffset, endOffset, type]);

test('texts are cut as Lucene cuts them', () => {
  const recorded = readFileSync(join(__dirname, '../../testdata/lucene_icu_tokens.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly text: string; readonly tokens: unknown });
  for (const { text, tokens } of recorded) {
    expect({ text, tokens: tokensOf(text) }).toEqual({ text, tokens });
  }
  expect(recorded.length).toBeGreaterThan(400);
});

test.each([
  ['ABCкириллица', ['ABC', 'кириллица']],
  ['東京都に住む', ['東京', '都', 'に', '住む']],
  ['ภาษาไทย', ['ภาษา', 'ไทย']],
  ["can't 3.14 node:fs", ["can't", '3.14', 'node', 'fs']],
  ['👨‍👩‍👧🇩🇪 ©', ['👨‍👩‍👧', '🇩🇪']],
])('%s', (text, terms) => {
  expect(tokensOf(text).map(([term]) => term)).toEqual(terms);
});

test('rules of one’s own are refused', () => {
  expect(() => made({ rule_files: 'Latn:x.rbbi' })).toThrow('[rule_files] is not supported');
});
