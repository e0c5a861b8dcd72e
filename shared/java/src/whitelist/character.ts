/** java.lang.Character. */
import type { ClassTable, Implementation } from '../class_table.js';
import { JArray } from '../containers/container_types.js';
import {
  characterAt,
  characterOf,
  codePointBefore,
  codePointCount,
  isHighSurrogate,
  isLowSurrogate,
  offsetByCodePoints,
} from '../text/code_points.js';
import { textOfUnits } from '../text/code_units.js';
import { toLower, toUpper } from '../text/letter_case.js';
import { numeralOf } from '../text/numerals.js';
import {
  DIRECTIONALITY_CONSTANTS,
  directionality,
  GENERAL_CATEGORIES,
  generalCategory,
} from '../text/unicode.js';
import { boxChar } from '../values/convert.js';
import { arrayIndex, indexOutOfBounds, stringIndex } from '../values/throwable.js';
import { textOf, type Value } from '../values/value.js';

/** Tests if a code point is in a character class. */
const of =
  (pattern: RegExp): Implementation =>
  (code: number) =>
    pattern.test(characterOf(code));

/** Breaking separators and the controls of lines and files. */
function isWhite(code: number): boolean {
  if ((code >= 9 && code <= 13) || (code >= 28 && code <= 31)) return true;
  const breaking = code !== 0xa0 && code !== 0x2007 && code !== 0x202f;
  return breaking && /^[\p{Zs}\p{Zl}\p{Zp}]$/u.test(characterOf(code));
}

const isIgnorable = (code: number): boolean =>
  (code >= 0 && code <= 8) ||
  (code >= 0xe && code <= 0x1b) ||
  (code >= 0x7f && code <= 0x9f) ||
  /^\p{Cf}$/u.test(characterOf(code));

/** Georgian letters have upper case, but no title case. */
function toTitle(unit: number): number {
  if (unit >= 0x10d0 && unit <= 0x10ff) return unit;
  return TITLE[unit] ?? toUpper(unit);
}

/** Latin digraph letters and their title case. */
const TITLE: Readonly<Record<number, number>> = Object.fromEntries(
  [0x1c4, 0x1c7, 0x1ca, 0x1f1].flatMap((upper) => [
    [upper, upper + 1],
    [upper + 1, upper + 1],
    [upper + 2, upper + 1],
  ]),
);

function digit(code: number, radix: number): number {
  if (radix < 2 || radix > 36) return -1;
  const value = digitValue(code);
  return value < radix ? value : -1;
}

/**
 * Latin letters, also fullwidth ones, continue from ten; the value of a decimal digit is its
 * distance from its zero.
 */
function digitValue(code: number): number {
  const character = characterOf(code);
  if (/^\p{Nd}$/u.test(character)) return decimalDigit(code);
  const latin = code >= 0xff21 && code <= 0xff5a ? code - 0xfee0 : code;
  const folded = latin >= 97 && latin <= 122 ? latin - 32 : latin;
  return folded >= 65 && folded <= 90 ? folded - 55 : -1;
}

/** Digits are in runs of ten: the distance from the start of the run modulo ten is the value. */
function decimalDigit(code: number): number {
  let before = 0;
  while (/^\p{Nd}$/u.test(characterOf(code - before - 1))) before++;
  return before % 10;
}

/** -2 for a numeral whose number is none of Java's, such as a fraction. */
function numericValue(code: number): number {
  const value = digitValue(code);
  if (value >= 0) return value;
  return numeralOf(code) ?? (/^[\p{No}\p{Nl}]$/u.test(characterOf(code)) ? -2 : -1);
}

const unitsOf = (chars: JArray): string => textOfUnits(chars.numbers);

function checkedRange(
  chars: JArray,
  { at, start, limit }: Record<'at' | 'start' | 'limit', number>,
): string {
  if (at >= limit || limit < 0 || limit > chars.items.length) throw indexOutOfBounds(null);
  return unitsOf(chars).slice(start, limit);
}

