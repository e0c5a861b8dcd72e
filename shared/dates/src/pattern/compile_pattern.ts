/**
 * Compiles the pattern letters of Java's DateTimeFormatter to elements:
 * https://docs.oracle.com/javase/17/docs/api/java.base/java/time/format/DateTimeFormatter.html
 */
import { ApiError } from '@skein/errors';
import {
  type Element,
  fraction,
  literal,
  number,
  type OffsetStyle,
  offset,
  optional,
  type SignStyle,
  ZONE_OR_OFFSET,
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
  const groups: Element[][] = [[]];
  let at = 0;
  while (at < pattern.length) {
    const character = pattern.charAt(at);
    const current = groups[groups.length - 1] as Element[];
    if (/[A-Za-z]/.test(character)) {
      let end = at + 1;
      while (pattern.charAt(end) === character) end++;
      current.push(compileLetter(character, end - at));
      at = end;
    } else if (character === "'") {
      const quoted = readQuoted(pattern, at);
      current.push(literal(quoted.text));
      at = quoted.end;
    } else {
      bracketOrLiteral(character, groups, current);
      at++;
    }
  }
  while (groups.length > 1) closeOptional(groups);
  return groups[0] as Element[];
}

function bracketOrLiteral(character: string, groups: Element[][], current: Element[]): void {
  if (character === '[') {
    groups.push([]);
  } else if (character === ']') {
    if (groups.length === 1) refuse('Pattern invalid as it contains ] without previous [');
    closeOptional(groups);
  } else if (character === '{' || character === '}' || character === '#') {
    refuse(`Pattern includes reserved character: '${character}'`);
  } else {
    current.push(literal(character));
  }
}

function closeOptional(groups: Element[][]): void {
  const group = groups.pop() as Element[];
  (groups[groups.length - 1] as Element[]).push(optional(...group));
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
  w: FIELD.week,
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
    return count === 1 ? number(plain, 1, MAX_NUMBER_DIGITS, 'normal') : number(plain, 2);
  }
  const year = YEARS[letter];
  if (year !== undefined) return compileYear(year, count);
  const wide = WIDE_NUMBERS[letter];
  if (wide !== undefined) return wideNumber(wide, count, 'never');
  return compileOther(letter, count);
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
      if (count > 2) refuse(`Too many pattern letters: ${letter}`);
      return number(FIELD.quarter, count);
    case 'D':
      if (count > 3) refuse(`Too many pattern letters: ${letter}`);
      return number(FIELD.dayOfYear, count, 3);
    case 'S':
      if (count > MAX_FRACTION_DIGITS) {
        refuse(`Minimum width must be from 0 to ${MAX_FRACTION_DIGITS} inclusive but was ${count}`);
      }
      return fraction(count, count, false);
    case 'e':
    case 'c':
      if (count <= 2) return number(FIELD.dayOfWeek, count);
      return { kind: 'text', field: FIELD.dayOfWeek, set: 'weekday', full: count === 4 };
    case 'E':
      if (count > 4) refuse(`Too many pattern letters: ${letter}`);
      return { kind: 'text', field: FIELD.dayOfWeek, set: 'weekday', full: count === 4 };
    case 'a':
      if (count > 1) refuse(`Too many pattern letters: ${letter}`);
      return { kind: 'text', field: FIELD.halfDay, set: 'halfDay', full: false };
    case 'G':
      return { kind: 'text', field: FIELD.era, set: 'era', full: count === 4 };
    default:
      return compileZone(letter, count);
  }
}

function compileMonth(letter: string, count: number): Element {
  if (count === 1) return number(FIELD.month, 1, MAX_NUMBER_DIGITS, 'normal');
  if (count === 2) return number(FIELD.month, 2);
  if (count > 4) refuse(`Too many pattern letters: ${letter}`);
  return { kind: 'text', field: FIELD.month, set: 'month', full: count === 4 };
}

const OFFSET_STYLES: readonly OffsetStyle[] = ['+HHmm', '+HHMM', '+HH:MM', '+HHMMss', '+HH:MM:ss'];

function compileZone(letter: string, count: number): Element {
  if (letter === 'V' && count !== 2) refuse(`Pattern letter count must be 2: ${letter}`);
  if (letter === 'V' || letter === 'z' || letter === 'v') return ZONE_OR_OFFSET;
  if (letter === 'Z') {
    if (count < 4) return offset('+HHMM', '+0000');
    if (count === 5) return offset('+HH:MM:ss', 'Z');
    refuse(`Pattern letter count is not supported: ${letter.repeat(count)}`);
  }
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
