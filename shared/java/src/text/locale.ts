/**
 * `java.util.Locale`: language, script, country, variant and extensions, in Java's notation and as
 * language tags (BCP 47).
 */
import { expectDefined } from '@skein/base';
import { JavaObject, type Value } from '../values/value.js';

export interface LocaleParts {
  readonly language?: string;
  readonly script?: string;
  readonly country?: string;
  readonly variant?: string;
  /** Extensions by singleton, in lower case. */
  readonly extensions?: ReadonlyMap<string, string>;
}

const NO_EXTENSIONS: ReadonlyMap<string, string> = new Map();
const titled = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

export class Locale extends JavaObject {
  readonly className: string = 'java.util.Locale';
  readonly language: string;
  readonly script: string;
  readonly country: string;
  readonly variant: string;
  readonly extensions: ReadonlyMap<string, string>;

  constructor({ language, script, country, variant, extensions }: LocaleParts) {
    super();
    this.language = newLanguage((language ?? '').toLowerCase());
    this.script = titled(script ?? '');
    this.country = (country ?? '').toUpperCase();
    this.variant = variant ?? '';
    this.extensions = extensions ?? NO_EXTENSIONS;
  }

  /** The tag, such as `de-DE`; `und` without a language. Malformed subtags are omitted. */
  tag(): string {
    const language = /^[a-z]{2,8}$/.test(this.language) ? this.language : 'und';
    const country = /^(?:[A-Z]{2}|\d{3})$/.test(this.country) ? this.country : '';
    const variants = this.variant
      .split(/[_-]/)
      .filter((one) => /^(?:[0-9a-zA-Z]{5,8}|\d[0-9a-zA-Z]{3})$/.test(one));
    const parts = [language, this.script, country, ...variants, ...this.#extensionParts()];
    const shown = parts.filter((part) => part !== '');
    return shown.length > 1 && shown[1]?.startsWith('x-') && language === 'und'
      ? shown.slice(1).join('-')
      : shown.join('-');
  }

  #extensionParts(): string[] {
    const keys = [...this.extensions.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
    return keys.map((key) => `${key}-${this.extensions.get(key)}`);
  }

  override text(): string {
    const { language, country, variant, script } = this;
    const extensions = this.#extensionParts().join('-');
    const hasMore = language !== '' || country !== '';
    let text = language;
    if (
      country !== '' ||
      (language !== '' && (variant !== '' || script !== '' || extensions !== ''))
    )
      text += `_${country}`;
    if (variant !== '' && hasMore) text += `_${variant}`;
    if (script !== '' && hasMore) text += `_#${script}`;
    if (extensions !== '' && hasMore) text += script === '' ? `_#${extensions}` : `_${extensions}`;
    return text;
  }

  override equals(other: Value): boolean {
    return other instanceof Locale && other.key() === this.key();
  }

  override key(): string {
    const { language, script, country, variant } = this;
    return `L${[language, script, country, variant, ...this.#extensionParts()].join('_')}`;
  }
}

/** Private use comes last. */
const rank = (singleton: string): number => (singleton === 'x' ? 1 : 0);

const OLD_LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['iw', 'he'],
  ['ji', 'yi'],
  ['in', 'id'],
]);

const newLanguage = (language: string): string => OLD_LANGUAGES.get(language) ?? language;

const SUBTAGS =
  /^(?<language>(?:[a-z]{2,3}|[a-z]{5,8})(?=-|$))?(?:-?(?<script>[a-z]{4}))?(?:-(?<country>[a-z]{2}|\d{3}))?(?<variants>(?:-(?:[0-9a-z]{5,8}|\d[0-9a-z]{3}))*)(?<extensions>(?:-[0-9a-wyz](?:-[0-9a-z]{2,8})+)*)(?<private>-?x(?:-[0-9a-z]{1,8})+)?/i;

/** Parses the well-formed prefix of a language tag; `end` is its end. */
export function parseTag(tag: string): { readonly parts: LocaleParts; readonly end: number } {
  const found = SUBTAGS.exec(tag);
  const groups = found?.groups ?? {};
  const { language = '', script, country, variants = '' } = groups;
  const extensions = new Map<string, string>();
  for (const [, key = '', value = ''] of (groups.extensions ?? '').matchAll(
    /-([0-9a-wyz])((?:-[0-9a-z]{2,8})+)/gi,
  ))
    extensions.set(key.toLowerCase(), value.slice(1).toLowerCase());
  if (groups.private !== undefined)
    extensions.set('x', groups.private.replace(/^-?x-/i, '').toLowerCase());
  const parts = {
    language: language.toLowerCase() === 'und' ? '' : language,
    ...(script === undefined ? {} : { script }),
    ...(country === undefined ? {} : { country }),
    variant: variants.slice(1).replaceAll('-', '_'),
    extensions,
  };
  return { parts, end: found?.[0].length ?? 0 };
}

/** The tag that the platform's text formats understand. */
export const platformTag = (locale: Locale): string => {
  const tag = locale.tag();
  return tag.startsWith('x-') ? 'und' : tag;
};

/** The languages whose case rules differ from all others. */
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

/** `Locale.US` and the other constants. */
export const NAMED_LOCALES: ReadonlyMap<string, Locale> = new Map(
  Object.entries(NAMED).map(([name, [language, country]]) => [
    name,
    new Locale({ language, country }),
  ]),
);

/** The default locale of OpenSearch. */
export const DEFAULT_LOCALE = expectDefined(
  NAMED_LOCALES.get('ENGLISH'),
  'the default locale has a name',
);
