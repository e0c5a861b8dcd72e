/**
 * Random texts of characters of many scripts, as Lucene's ICUFoldingFilter 9.12.1 folds them:
 * whole, and without the letters of Swedish (`[^åäöÅÄÖ]`); and by `nfkc_cf` within `[a-zA-Z
 * \u00c0-\u00ff]`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ComponentSettings } from './build/component_settings.js';
import { icuFolding } from './icu_folding.js';
import { icuNormalization } from './icu_normalization.js';

interface Recorded {
  readonly text: string;
  readonly folded: string;
  readonly swedish: string;
  readonly normalized: string;
}

const settingsOf = (values: Readonly<Record<string, string>>) =>
  new ComponentSettings('icu_folding', new Map(Object.entries(values)));
const foldingOf = (values: Readonly<Record<string, string>> = {}) => icuFolding(settingsOf(values));

test.each([
  ['Résumé Ångström', 'resume angstrom'],
  ['Łódź Straße Æsir Þór', 'lodz strasse aesir thor'],
  ['Ὀδυσσεύς', 'οδυσσευσ'],
  ['Ёлка', 'елка'],
  ['१२३ ٤٥ ①⑫', '123 45 112'],
  ['“well–known” ½', '"well-known" 1/2'],
  ['ｶﾞｯｺｳ', 'カッコウ'],
  ['a^b `c`', 'ab c'],
  ['⻩', '黄'],
])('%s folds to %s', (text, folded) => {
  expect(foldingOf()(text)).toBe(folded);
});

test('texts are folded as Lucene folds them', () => {
  const file = join(__dirname, '../testdata/lucene_icu_folding.ndjson');
  const recorded = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
  const swedish = foldingOf({ unicode_set_filter: '[^åäöÅÄÖ]' });
  const western = icuNormalization(settingsOf({ unicodeSetFilter: '[a-zA-Z \\u00c0-\\u00ff]' }));
  for (const { text, ...expected } of recorded) {
    expect({
      folded: foldingOf()(text),
      swedish: swedish(text),
      normalized: western(text),
    }).toEqual(expected);
  }
  expect(recorded.length).toBeGreaterThan(400);
});

test.each(['[[:Arabic:]]', '[\\p{L}]', '[a-[b]]', '[{ab}]', 'a', '[]', '[z-a]'])(
  'a set that is more than characters and ranges is refused: %s',
  (set) => {
    expect(() => foldingOf({ unicode_set_filter: set })).toThrow(
      `[unicode_set_filter] is not supported beyond characters and ranges in brackets: [${set}]`,
    );
  },
);

test('characters outside the set stay as they are', () => {
  expect(foldingOf({ unicode_set_filter: '[^åäöÅÄÖ]' })('Åsa Él')).toBe('Åsa el');
  expect(foldingOf({ unicode_set_filter: '[é\\-^]' })('É-é^')).toBe('É-e');
});
