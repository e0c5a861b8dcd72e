/**
 * Texts in the reader's language. A catalogue is a flat table; `{name}` in a text is replaced, and
 * numbers are formatted for the language.
 */
import { computed } from '@preact/signals';
import { chosenLanguage } from '../browser/preferences.js';
import { DE } from './de.js';
import { EN, type MessageKey, type PluralKey } from './en.js';
import { fillIn, type Values } from './fill_in.js';

const CATALOGUES: Readonly<Record<string, Readonly<Record<MessageKey, string>>>> = {
  en: EN,
  de: DE,
};

/** The languages, each with its name in itself. */
export const LANGUAGES: readonly (readonly [code: string, name: string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
];

export const language = computed(() => {
  const wanted = [chosenLanguage.value ?? '', ...navigator.languages];
  return wanted.map((tag) => tag.slice(0, 2)).find((code) => code in CATALOGUES) ?? 'en';
});

const catalogue = computed(() => CATALOGUES[language.value] ?? EN);
const numbers = computed(() => new Intl.NumberFormat(language.value));
const plurals = computed(() => new Intl.PluralRules(language.value));

export function t(key: MessageKey, values: Values = {}): string {
  return fillIn(catalogue.value[key], values, (number) => numbers.value.format(number));
}

/** The text in the grammatical form for `count`, which replaces `{count}`. */
export function tn(key: PluralKey, count: number, values: Values = {}): string {
  const form = plurals.value.select(count) === 'one' ? 'one' : 'other';
  return t(`${key}.${form}`, { count, ...values });
}

export function formatNumber(value: number): string {
  return numbers.value.format(value);
}
