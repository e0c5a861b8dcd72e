/** java.util.Locale: the language and country that upper and lower case go by. */
import type { ClassTable } from '../class_table.js';
import { JavaObject, type Value } from '../runtime/value.js';

export class Locale extends JavaObject {
  readonly className: string = 'java.util.Locale';
  readonly language: string;
  readonly country: string;

  constructor(language: string, country = '') {
    super();
    this.language = language.toLowerCase();
    this.country = country.toUpperCase();
  }

  /** `de-DE`; `und`: no language. */
  tag(): string {
    const language = this.language === '' ? 'und' : this.language;
    return this.country === '' ? language : `${language}-${this.country}`;
  }

  override text(): string {
    return this.country === '' ? this.language : `${this.language}_${this.country}`;
  }

  override equals(other: Value): boolean {
    return other instanceof Locale && other.text() === this.text();
  }

  override key(): string {
    return `L${this.text()}`;
  }
}

/** The rules of three languages differ from those of all others. */
const SPECIAL = new Set(['tr', 'az', 'lt']);

export function lowerCase(text: string, locale: Locale): string {
  return SPECIAL.has(locale.language)
    ? text.toLocaleLowerCase(locale.language)
    : text.toLowerCase();
}

export function upperCase(text: string, locale: Locale): string {
  return SPECIAL.has(locale.language)
    ? text.toLocaleUpperCase(locale.language)
    : text.toUpperCase();
}

const NAMED: Readonly<Record<string, readonly [string, string]>> = {
  CANADA: ['en', 'CA'],
  CANADA_FRENCH: ['fr', 'CA'],
  CHINA: ['zh', 'CN'],
  CHINESE: ['zh', ''],
  ENGLISH: ['en', ''],
  FRANCE: ['fr', 'FR'],
  FRENCH: ['fr', ''],
  GERMAN: ['de', ''],
  GERMANY: ['de', 'DE'],
  ITALIAN: ['it', ''],
  ITALY: ['it', 'IT'],
  JAPAN: ['ja', 'JP'],
  JAPANESE: ['ja', ''],
  KOREA: ['ko', 'KR'],
  KOREAN: ['ko', ''],
  PRC: ['zh', 'CN'],
  ROOT: ['', ''],
  SIMPLIFIED_CHINESE: ['zh', 'CN'],
  TAIWAN: ['zh', 'TW'],
  TRADITIONAL_CHINESE: ['zh', 'TW'],
  UK: ['en', 'GB'],
  US: ['en', 'US'],
};

export const locale: readonly ClassTable[] = [
  {
    name: 'java.util.Locale',
    constants: Object.fromEntries(
      Object.entries(NAMED).map(([name, [language, country]]) => [
        `Locale ${name}`,
        new Locale(language, country),
      ]),
    ),
    constructors: {
      '(String)': (language: string) => new Locale(language),
      '(String,String)': (language: string, country: string) => new Locale(language, country),
    },
    methods: {
      'String getCountry()': (self: Locale) => self.country,
      'String getLanguage()': (self: Locale) => self.language,
      'String toLanguageTag()': (self: Locale) => self.tag(),
    },
  },
];
