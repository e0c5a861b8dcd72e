/**
 * Compiles the pattern letters of Java's DateTimeFormatter to elements:
 * https://docs.oracle.com/javase/17/docs/api/java.base/java/time/format/DateTimeFormatter.html
 */
import { ApiError } from '@skein/errors';
import type { NameLength } from '../zone_names/zone_names.js';
import {
  type Element,
  fraction,
  literal,
  number,
  type OffsetStyle,
  offset,
  optional,
  type SignStyle,
  type TextSet,
  type TextWidth,
} from './element.js';
import { FIELD, type Field } from './fields.js';

/** Limit of a pattern's length, since patterns come from mappings and requests. */
const MAX_PATTERN_LENGTH = 1000;
/** Limits of digits, as in Java's `DateTimeFormatterBuilder`. */
const MAX_NUMBER_DIGITS = 19;
const MAX_FRACTION_DIGITS = 9;

/** Throws illegal_argument_exception with the bare reason; the caller names the format. */
export function compilePattern(pattern: string): Element[] {
  if (pattern.length > MAX_PATTERN_LENGTH) refuse(`Pattern is longer than ${MAX_PATTERN_LENGTH}`);
  const groups: Groups = { all: [], open: [] };
  let at = 0;
  while (at < pattern.length) {
    const character = pattern.charAt(at);
    const current = innermost(groups);
    if (LETTER.test(character)) {
      at = compileLetters(pattern, at, current);
    } else if (character === "'") {
      const quoted = readQuoted(pattern, at);
      current.push(literal(quoted.text));
      at = quoted.end;
    } else {
      bracketOrLiteral(character, groups);
      at++;
    }
  }
  while (closeOptional(groups));
  return groups.all;
}

const LETTER = /[A-Za-z]/;

/** Compiles the run of one letter at this position, with the run after a pad; returns its end. */
function compileLetters(pattern: string, start: number, current: Element[]): number {
  const end = runEnd(pattern, start);
  const letter = pattern.charAt(start);
  const count = end - start;
  if (letter !== 'p') {
    current.push(compileLetter(letter, count));
    return end;
  }
  const padded = pattern.charAt(end);
  if (!LETTER.test(padded)) {
    refuse(`Pad letter 'p' must be followed by valid pad pattern: ${pattern}`);
  }
  const paddedEnd = runEnd(pattern, end);
  const element = compileLetter(padded, paddedEnd - end);
  current.push({ kind: 'padded', width: count, element });
  return paddedEnd;
}

function runEnd(pattern: string, start: number): number {
  let end = start + 1;
  while (pattern.charAt(end) === pattern.charAt(start)) end++;
  return end;
}

interface Groups {
  readonly all: Element[];
  /** The elements of the optional sections that are still open, from the outside in. */
  readonly open: Element[][];
}

function innermost({ all, open }: Groups): Element[] {
  return open.at(-1) ?? all;
}

function bracketOrLiteral(character: string, groups: Groups): void {
  if (character === '[') {
    groups.open.push([]);
  } else if (character === ']') {
    if (!closeOptional(groups)) refuse('Pattern invalid as it contains ] without previous [');
  } else if (character === '{' || character === '}' || character === '#') {
    refuse(`Pattern includes reserved character: '${character}'`);
  } else {
    innermost(groups).push(literal(character));
  }
}

/** Returns false if no section is open. */
function closeOptional(groups: Groups): boolean {
  const section = groups.open.pop();
  if (section === undefined) return false;
  innermost(groups).push(optional(...section));
  return true;
}

function readQuoted(pattern: string, start: number): { text: string; end: number } {
  let text = '';
  for (let at = start + 1; at < pattern.length; at++) {
    if (pattern.charAt(at) !== "'") {
      text += pattern.charAt(at);
    } else if (pattern.charAt(at + 1) === "'") {
      text += "'";
      at++;
    } else {
      return { text: text === '' ? "'" : text, end: at + 1 };
    }
  }
  return refuse(`Pattern ends with an incomplete string literal: ${pattern}`);
}

/** Letters whose field is a plain number: one letter means any width, two letters two digits. */
const PLAIN_NUMBERS: Readonly<Record<string, Field>> = {
  d: FIELD.day,
  H: FIELD.hour,
  k: FIELD.clockHour,
  K: FIELD.hourOfHalfDay,
  h: FIELD.clockHourOfHalfDay,
  m: FIELD.minute,
  s: FIELD.second,
};

const YEARS: Readonly<Record<string, Field>> = {
  y: FIELD.yearOfEra,
  u: FIELD.year,
  Y: FIELD.weekYear,
};

const WIDE_NUMBERS: Readonly<Record<string, Field>> = {
  n: FIELD.nano,
  A: FIELD.milliOfDay,
  N: FIELD.nanoOfDay,
};

function compileLetter(letter: string, count: number): Element {
  const plain = PLAIN_NUMBERS[letter];
  if (plain !== undefined) {
    if (count > 2) refuse(`Too many pattern letters: ${letter}`);
    return count === 1 ? ofAnyWidth(plain) : number(plain, 2);
  }
  const year = YEARS[letter];
  if (year !== undefined) return compileYear(year, count);
  const wide = WIDE_NUMBERS[letter];
  if (wide !== undefined) return wideNumber(wide, count, 'never');
  return compileOther(letter, count);
}

function ofAnyWidth(field: Field): Element {
  return number(field, 1, MAX_NUMBER_DIGITS, 'normal');
}

function compileYear(field: Field, count: number): Element {
  if (count === 2) return { kind: 'twoDigitYear', field };
  return wideNumber(field, count, count < 4 ? 'normal' : 'exceedsPad');
}

