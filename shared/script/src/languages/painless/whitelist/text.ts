/** String, StringBuilder, Character, and Painless's own additions to String. */
import type { ClassTable } from '../class_table.js';
import { decodeBase64Text, encodeBase64Text } from '../runtime/base64.js';
import type { JList } from '../runtime/collections.js';
import { JArray, type JFunction } from '../runtime/container_types.js';
import { boxChar as boxedChar } from '../runtime/convert.js';
import { formatJava } from '../runtime/format.js';
import { allocate } from '../runtime/meter.js';
import { compareStrings } from '../runtime/order.js';
import { Matcher, type Pattern } from '../runtime/pattern.js';
import { JStream } from '../runtime/streams.js';
import { classCast, notNull, stringIndex } from '../runtime/throwable.js';
import { classNameOf, JavaObject, textOf, type Value } from '../runtime/value.js';
import { type Locale, lowerCase, upperCase } from './locale.js';

export class JStringBuilder extends JavaObject {
  readonly className: string = 'java.lang.StringBuilder';
  value: string;

  constructor(value = '') {
    super();
    this.value = value;
  }

  append(text: string): this {
    allocate(text.length);
    this.value += text;
    return this;
  }

  override text(): string {
    return this.value;
  }
}

function bounds(text: string, begin: number, end: number): void {
  if (begin < 0 || end > text.length || begin > end)
    throw stringIndex(`begin ${begin}, end ${end}, length ${text.length}`);
}

function substring(text: string, begin: number, end = text.length): string {
  bounds(text, begin, end);
  return text.slice(begin, end);
}

function charAt(text: string, index: number): number {
  if (index < 0 || index >= text.length) throw stringIndex(`String index out of range: ${index}`);
  return text.charCodeAt(index);
}

function _repeated(text: string, count: number): string {
  allocate(Math.max(count, 0) * text.length);
  return text.repeat(count);
}

function replaceAllText(text: string, from: string, to: string): string {
  const count = from === '' ? text.length + 1 : text.length / from.length;
  allocate(text.length + count * to.length);
  return text.replaceAll(from, () => to);
}

function charSequence(value: Value): string {
  if (value === null || typeof value === 'string' || value instanceof JStringBuilder)
    return textOf(value);
  throw classCast(`class ${classNameOf(value)} cannot be cast to class java.lang.CharSequence`);
}

/** Java trims by code point <= space. */
const trim = (text: string): string => text.replace(/^[\0- ]+|[\0- ]+$/g, '');

function splitOnToken(text: string, token: string, limit = -1): JArray {
  const parts: string[] = [];
  let from = 0;
  for (
    let at = text.indexOf(token);
    at >= 0 && token !== '' && (limit <= 0 || parts.length < limit - 1);
    at = text.indexOf(token, from)
  ) {
    parts.push(text.slice(from, at));
    from = at + token.length;
  }
  return new JArray('java.lang.String', [...parts, text.slice(from)]);
}

/** What `Matcher.replaceAll` does for every match, by a function. */
export function replaceMatches(
  text: string,
  pattern: Pattern,
  options: { fn: JFunction; all: boolean },
): string {
  const matcher = new Matcher(pattern, text);
  let out = '';
  let from = 0;
  while (matcher.engine.find()) {
    out += text.slice(from, matcher.engine.start()) + textOf(options.fn.fn(matcher) as Value);
    from = matcher.engine.end();
    allocate(out.length);
    if (!options.all) break;
  }
  return out + text.slice(from);
}

/** `Character.isWhitespace`: the separators that break, and the controls of lines and files. */
function isWhite(code: number): boolean {
  if ((code >= 9 && code <= 13) || (code >= 28 && code <= 31)) return true;
  const breaking = code !== 0xa0 && code !== 0x2007 && code !== 0x202f;
  return breaking && /^[\p{Zs}\p{Zl}\p{Zp}]$/u.test(codePoint(code));
}

const unitsOf = (self: string): JStream =>
  new JStream(
    Array.from({ length: self.length }, (_, i) => self.charCodeAt(i)),
    'java.util.stream.IntStream',
  );

