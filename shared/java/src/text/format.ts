/** `String.format` and java.util.Formatter: specifiers, their flags, and the conversions. */

import { ROOT_SIGNS, signsOf } from '../numbers/decimal_symbols.js';
import { formatNumber } from '../numbers/format_number.js';
import { formatDate, isDateLetter } from '../time/format_date.js';
import { kindOf, rawNumber } from '../values/convert.js';
import { allocate } from '../values/meter.js';
import { notNull } from '../values/throwable.js';
import { hashOf, textOf, type Value } from '../values/value.js';
import { characterOf } from './code_points.js';
import {
  duplicateFlags,
  flagMismatch,
  illegalCodePoint,
  illegalConversion,
  illegalFlags,
  illegalIndex,
  illegalPrecision,
  illegalWidth,
  missingArgument,
  missingWidth,
  NO_INT,
  unknownConversion,
} from './format_fault.js';
import { DEFAULT_LOCALE, type Locale, upperCase } from './locale.js';

const SPECIFIER = /%(\d+\$)?([-#+ 0,(<]*)(\d+)?(?:\.(\d+))?([tT])?([a-zA-Z%])/y;

/** A parsed specifier. */
export interface Specifier {
  readonly text: string;
  /** The index of the argument, from 1; 0 for the next one; -1 for the previous one again. */
  readonly index: number;
  readonly flags: string;
  readonly width: number | undefined;
  readonly precision: number | undefined;
  /**
   * The conversion in lower case, unless it has no upper-case form; for a date, `dateLetter`
   * follows it.
   */
  readonly conversion: string;
  readonly isUpper: boolean;
  readonly dateLetter: string | undefined;
}

/** `by` is the locale of numbers; null for none. */
export function formatJava(
  pattern: string,
  args: readonly Value[] | null,
  by: Locale | null = DEFAULT_LOCALE,
): string {
  const parts = parse(notNull(pattern));
  let out = '';
  let next = 0;
  let last = -1;
  for (const part of parts) {
    if (typeof part === 'string') out += part;
    else if (part.conversion === 'n') out += '\n';
    else if (part.conversion === '%') out += padded('%', part);
    else {
      const at = part.index > 0 ? part.index - 1 : part.index < 0 ? last : next++;
      const isThere = args === null ? at >= 0 : at >= 0 && at < args.length;
      if (!isThere) throw missingArgument(part.text);
      last = at;
      out += convert(args?.[at] ?? null, part, by);
    }
  }
  allocate(out.length);
  return out;
}

function parse(pattern: string): (string | Specifier)[] {
  const parts: (string | Specifier)[] = [];
  for (let at = 0; at < pattern.length; ) {
    const percent = pattern.indexOf('%', at);
    if (percent < 0) {
      parts.push(pattern.slice(at));
      break;
    }
    if (percent > at) parts.push(pattern.slice(at, percent));
    SPECIFIER.lastIndex = percent;
    const found = SPECIFIER.exec(pattern);
    if (found === null) throw unknownConversion(badLetter(pattern, percent));
    parts.push(specifier(found));
    at = SPECIFIER.lastIndex;
  }
  return parts;
}

/** The character in place of a conversion. */
const badLetter = (pattern: string, percent: number): string => {
  const rest = pattern.slice(percent + 1);
  const good = /^[-#+ 0,(<\d$.]*/.exec(rest)?.[0] ?? '';
  return good.length < rest.length ? rest.charAt(good.length) : (rest.at(-1) ?? '%');
};

const CONVERSIONS = 'bBhHsScCdoxXeEfgGaA%n';

function specifier(found: RegExpExecArray): Specifier {
  const [text, place, flags = '', width, precision, date, letter = ''] = found;
  for (const flag of flags)
    if (flags.indexOf(flag) !== flags.lastIndexOf(flag)) throw duplicateFlags(flag);
  if (date !== undefined && !isDateLetter(letter)) throw unknownConversion(`t${letter}`);
  if (date === undefined && !CONVERSIONS.includes(letter)) throw unknownConversion(letter);
  const conversion = date === undefined ? letter.toLowerCase() : 't';
  const index = place === undefined ? 0 : intOf(place.slice(0, -1));
  if (place !== undefined && index <= 0) throw illegalIndex(index);
  const made: Specifier = {
    text,
    index: flags.includes('<') ? -1 : index,
    flags: flags.replace('<', ''),
    width: width === undefined ? undefined : intOf(width),
    precision: precision === undefined ? undefined : intOf(precision),
    conversion,
    isUpper: date === 'T' || (date === undefined && letter !== conversion),
    dateLetter: date === undefined ? undefined : letter,
  };
  check(made);
  return made;
}

/** The int that the digits name; `NO_INT` if it is larger than any. */
function intOf(digits: string): number {
  const value = Number(digits);
  return value < 2 ** 31 ? value : NO_INT;
}

/** The flags a conversion accepts, in Java's order. */
const ALLOWED: Readonly<Record<string, string>> = {
  b: '-',
  h: '-',
  s: '-#',
  c: '-',
  t: '-',
  d: '-+ 0,(',
  o: '-#0+ (',
  x: '-#0+ (',
  e: '-#+ 0(',
  f: '-#+ 0,(',
  g: '-+ 0,(',
  a: '-#+ 0',
  '%': '-',
  n: '',
};
const NO_PRECISION = 'cdoxt%n';

function check(one: Specifier): void {
  const { flags, conversion, width, precision } = one;
  if (width !== undefined && (width < 0 || conversion === 'n')) throw illegalWidth(width);
  if (precision !== undefined && (precision < 0 || NO_PRECISION.includes(conversion)))
    throw illegalPrecision(precision);
  for (const flag of flags) {
    if (ALLOWED[conversion]?.includes(flag)) continue;
    throw conversion === '%' || conversion === 'n'
      ? illegalFlags(flags)
      : flagMismatch(flag, letterOf(one));
  }
  if (/[-0]/.test(flags) && width === undefined) throw missingWidth(one.text);
  if (/(?:-.*0|0.*-|\+.* | .*\+)/.test(flags)) throw illegalFlags(flags);
}

const letterOf = ({ conversion, isUpper }: Specifier): string =>
  isUpper ? conversion.toUpperCase() : conversion;

/** Pads with spaces to the width. */
export function padded(text: string, { flags, width = 0 }: Specifier): string {
  allocate(Math.max(width - text.length, 0));
  return flags.includes('-') ? text.padEnd(width) : text.padStart(width);
}

function convert(value: Value, one: Specifier, by: Locale | null): string {
  const text = convertPlain(value, one, by);
  return one.isUpper ? upperCase(text, by ?? DEFAULT_LOCALE) : text;
}

function convertPlain(value: Value, one: Specifier, by: Locale | null): string {
  const { conversion, precision, dateLetter } = one;
  switch (conversion) {
    case 'b':
      return padded(cut(value === null || value === false ? 'false' : 'true', precision), one);
    case 'h':
      return padded(
        cut(value === null ? 'null' : (hashOf(value) >>> 0).toString(16), precision),
        one,
      );
    case 's':
      if (one.flags.includes('#')) throw flagMismatch('#', letterOf(one));
      return padded(cut(textOf(value), precision), one);
    case 'c':
      return padded(value === null ? cut('null', precision) : character(value, one), one);
    case 't':
      return padded(value === null ? 'null' : formatDate(value, dateLetter ?? '', by), one);
    default:
      if (value === null) return padded('null', { ...one, flags: one.flags.replace('0', '') });
      return formatNumber(value, one, by === null ? ROOT_SIGNS : signsOf(by));
  }
}

const cut = (text: string, precision: number | undefined): string =>
  precision === undefined ? text : text.slice(0, precision);

function character(value: NonNullable<Value>, one: Specifier): string {
  const kind = kindOf(value);
  if (kind === undefined || kind === 'long' || kind === 'double' || kind === 'float')
    throw illegalConversion(letterOf(one), value);
  const code = Number(rawNumber(value));
  if (characterOf(code) === '') throw illegalCodePoint(code);
  return String.fromCodePoint(code);
}