function toChars(code: number): JArray {
  const text = characterAt(code);
  return new JArray(
    'char',
    Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
  );
}

function writeChars(code: number, into: JArray, at: number): number {
  const { items } = toChars(code);
  for (const [i, unit] of items.entries()) {
    if (at + i < 0 || at + i >= into.items.length)
      throw arrayIndex(`Index ${at + i} out of bounds for length ${into.items.length}`);
    into.items[at + i] = unit;
  }
  return items.length;
}

function codePointIn(text: string, index: number): number {
  if (index < 0 || index >= text.length) throw stringIndex(`String index out of range: ${index}`);
  return text.codePointAt(index) ?? 0;
}

const CLASSES: Readonly<Record<string, Implementation>> = {
  'boolean isAlphabetic(int)': of(/^\p{Alphabetic}$/u),
  'boolean isBmpCodePoint(int)': (code: number) => code >= 0 && code <= 0xffff,
  'boolean isDefined(int)': of(/^\P{Cn}$/u),
  'boolean isDigit(int)': of(/^\p{Nd}$/u),
  'boolean isHighSurrogate(char)': isHighSurrogate,
  'boolean isISOControl(int)': (code: number) =>
    (code >= 0 && code <= 0x1f) || (code >= 0x7f && code <= 0x9f),
  'boolean isIdentifierIgnorable(int)': isIgnorable,
  'boolean isIdeographic(int)': of(/^\p{Ideographic}$/u),
  'boolean isJavaIdentifierPart(int)': (code: number) =>
    /^[\p{L}\p{Sc}\p{Pc}\p{Nd}\p{Nl}\p{Mc}\p{Mn}]$/u.test(characterOf(code)) || isIgnorable(code),
  'boolean isJavaIdentifierStart(int)': of(/^[\p{L}\p{Nl}\p{Sc}\p{Pc}]$/u),
  'boolean isLetter(int)': of(/^\p{L}$/u),
  'boolean isLetterOrDigit(int)': of(/^[\p{L}\p{Nd}]$/u),
  'boolean isLowerCase(int)': of(/^\p{Lowercase}$/u),
  'boolean isMirrored(int)': of(/^\p{Bidi_Mirrored}$/u),
  'boolean isSpaceChar(int)': of(/^[\p{Zs}\p{Zl}\p{Zp}]$/u),
  'boolean isSupplementaryCodePoint(int)': (code: number) => code >= 0x10000 && code <= 0x10ffff,
  'boolean isSurrogate(char)': (unit: number) => isHighSurrogate(unit) || isLowSurrogate(unit),
  'boolean isSurrogatePair(char,char)': (high: number, low: number) =>
    isHighSurrogate(high) && isLowSurrogate(low),
  'boolean isTitleCase(int)': of(/^\p{Lt}$/u),
  'boolean isUnicodeIdentifierPart(int)': (code: number) =>
    /^\p{ID_Continue}$/u.test(characterOf(code)) || isIgnorable(code),
  'boolean isUnicodeIdentifierStart(int)': of(/^\p{ID_Start}$/u),
  'boolean isUpperCase(int)': of(/^\p{Uppercase}$/u),
  'boolean isValidCodePoint(int)': (code: number) => code >= 0 && code <= 0x10ffff,
  'boolean isWhitespace(int)': isWhite,
};

