/** Compares locales with answers of OpenSearch 2.19 to mappings of dates. */
import { parseDateFormat } from './date_format.js';
import { checkWords, localeText, parseLocale } from './locale.js';

test.each([
  ['de', 'de'],
  ['de-de', 'de_DE'],
  ['de_DE', 'de_DE'],
  ['de-DE-x', 'de_DE_x'],
  ['de__POSIX', 'de__POSIX'],
  ['en-', 'en'],
  ['_US', '_US'],
  ['abc', 'abc'],
  ['iw', 'he'],
  ['root', ''],
  ['', ''],
])('%s is %s', (given, shown) => {
  expect(localeText(parseLocale(given))).toBe(shown);
});

test.each([
  ['xx', 'Unknown language: xx'],
  ['abcd-DE', 'Unknown language: abcd'],
  ['en-Latn-US', 'Unknown country: Latn'],
  ['zh_TW#Hant', 'Unknown country: TW#Hant'],
  ['a_b_c_d', 'Locales can have at most 3 parts but got 4: [a, b, c, d]'],
])('%s is none', (given, reason) => {
  expect(() => parseLocale(given)).toThrow(reason);
});

test.each([
  ['de', 'yyyy MMM', true],
  ['de', 'yyyy[ EEE]', true],
  ['de', 'strict_date_optional_time||epoch_millis||yyyy-MM', false],
  ['en-GB', 'MMMM', false],
  ['root', 'MMMM', false],
])('in %s, the words of %s are refused: %s', (locale, pattern, isRefused) => {
  const check = () => checkWords(parseDateFormat(pattern), parseLocale(locale));
  if (isRefused) expect(check).toThrow(`locale [${locale}] is not supported for a format with`);
  else expect(check).not.toThrow();
});
