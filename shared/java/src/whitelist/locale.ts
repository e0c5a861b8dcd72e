/** java.util.Locale and its builder. */
import type { ClassTable, Implementation } from '../class_table.js';
import { JSet } from '../containers/collections.js';
import { JArray } from '../containers/container_types.js';
import { COUNTRIES, LANGUAGES } from '../text/iso_codes.js';
import {
  DEFAULT_LOCALE,
  Locale,
  type LocaleParts,
  NAMED_LOCALES,
  parseTag,
  platformTag,
} from '../text/locale.js';
import { EnumConstant } from '../values/enum_constant.js';
import { illegalArgument, notNull, Throwable } from '../values/throwable.js';
import { JavaObject, type Value } from '../values/value.js';
import { enumTable } from './enums.js';
import { illformedLocale } from './exceptions.js';

const LOCALE = 'java.util.Locale';
const CATEGORIES = ['DISPLAY', 'FORMAT'].map(
  (name, i) => new EnumConstant(`${LOCALE}$Category`, name, i),
);

const codes = (list: string): ReadonlyMap<string, string> =>
  new Map(
    list
      .trim()
      .split(' ')
      .map((pair) => [pair.slice(0, 2), pair.slice(2)]),
  );
const countries = codes(COUNTRIES);
const languages = codes(LANGUAGES);

function threeLetters(list: ReadonlyMap<string, string>, code: string, what: string): string {
  if (code === '' || code.length === 3) return code;
  const found = list.get(code);
  if (found !== undefined) return found;
  const words = `Couldn't find 3-letter ${what} code for ${code}`;
  throw new Throwable('java.util.MissingResourceException', words, {
    details: {
      className: `FormatData_${code}`,
      key: `Short${what === 'country' ? 'Country' : 'Language'}`,
    },
  });
}

type NameKind = 'language' | 'region' | 'script';

/** The name of a code in a language; the code itself if it has none. */
function displayName(code: string, kind: NameKind, by: Locale): string {
  if (code === '') return '';
  const names = new Intl.DisplayNames([platformTag(by)], { type: kind, fallback: 'code' });
  try {
    return names.of(code) ?? code;
  } catch (error) {
    if (error instanceof RangeError) return code;
    throw error;
  }
}

/** The full name, such as `English (United States)`. */
function fullName(self: Locale, by: Locale): string {
  const language = displayName(self.language, 'language', by);
  const rest = [
    displayName(self.script, 'script', by),
    displayName(self.country, 'region', by),
    self.variant.replaceAll('_', ','),
  ].filter((part) => part !== '');
  if (language === '') return rest.join(', ');
  return rest.length === 0 ? language : `${language} (${rest.join(', ')})`;
}

function named(
  method: string,
  read: (self: Locale, by: Locale) => string,
): Record<string, Implementation> {
  return {
    [`String ${method}()`]: (self: Locale) => read(self, DEFAULT_LOCALE),
    [`String ${method}(Locale)`]: (self: Locale, by: Locale) => read(self, notNull(by)),
  };
}

function setOf(values: readonly Value[]): JSet {
  const set = new JSet('java.util.TreeSet');
  for (const value of values) set.add(value);
  return set;
}

/** The `u` extension: attributes first, then keys of two letters with their types. */
function unicodeExtension(self: Locale): { attributes: string[]; keywords: Map<string, string> } {
  const attributes: string[] = [];
  const keywords = new Map<string, string>();
  let key: string | undefined;
  for (const part of (self.extensions.get('u') ?? '').split('-').filter((one) => one !== '')) {
    if (part.length === 2) {
      key = part;
      keywords.set(part, '');
    } else if (key === undefined) attributes.push(part);
    else keywords.set(key, [keywords.get(key), part].filter((one) => one !== '').join('-'));
  }
  return { attributes, keywords };
}

function unicodeType(self: Locale, key: string): string | null {
  if (!KEY.test(key)) throw illegalArgument(`Ill-formed Unicode locale key: ${key}`);
  return unicodeExtension(self).keywords.get(key.toLowerCase()) ?? null;
}

class LocaleBuilder extends JavaObject {
  readonly className: string = `${LOCALE}$Builder`;
  #parts: LocaleParts = {};