const CODE_POINTS: Readonly<Record<string, Implementation>> = {
  'int charCount(int)': (code: number) => (code >= 0x10000 ? 2 : 1),
  'int codePointAt(CharSequence,int)': (text: Value, at: number) => codePointIn(textOf(text), at),
  'int codePointAt(char[],int,int)': (chars: JArray, at: number, limit: number) =>
    codePointIn(checkedRange(chars, { at, start: 0, limit }), at),
  'int codePointBefore(CharSequence,int)': (text: Value, at: number) =>
    codePointBefore(textOf(text), at),
  'int codePointBefore(char[],int,int)': (chars: JArray, at: number, start: number) => {
    if (at <= start || start < 0 || start >= chars.items.length) throw indexOutOfBounds(null);
    return codePointBefore(unitsOf(chars).slice(start), at - start);
  },
  'int codePointCount(CharSequence,int,int)': (text: Value, begin: number, end: number) =>
    codePointCount(textOf(text), begin, end),
  'char highSurrogate(int)': (code: number) => ((code >>> 10) + 0xd7c0) & 0xffff,
  'char lowSurrogate(int)': (code: number) => (code & 0x3ff) + 0xdc00,
  'int offsetByCodePoints(CharSequence,int,int)': (text: Value, at: number, count: number) =>
    offsetByCodePoints(textOf(text), at, count),
  'int offsetByCodePoints(char[],int,int,int,int)': (
    chars: JArray,
    start: number,
    length: number,
    at: number,
    count: number,
  ) => {
    if (length < 0 || start < 0 || start + length > chars.items.length || at < start)
      throw indexOutOfBounds(null);
    const part = unitsOf(chars).slice(start, start + length);
    return start + offsetByCodePoints(part, at - start, count);
  },
  'char[] toChars(int)': toChars,
  'int toChars(int,char[],int)': writeChars,
  'int toCodePoint(char,char)': (high: number, low: number) =>
    (high << 10) + low + (0x10000 - (0xd800 << 10) - 0xdc00),
};

export const character: readonly ClassTable[] = [
  {
    name: 'java.lang.Character',
    supers: ['java.lang.Comparable'],
    constants: {
      'char MAX_VALUE': 0xffff,
      'char MIN_VALUE': 0,
      'int MIN_RADIX': 2,
      'int MAX_RADIX': 36,
      'int BYTES': 2,
      'int SIZE': 16,
      'int MIN_CODE_POINT': 0,
      'int MAX_CODE_POINT': 0x10ffff,
      'int MIN_SUPPLEMENTARY_CODE_POINT': 0x10000,
      'char MIN_HIGH_SURROGATE': 0xd800,
      'char MAX_HIGH_SURROGATE': 0xdbff,
      'char MIN_LOW_SURROGATE': 0xdc00,
      'char MAX_LOW_SURROGATE': 0xdfff,
      'char MIN_SURROGATE': 0xd800,
      'char MAX_SURROGATE': 0xdfff,
      ...Object.fromEntries(
        Object.entries(DIRECTIONALITY_CONSTANTS).map(([name, value]) => [
          `byte DIRECTIONALITY_${name}`,
          value,
        ]),
      ),
      ...Object.fromEntries(GENERAL_CATEGORIES.map(({ name, value }) => [`byte ${name}`, value])),
    },
    statics: {
      ...CLASSES,
      ...CODE_POINTS,
      'int compare(char,char)': (a: number, b: number) => a - b,
      'int digit(int,int)': digit,
      'char forDigit(int,int)': (value: number, radix: number) =>
        radix < 2 || radix > 36 || value < 0 || value >= radix
          ? 0
          : value.toString(radix).charCodeAt(0),
      'byte getDirectionality(int)': directionality,
      'int getNumericValue(int)': numericValue,
      'int getType(int)': generalCategory,
      'int hashCode(char)': (unit: number) => unit,
      'char reverseBytes(char)': (unit: number) => ((unit & 255) << 8) | (unit >> 8),
      'String toString(char)': (unit: number) => String.fromCharCode(unit),
      'char toLowerCase(char)': toLower,
      'char toUpperCase(char)': toUpper,
      'char toTitleCase(char)': toTitle,
      'Character valueOf(char)': boxChar,
    },
    methods: {
      'char charValue()': (self: { value: number }) => self.value,
      'int compareTo(Character)': (self: { value: number }, other: { value: number }) =>
        self.value - other.value,
    },
  },
];