function wideNumber(field: Field, least: number, sign: SignStyle): Element {
  if (least > MAX_NUMBER_DIGITS) {
    refuse(`The minimum width must be from 1 to ${MAX_NUMBER_DIGITS} inclusive but was ${least}`);
  }
  return number(field, least, MAX_NUMBER_DIGITS, sign);
}

function compileOther(letter: string, count: number): Element {
  switch (letter) {
    case 'M':
    case 'L':
      return compileMonth(letter, count);
    case 'Q':
    case 'q':
      return compileQuarter(letter, count);
    case 'D':
      if (count > 3) refuse(`Too many pattern letters: ${letter}`);
      return count === 1 ? ofAnyWidth(FIELD.dayOfYear) : number(FIELD.dayOfYear, count, 3);
    case 'w':
      if (count > 2) refuse(`Too many pattern letters: ${letter}`);
      return number(FIELD.week, count, 2);
    case 'S':
      if (count > MAX_FRACTION_DIGITS) {
        refuse(`Minimum width must be from 0 to ${MAX_FRACTION_DIGITS} inclusive but was ${count}`);
      }
      return fraction(count, count, false);
    case 'e':
    case 'c':
      if (letter === 'c' && count === 2) refuse('Invalid pattern "cc"');
      if (count <= 2) return number(FIELD.dayOfWeek, count);
      return text(FIELD.dayOfWeek, 'weekday', widthOf(letter, count));
    case 'E':
      return text(FIELD.dayOfWeek, 'weekday', widthOf(letter, count));
    case 'a':
      if (count > 1) refuse(`Too many pattern letters: ${letter}`);
      return text(FIELD.halfDay, 'halfDay', 'short');
    case 'B':
      // Java's root locale has no other periods of a day than its halves.
      if (![1, 4, 5].includes(count)) refuse(`Wrong number of pattern letters: ${letter}`);
      return text(FIELD.halfDay, 'halfDay', count === 1 ? 'short' : widthOf(letter, count));
    case 'G':
      return text(FIELD.era, 'era', widthOf(letter, count));
    default:
      return compileDayOfMonth(letter, count);
  }
}

function text(field: Field, set: TextSet, width: TextWidth): Element {
  return { kind: 'text', field, set, width };
}

/** Up to three letters stand for the short text, four for the full one, five for the narrow one. */
function widthOf(letter: string, count: number): TextWidth {
  if (count > 5) refuse(`Too many pattern letters: ${letter}`);
  if (count === 5) return 'narrow';
  return count === 4 ? 'full' : 'short';
}

function compileDayOfMonth(letter: string, count: number): Element {
  switch (letter) {
    case 'F':
    case 'W':
      if (count > 1) refuse(`Too many pattern letters: ${letter}`);
      return letter === 'F' ? ofAnyWidth(FIELD.alignedDay) : number(FIELD.weekOfMonth, 1);
    case 'g':
      return wideNumber(FIELD.modifiedJulianDay, count, 'normal');
    default:
      return compileZone(letter, count);
  }
}

function compileQuarter(letter: string, count: number): Element {
  if (count === 1) return ofAnyWidth(FIELD.quarter);
  if (count === 2) return number(FIELD.quarter, 2);
  const width = widthOf(letter, count);
  // Java's root locale has no words for a quarter that stands alone.
  return letter === 'q' ? number(FIELD.quarter, 1) : text(FIELD.quarter, 'quarter', width);
}

function compileMonth(letter: string, count: number): Element {
  if (count === 1) return ofAnyWidth(FIELD.month);
  if (count === 2) return number(FIELD.month, 2);
  return text(FIELD.month, 'month', widthOf(letter, count));
}

const OFFSET_STYLES: readonly OffsetStyle[] = ['+HHmm', '+HHMM', '+HH:MM', '+HHMMss', '+HH:MM:ss'];

function compileZone(letter: string, count: number): Element {
  switch (letter) {
    case 'V':
      if (count !== 2) refuse(`Pattern letter count must be 2: ${letter}`);
      return { kind: 'zone', offsets: 'withColon' };
    case 'z':
      if (count > 4) refuse(`Too many pattern letters: ${letter}`);
      return zoneName(count, false);
    case 'v':
      if (count !== 1 && count !== 4) refuse(`Wrong number of pattern letters: ${letter}`);
      return zoneName(count, true);
    case 'O':
      if (count !== 1 && count !== 4) refuse(`Pattern letter count must be 1 or 4: ${letter}`);
      return { kind: 'gmtOffset', isFull: count === 4 };
    case 'Z':
      if (count > 5) refuse(`Too many pattern letters: ${letter}`);
      if (count === 5) return offset('+HH:MM:ss', 'Z');
      return count === 4 ? { kind: 'gmtOffset', isFull: true } : offset('+HHMM', '+0000');
    default:
      return compileOffset(letter, count);
  }
}

function zoneName(count: number, isGeneral: boolean): Element {
  const length: NameLength = count === 4 ? 'long' : 'short';
  return { kind: 'zone', offsets: 'withColon', names: { length, isGeneral } };
}

function compileOffset(letter: string, count: number): Element {
  if (letter !== 'X' && letter !== 'x') refuse(`Unknown pattern letter: ${letter}`);
  const style = OFFSET_STYLES[count - 1];
  if (style === undefined) return refuse(`Too many pattern letters: ${letter}`);
  if (letter === 'X') return offset(style, 'Z');
  if (count === 1) return offset(style, '+00');
  return offset(style, style.includes(':') ? '+00:00' : '+0000');
}

function refuse(reason: string): never {
  throw new ApiError('illegal_argument_exception', reason);
}