  build(): Locale {
    return new Locale(this.#parts);
  }

  with(parts: LocaleParts): this {
    this.#parts = { ...this.#parts, ...parts };
    return this;
  }

  /** Sets a part that must match a form or be empty. */
  set(name: keyof LocaleParts, value: string | null, form: RegExp): this {
    const text = value ?? '';
    if (text !== '' && !form.test(text))
      throw illformedLocale(`Ill-formed ${name === 'country' ? 'region' : name}: ${text}`, 0);
    return this.with({ [name]: text });
  }

  clear(): this {
    this.#parts = {};
    return this;
  }

  extensions(): Map<string, string> {
    return new Map(this.#parts.extensions);
  }

  extension(key: string, value: string): this {
    const extensions = this.extensions();
    if (value === '') extensions.delete(key);
    else extensions.set(key, value.toLowerCase().replaceAll('_', '-'));
    return this.with({ extensions });
  }

  /** Modifies the parts of the `u` extension. */
  unicode(change: (parts: { attributes: string[]; keywords: Map<string, string> }) => void): this {
    const parts = unicodeExtension(this.build());
    change(parts);
    const keywords = [...parts.keywords].sort(([a], [b]) => (a < b ? -1 : 1));
    const all = [
      ...parts.attributes.sort(),
      ...keywords.flatMap(([key, type]) => (type === '' ? [key] : [key, type])),
    ];
    return this.extension('u', all.join('-'));
  }
}

function checkForm(form: RegExp, value: string, what: string): string {
  if (!form.test(value)) throw illformedLocale(`Ill-formed ${what}: ${value}`, -1);
  return value.toLowerCase();
}

const ATTRIBUTE = /^[0-9a-z]{3,8}$/i;
const KEY = /^[0-9a-z]{2}$/i;

const BUILDER: Readonly<Record<string, Implementation>> = {
  'Locale.Builder addUnicodeLocaleAttribute(String)': (self: LocaleBuilder, value: string) => {
    const attribute = checkForm(ATTRIBUTE, notNull(value), 'Unicode locale attribute');
    return self.unicode(({ attributes }) => {
      if (!attributes.includes(attribute)) attributes.push(attribute);
    });
  },
  'Locale build()': (self: LocaleBuilder) => self.build(),
  'Locale.Builder clear()': (self: LocaleBuilder) => self.clear(),
  'Locale.Builder clearExtensions()': (self: LocaleBuilder) => self.with({ extensions: new Map() }),
  'Locale.Builder removeUnicodeLocaleAttribute(String)': (self: LocaleBuilder, value: string) => {
    const attribute = checkForm(ATTRIBUTE, notNull(value), 'Unicode locale attribute');
    return self.unicode((parts) => {
      parts.attributes = parts.attributes.filter((one) => one !== attribute);
    });
  },
  'Locale.Builder setExtension(char,String)': (
    self: LocaleBuilder,
    key: number,
    value: string | null,
  ) =>
    self.extension(
      checkForm(/^[0-9a-z]$/i, String.fromCharCode(key), 'extension key'),
      value ?? '',
    ),
  'Locale.Builder setLanguage(String)': (self: LocaleBuilder, value: string | null) =>
    self.set('language', value, /^[a-z]{2,8}$/i),
  'Locale.Builder setLanguageTag(String)': (self: LocaleBuilder, tag: string | null) => {
    self.clear();
    const text = (tag ?? '').replaceAll('_', '-');
    const { parts, end } = parseTag(text);
    if (end < text.length)
      throw illformedLocale(
        `Invalid subtag: ${text.slice(end + (end > 0 ? 1 : 0)).split('-')[0]}`,
        end + (end > 0 ? 1 : 0),
      );
    return self.with(parts);
  },
  'Locale.Builder setLocale(Locale)': (self: LocaleBuilder, from: Locale) => {
    const { language, script, country, variant, extensions } = notNull(from);
    return self.clear().with({ language, script, country, variant, extensions });
  },
  'Locale.Builder setRegion(String)': (self: LocaleBuilder, value: string | null) =>
    self.set('country', value, /^(?:[a-z]{2}|\d{3})$/i),
  'Locale.Builder setScript(String)': (self: LocaleBuilder, value: string | null) =>
    self.set('script', value, /^[a-z]{4}$/i),
  'Locale.Builder setUnicodeLocaleKeyword(String,String)': (
    self: LocaleBuilder,
    key: string,
    type: string | null,
  ) => {
    const name = checkForm(KEY, notNull(key), 'Unicode locale keyword key');
    return self.unicode(({ keywords }) => {
      if (type === null) keywords.delete(name);
      else keywords.set(name, type.toLowerCase());
    });
  },
  'Locale.Builder setVariant(String)': (self: LocaleBuilder, value: string | null) =>
    self.set(
      'variant',
      value === null ? null : value.replaceAll('-', '_'),
      /^(?:[0-9a-z]{5,8}|\d[0-9a-z]{3})(?:_(?:[0-9a-z]{5,8}|\d[0-9a-z]{3}))*$/i,
    ),
};

export const locale: readonly ClassTable[] = [
  {
    name: LOCALE,
    constants: {
      ...Object.fromEntries([...NAMED_LOCALES].map(([name, one]) => [`Locale ${name}`, one])),
      'char PRIVATE_USE_EXTENSION': 0x78,
      'char UNICODE_LOCALE_EXTENSION': 0x75,
    },
    constructors: {
      '(String)': (language: string) => new Locale({ language: notNull(language) }),
      '(String,String)': (language: string, country: string) =>
        new Locale({ language: notNull(language), country: notNull(country) }),
      '(String,String,String)': (language: string, country: string, variant: string) =>
        new Locale({ language, country, variant: notNull(variant) }),
    },
    statics: {
      'Locale forLanguageTag(String)': (tag: string) =>
        new Locale(parseTag(notNull(tag).replaceAll('_', '-')).parts),
      'Locale getDefault()': () => DEFAULT_LOCALE,
      'Locale getDefault(Locale.Category)': () => DEFAULT_LOCALE,
      'String[] getISOCountries()': () => new JArray('java.lang.String', [...countries.keys()]),
      'String[] getISOLanguages()': () => new JArray('java.lang.String', [...languages.keys()]),
    },
    methods: {
      'def clone()': (self: Locale) => new Locale(self),
      'String getCountry()': (self: Locale) => self.country,
      'String getLanguage()': (self: Locale) => self.language,
      'String getScript()': (self: Locale) => self.script,
      'String getVariant()': (self: Locale) => self.variant,
      'String toLanguageTag()': (self: Locale) => self.tag(),
      ...named('getDisplayCountry', (self, by) => displayName(self.country, 'region', by)),
      ...named('getDisplayLanguage', (self, by) => displayName(self.language, 'language', by)),
      ...named('getDisplayName', fullName),
      ...named('getDisplayScript', (self, by) => displayName(self.script, 'script', by)),
      ...named('getDisplayVariant', (self) => self.variant.replaceAll('_', ',')),
      'String getExtension(char)': (self: Locale, key: number) =>
        self.extensions.get(String.fromCharCode(key).toLowerCase()) ?? null,
      'Set getExtensionKeys()': (self: Locale) => setOf([...self.extensions.keys()]),
      'String getISO3Country()': (self: Locale) => threeLetters(countries, self.country, 'country'),
      'String getISO3Language()': (self: Locale) =>
        threeLetters(languages, self.language, 'language'),
      'Set getUnicodeLocaleAttributes()': (self: Locale) =>
        setOf(unicodeExtension(self).attributes),
      'Set getUnicodeLocaleKeys()': (self: Locale) =>
        setOf([...unicodeExtension(self).keywords.keys()]),
      'String getUnicodeLocaleType(String)': (self: Locale, key: string) =>
        unicodeType(self, notNull(key)),
      'boolean hasExtensions()': (self: Locale) => self.extensions.size > 0,
      'Locale stripExtensions()': (self: Locale) => new Locale({ ...self, extensions: new Map() }),
    },
  },
  {
    name: `${LOCALE}$Builder`,
    constructors: { '()': () => new LocaleBuilder() },
    methods: BUILDER,
  },
  enumTable(`${LOCALE}$Category`, CATEGORIES),
];
