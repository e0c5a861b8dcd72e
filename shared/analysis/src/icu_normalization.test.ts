/**
 * Normal forms of text that the Unicode standard gives; samples of its CaseFolding.txt and UAX #15.
 */
import fc from 'fast-check';
import { ComponentSettings } from './build/component_settings.js';
import { NOTHING_OUTSIDE } from './build/outside.js';
import { ICU_NORMALIZER_CHARS } from './char_filter/icu_normalizer.js';
import { icuNormalization } from './icu_normalization.js';

const settingsOf = (values: Readonly<Record<string, string>>) =>
  new ComponentSettings('icu_normalizer', new Map(Object.entries(values)));
const formOf = (values: Readonly<Record<string, string>> = {}) =>
  icuNormalization(settingsOf(values));

test.each([
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['ẞ', 'ss'],
  ['ΣΑΣ ς', 'σασ σ'],
  ['İı', 'i̇ı'],
  ['ﬁﬃ', 'fiffi'],
  ['Ⅷ ① ½', 'viii 1 1⁄2'],
  ['ｱﾞ カ゛', 'ア゙ カ ゙'],
  ['ᾳ', 'αι'],
  ['ŉ', 'ʼn'],
  ['Ꭰꭰ', 'ᎠᎠ'],
  ['a\u00adb\u200dc\ufe0f', 'abc'],
  ['A\u030a', 'å'],
  ['각', '각'],
])('%s folds to %s', (text, folded) => expect(formOf()(text)).toBe(folded.normalize('NFC')));

test('the forms by name', () => {
  expect(formOf({ name: 'nfc' })('A\u030aﬁ')).toBe('Åﬁ');
  expect(formOf({ name: 'nfkc' })('A\u030aﬁ')).toBe('Åfi');
  expect(formOf({ name: 'nfc', mode: 'decompose' })('Å')).toBe('A\u030a');
  expect(formOf({ mode: 'decompose' })('Å')).toBe('a\u030a');
  expect(() => formOf({ name: 'x' })).toThrow('Unknown normalization form [x]');
  expect(formOf({ unicode_set_filter: '[a-z]' })('Aﬁé')).toBe('Aﬁé');
  expect(formOf({ unicode_set_filter: '[^A]' })('AﬁÉ')).toBe('Afié');
});

const marks = fc.constantFrom(
  '\u0301',
  '\u00ad',
  '\u0323',
  'ᄀ',
  'ᅡ',
  'ᆨ',
  'ㅏ',
  'ﾡ',
  'ￂ',
  'ﾞ',
  '\u09be',
);

test('a text filtered piece by piece is the text normalized as a whole', () => {
  const texts = fc.array(fc.oneof(marks, fc.string({ unit: 'binary', maxLength: 2 })));
  const names = fc.constantFrom('nfc', 'nfkc', 'nfkc_cf');
  fc.assert(
    fc.property(texts, names, (pieces, name) => {
      const text = pieces.join('');
      const context = { indexSettings: new Map<string, string>(), outside: NOTHING_OUTSIDE };
      const filtered = ICU_NORMALIZER_CHARS.create(settingsOf({ name }), context).apply(text);
      expect(filtered.text).toBe(formOf({ name })(text));
      expect(filtered.correct(filtered.text.length)).toBe(text.length);
    }),
    { numRuns: 3000, examples: [[['ᄀ', '\u{e0000}', 'ㅏ'], 'nfkc_cf']] },
  );
});
