/** CharSequence, String, and Painless's own methods on them. */
import type { ClassTable } from '../class_table.js';
import type { JList } from '../containers/collections.js';
import { JArray, type JFunction } from '../containers/container_types.js';
import { compareStrings } from '../containers/order.js';
import { JStream } from '../containers/streams.js';
import { decodeBase64Text, encodeBase64Text } from '../text/base64.js';
import {
  codePointAt,
  codePointBefore,
  codePointCount,
  offsetByCodePoints,
} from '../text/code_points.js';
import { textOfUnits } from '../text/code_units.js';
import { formatJava } from '../text/format.js';
import { joinedText } from '../text/joined_text.js';
import { foldCase } from '../text/letter_case.js';
import { type Locale, lowerCase, upperCase } from '../text/locale.js';
import { Matcher, type Pattern } from '../text/pattern.js';
import { JStringBuilder } from '../text/string_builder.js';
import { allocate, ELEMENT } from '../values/meter.js';
import { classCast, notNull, stringIndex } from '../values/throwable.js';
import { classNameOf, textOf, type Value } from '../values/value.js';

function bounds(text: string, begin: number, end: number): void {
  if (begin < 0 || end > text.length || begin > end)
    throw stringIndex(`begin ${begin}, end ${end}, length ${text.length}`);
}

export function substring(text: string, begin: number, end = text.length): string {
  bounds(text, begin, end);
  return text.slice(begin, end);
}

export function charAt(text: string, index: number): number {
  if (index < 0 || index >= text.length) throw stringIndex(`String index out of range: ${index}`);
  return text.charCodeAt(index);
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

/** Java trims code units up to the space. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= SPACE) start++;
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end--;
  return text.slice(start, end);
}

const SPACE = 0x20;

function splitOnToken(text: string, token: string, limit = -1): JArray {
  const parts: string[] = [];
  let from = 0;
  for (
    let at = text.indexOf(token);
    at >= 0 && token !== '' && (limit <= 0 || parts.length < limit - 1);
    at = text.indexOf(token, from)
  ) {
    allocate(ELEMENT);
    parts.push(text.slice(from, at));
    from = at + token.length;
  }
  return new JArray('java.lang.String', [...parts, text.slice(from)]);
}

/** `Matcher.replaceAll` with a function that computes each replacement. */
function replaceMatches(
  text: string,
  pattern: Pattern,
  options: { fn: JFunction; all: boolean },
): string {
  const matcher = new Matcher(pattern, text);
  let out = '';
  let from = 0;
  while (matcher.find()) {
    out += text.slice(from, matcher.start()) + textOf(options.fn.fn(matcher));
    from = matcher.end();
    allocate(out.length);
    if (!options.all) break;
  }
  return out + text.slice(from);
}

const unitsOf = (self: string): JStream =>
  new JStream(
    Array.from({ length: self.length }, (_, i) => self.charCodeAt(i)),
    'java.util.stream.IntStream',
  );

const codePointsOf = (self: string): JStream =>
  new JStream(
    Array.from(self, (one) => one.codePointAt(0) ?? 0),
    'java.util.stream.IntStream',
  );

/** Copies characters of a text into an array. */
export function getChars(
  text: string,
  { begin, end, into, at }: { begin: number; end: number; into: JArray; at: number },
): void {
  bounds(text, begin, end);
  if (at < 0 || at + end - begin > into.items.length)
    throw stringIndex(`offset ${at}, count ${end - begin}, length ${into.items.length}`);
  for (let i = begin; i < end; i++) into.items[at + i - begin] = text.charCodeAt(i);
}

interface Region {
  readonly at: number;
  readonly other: string;
  readonly from: number;
  readonly length: number;
  readonly ignoreCase?: boolean;
}

function regionMatches(self: string, { at, other, from, length, ignoreCase }: Region): boolean {
  if (from < 0 || at < 0 || at > self.length - length || from > other.length - length) return false;
  const [a, b] = [self.slice(at, at + length), other.slice(from, from + length)];
  return a === b || (ignoreCase === true && foldCase(a) === foldCase(b));
}

export const text: readonly ClassTable[] = [
  {
    name: 'java.lang.CharSequence',
    methods: {
      'char charAt(int)': (self: Value, at: number) => charAt(textOf(self), at),
      'IntStream chars()': (self: Value) => unitsOf(textOf(self)),
      'IntStream codePoints()': (self: Value) => codePointsOf(textOf(self)),
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
      'String copyValueOf(char[])': (chars: JArray) => textOfUnits(chars.numbers),
      'String join(CharSequence,Iterable)': (mark: Value, items: JList) =>
        joinedText(items.toArray().map(charSequence), textOf(mark)),
      'String valueOf(def)': textOf,
      'String copyValueOf(char[],int,int)': (chars: JArray, at: number, count: number) => {
        if (at < 0 || count < 0 || at > chars.items.length - count)
          throw stringIndex(`offset ${at}, count ${count}, length ${chars.items.length}`);
        return textOfUnits(chars.numbers.slice(at, at + count));
      },
      'String format(String,def[])': (pattern: string, args: JArray) =>
        formatJava(pattern, args.items),
      'String format(Locale,String,def[])': (by: Locale | null, pattern: string, args: JArray) =>
        formatJava(pattern, args.items, by),
    },
    methods: {
      'char charAt(int)': charAt,
      'int codePointAt(int)': (self: string, i: number) =>
        codePointAt(self, i, (at) => `index ${at}, length ${self.length}`),
      'int compareTo(String)': (self: string, other: string) =>
        compareStrings(self, notNull(other)),
      'int compareToIgnoreCase(String)': (self: string, other: string) =>
        compareStrings(foldCase(self), foldCase(notNull(other))),
      'String concat(String)': (self: string, other: string) => self + notNull(other),
      'boolean contains(CharSequence)': (self: string, other: Value) =>
        self.includes(textOf(notNull(other))),
      'boolean contentEquals(CharSequence)': (self: string, other: Value) =>
        self === textOf(notNull(other)),
      'boolean endsWith(String)': (self: string, end: string) => self.endsWith(notNull(end)),
      'boolean equalsIgnoreCase(String)': (self: string, other: string | null) =>
        other !== null && foldCase(self) === foldCase(other),
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
      'IntStream codePoints()': codePointsOf,
      'int codePointBefore(int)': codePointBefore,
      'int codePointCount(int,int)': codePointCount,
      'int offsetByCodePoints(int,int)': offsetByCodePoints,
      'void getChars(int,int,char[],int)': (
        self: string,
        begin: number,
        end: number,
        into: JArray,
        at: number,
      ) => getChars(self, { begin, end, into, at }),
      'boolean regionMatches(int,String,int,int)': (
        self: string,
        at: number,
        other: string,
        from: number,
        length: number,
      ) => regionMatches(self, { at, other: notNull(other), from, length }),
      'boolean regionMatches(boolean,int,String,int,int)': (
        self: string,
        ignoreCase: boolean,
        at: number,
        other: string,
        from: number,
        length: number,
      ) => regionMatches(self, { at, other: notNull(other), from, length, ignoreCase }),
    },
  },
];