export const text: readonly ClassTable[] = [
  {
    name: 'java.lang.CharSequence',
    methods: {
      'char charAt(int)': (self: Value, at: number) => charAt(textOf(self), at),
      'IntStream chars()': (self: Value) => unitsOf(textOf(self)),
      'int length()': (self: Value) => textOf(self).length,
      'CharSequence subSequence(int,int)': (self: Value, from: number, to: number) =>
        substring(textOf(self), from, to),
      'String replaceAll(Pattern,Function)': (self: Value, pattern: Pattern, fn: JFunction) =>
        replaceMatches(textOf(self), pattern, { fn, all: true }),
      'String replaceFirst(Pattern,Function)': (self: Value, pattern: Pattern, fn: JFunction) =>
        replaceMatches(textOf(self), pattern, { fn, all: false }),
    },
  },
  {
    name: 'java.lang.String',
    supers: ['java.lang.CharSequence', 'java.lang.Comparable'],
    constructors: { '()': () => '' },
    statics: {
      'String copyValueOf(char[])': (chars: JArray) =>
        String.fromCharCode(...(chars.items as number[])),
      'String join(CharSequence,Iterable)': (mark: Value, items: JList) =>
        items.toArray().map(charSequence).join(textOf(mark)),
      'String valueOf(def)': textOf,
      'String format(String,def[])': (pattern: string, args: JArray) =>
        formatJava(pattern, args.items as Value[]),
    },
    methods: {
      'char charAt(int)': charAt,
      'int codePointAt(int)': (self: string, i: number) => {
        charAt(self, i);
        return self.codePointAt(i) ?? 0;
      },
      'int compareTo(String)': (self: string, other: string) =>
        compareStrings(self, notNull(other)),
      'int compareToIgnoreCase(String)': (self: string, other: string) =>
        compareStrings(self.toUpperCase().toLowerCase(), other.toUpperCase().toLowerCase()),
      'String concat(String)': (self: string, other: string) => self + notNull(other),
      'boolean contains(CharSequence)': (self: string, other: Value) =>
        self.includes(textOf(notNull(other))),
      'boolean contentEquals(CharSequence)': (self: string, other: Value) =>
        self === textOf(notNull(other)),
      'boolean endsWith(String)': (self: string, end: string) => self.endsWith(notNull(end)),
      'boolean equalsIgnoreCase(String)': (self: string, other: string | null) =>
        other !== null && self.toUpperCase().toLowerCase() === other.toUpperCase().toLowerCase(),
      'int indexOf(String)': (self: string, part: string) => self.indexOf(notNull(part)),
      'int indexOf(String,int)': (self: string, part: string, from: number) =>
        self.indexOf(notNull(part), from),
      'boolean isEmpty()': (self: string) => self === '',
      'int lastIndexOf(String)': (self: string, part: string) => self.lastIndexOf(notNull(part)),
      'int lastIndexOf(String,int)': (self: string, part: string, from: number) =>
        from < 0 ? -1 : self.lastIndexOf(notNull(part), from),
      'int length()': (self: string) => self.length,
      'String replace(CharSequence,CharSequence)': (self: string, from: Value, to: Value) =>
        replaceAllText(self, textOf(notNull(from)), textOf(notNull(to))),
      'String replaceAll(Pattern,Function)': (self: string, pattern: Pattern, fn: JFunction) =>
        replaceMatches(self, pattern, { fn, all: true }),
      'String replaceFirst(Pattern,Function)': (self: string, pattern: Pattern, fn: JFunction) =>
        replaceMatches(self, pattern, { fn, all: false }),
      'boolean startsWith(String)': (self: string, start: string) =>
        self.startsWith(notNull(start)),
      'boolean startsWith(String,int)': (self: string, start: string, at: number) =>
        at >= 0 && at + notNull(start).length <= self.length && self.startsWith(start, at),
      'String substring(int)': (self: string, begin: number) => substring(self, begin),
      'String substring(int,int)': substring,
      'CharSequence subSequence(int,int)': substring,
      'char[] toCharArray()': (self: string) =>
        new JArray(
          'char',
          Array.from({ length: self.length }, (_, i) => self.charCodeAt(i)),
        ),
      'String toLowerCase()': (self: string) => self.toLowerCase(),
      'String toUpperCase()': (self: string) => self.toUpperCase(),
      'String toLowerCase(Locale)': (self: string, by: Locale) => lowerCase(self, notNull(by)),
      'String toUpperCase(Locale)': (self: string, by: Locale) => upperCase(self, notNull(by)),
      'String trim()': trim,
      'String encodeBase64()': encodeBase64Text,
      'String decodeBase64()': decodeBase64Text,
      'String[] splitOnToken(String)': splitOnToken,
      'String[] splitOnToken(String,int)': splitOnToken,
      'IntStream chars()': unitsOf,
      'IntStream codePoints()': (self: string) =>
        new JStream(
          Array.from(self, (one) => one.codePointAt(0) ?? 0),
          'java.util.stream.IntStream',
        ),
    },
  },
  {
    name: 'java.lang.StringBuilder',
    supers: ['java.lang.CharSequence'],
    constructors: {
      '()': () => new JStringBuilder(),
      '(CharSequence)': (start: Value) => new JStringBuilder(textOf(notNull(start))),
    },
    methods: {
      'StringBuilder append(def)': (self: JStringBuilder, value: Value) =>
        self.append(textOf(value)),
      'StringBuilder append(CharSequence,int,int)': (
        self: JStringBuilder,
        value: Value,
        from: number,
        to: number,
      ) => self.append(substring(textOf(value), from, to)),
      'StringBuilder appendCodePoint(int)': (self: JStringBuilder, code: number) =>
        self.append(codePoint(code)),
      'int capacity()': (self: JStringBuilder) => Math.max(16, self.value.length),
      'char charAt(int)': (self: JStringBuilder, i: number) => {
        if (i < 0 || i >= self.value.length)
          throw stringIndex(`index ${i},length ${self.value.length}`);
        return self.value.charCodeAt(i);
      },
      'StringBuilder delete(int,int)': (self: JStringBuilder, from: number, to: number) => {
        const end = Math.min(to, self.value.length);
        if (from < 0 || from > end)
          throw stringIndex(`start ${from}, end ${end}, length ${self.value.length}`);
        self.value = self.value.slice(0, from) + self.value.slice(end);
        return self;
      },
      'StringBuilder deleteCharAt(int)': (self: JStringBuilder, at: number) => {
        if (at < 0 || at >= self.value.length)
          throw stringIndex(`index ${at},length ${self.value.length}`);
        self.value = self.value.slice(0, at) + self.value.slice(at + 1);
        return self;
      },
      'int indexOf(String)': (self: JStringBuilder, part: string) => self.value.indexOf(part),
      'int indexOf(String,int)': (self: JStringBuilder, part: string, from: number) =>
        self.value.indexOf(part, from),
      'StringBuilder insert(int,def)': (self: JStringBuilder, at: number, value: Value) => {
        if (at < 0 || at > self.value.length)
          throw stringIndex(`offset ${at}, length ${self.value.length}`);
        const added = textOf(value);
        allocate(added.length + self.value.length);
        self.value = self.value.slice(0, at) + added + self.value.slice(at);
        return self;
      },
      'int lastIndexOf(String)': (self: JStringBuilder, part: string) =>
        self.value.lastIndexOf(part),
      'int lastIndexOf(String,int)': (self: JStringBuilder, part: string, from: number) =>
        self.value.lastIndexOf(part, from),
      'int length()': (self: JStringBuilder) => self.value.length,
      'StringBuilder replace(int,int,String)': (
        self: JStringBuilder,
        from: number,
        to: number,
        part: string,
      ) => {
        const end = Math.min(to, self.value.length);
        if (from < 0 || from > end)
          throw stringIndex(`start ${from}, end ${end}, length ${self.value.length}`);
        self.value = self.value.slice(0, from) + part + self.value.slice(end);
        allocate(self.value.length);
        return self;
      },
      'StringBuilder reverse()': (self: JStringBuilder) => {
        allocate(self.value.length);
        self.value = [...self.value].reverse().join('');
        return self;
      },
      'void setCharAt(int,char)': (self: JStringBuilder, at: number, code: number) => {
        if (at < 0 || at >= self.value.length)
          throw stringIndex(`index ${at},length ${self.value.length}`);
        allocate(self.value.length);
        self.value = self.value.slice(0, at) + String.fromCharCode(code) + self.value.slice(at + 1);
      },
      'void setLength(int)': (self: JStringBuilder, length: number) => {
        if (length < 0) throw stringIndex(`String index out of range: ${length}`);
        allocate(length);
        self.value = self.value.slice(0, length).padEnd(length, '\0');
      },
      'String substring(int)': (self: JStringBuilder, from: number) => substring(self.value, from),
      'String substring(int,int)': (self: JStringBuilder, from: number, to: number) =>
        substring(self.value, from, to),
      'CharSequence subSequence(int,int)': (self: JStringBuilder, from: number, to: number) =>
        substring(self.value, from, to),
    },
  },
  {
    name: 'java.lang.Character',
    supers: ['java.lang.Comparable'],
    constants: {
      'char MAX_VALUE': 65535,
      'char MIN_VALUE': 0,
      'int MIN_RADIX': 2,
      'int MAX_RADIX': 36,
    },
    statics: {
      'int compare(char,char)': (a: number, b: number) => a - b,
      'int charCount(int)': (code: number) => (code >= 0x10000 ? 2 : 1),
      'int digit(int,int)': digit,
      'char forDigit(int,int)': (value: number, radix: number) =>
        radix < 2 || radix > 36 || value < 0 || value >= radix
          ? 0
          : value.toString(radix).charCodeAt(0),
      'int getNumericValue(int)': (code: number) => digit(code, 36),
      'boolean isAlphabetic(int)': (code: number) => /^\p{Alphabetic}$/u.test(codePoint(code)),
      'boolean isDefined(int)': (code: number) => /^\P{Cn}$/u.test(codePoint(code)),
      'boolean isDigit(int)': (code: number) => /^\p{Nd}$/u.test(codePoint(code)),
      'boolean isLetter(int)': (code: number) => /^\p{L}$/u.test(codePoint(code)),
      'boolean isLetterOrDigit(int)': (code: number) => /^[\p{L}\p{Nd}]$/u.test(codePoint(code)),
      'boolean isLowerCase(int)': (code: number) => /^\p{Lowercase}$/u.test(codePoint(code)),
      'boolean isUpperCase(int)': (code: number) => /^\p{Uppercase}$/u.test(codePoint(code)),
      'boolean isSpaceChar(int)': (code: number) => /^[\p{Zs}\p{Zl}\p{Zp}]$/u.test(codePoint(code)),
      'boolean isWhitespace(int)': isWhite,
      'char reverseBytes(char)': (code: number) => ((code & 255) << 8) | (code >> 8),
      'String toString(char)': (code: number) => String.fromCharCode(code),
      'char toLowerCase(char)': (code: number) =>
        caseOf(code, String.fromCharCode(code).toLowerCase()),
      'char toUpperCase(char)': (code: number) =>
        caseOf(code, String.fromCharCode(code).toUpperCase()),
      'Character valueOf(char)': (code: number) => boxedChar(code),
    },
    methods: {
      'char charValue()': (self: { value: number }) => self.value,
      'int compareTo(Character)': (self: { value: number }, other: { value: number }) =>
        self.value - other.value,
    },
  },
];

function caseOf(code: number, changed: string): number {
  return changed.length === 1 ? changed.charCodeAt(0) : code;
}

/** The character of a code point; nothing for what is none. */
function codePoint(code: number): string {
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function digit(code: number, radix: number): number {
  if (radix < 2 || radix > 36) return -1;
  const value = Number.parseInt(codePoint(code), radix);
  return Number.isNaN(value) ? -1 : value;
}
