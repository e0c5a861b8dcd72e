/**
 * Parses dates in documents: Java's patterns, and the names `ISO8601`, `UNIX`, `UNIX_MS` and
 * `TAI64N`.
 */
import { type Clock, javaDouble } from '@skein/base';
import {
  checkWords,
  type DateParseOptions,
  type Instant,
  type Locale,
  parseDateFormat,
  parseTimeZone,
} from '@skein/dates';
import { ApiError, asApiError, errorDetail } from '@skein/errors';
import { textOf, type Value } from '@skein/java';
import { illegalArgument, numberFormat } from '../faults.js';
import { notFloating, parseWhole } from './java_number.js';

interface DateReadingOptions {
  /** The id of the processor's time zone. */
  readonly zone: string;
  /** The locale; throws illegal_argument_exception if it is none. */
  readonly locale: () => Locale;
  /** Provides the year for dates without one. */
  readonly clock: Clock;
}

/** Parses a text; null is the value of an empty field. */
type DateReading = (text: string | null, options: DateReadingOptions) => Instant;

export function dateReading(format: string): DateReading {
  switch (format) {
    case 'ISO8601':
      return (text, { zone }) => inFormat('iso8601', text, { timeZone: zone });
    case 'UNIX':
      return (text) => instantAt(wholeOf(floating(text) * 1000));
    case 'UNIX_MS':
      return (text) => instantAt(Number(long(text)));
    case 'TAI64N':
      return tai64n;
    default:
      return byPattern(format);
  }
}

const NAMES: ReadonlySet<string> = new Set(['ISO8601', 'UNIX', 'UNIX_MS', 'TAI64N']);

/** Throws illegal_argument_exception for a pattern that no date can be read with. */
export function checkDateFormat(format: string): void {
  if (!NAMES.has(format)) parseDateFormat(format);
}

/**
 * Throws illegal_argument_exception if no format matches; of several matching formats the last one
 * wins.
 */
export function readDate(
  value: Value,
  readings: readonly DateReading[],
  options: DateReadingOptions,
): Instant {
  const text = value === null ? null : textOf(value);
  const failures: ApiError[] = [];
  let read: Instant | undefined;
  for (const reading of readings) {
    try {
      parseTimeZone(options.zone);
      options.locale();
      read = reading(text, options);
    } catch (error) {
      failures.push(asApiError(error));
    }
  }
  if (read !== undefined) return read;
  throw illegalArgument(`unable to parse date [${text}]`, withOthers(failures));
}

function withOthers([first, ...others]: readonly ApiError[]): ApiError | undefined {
  if (first === undefined || others.length === 0) return first;
  const { type, message, cause, metadata } = first;
  const suppressed = others.map(errorDetail);
  return new ApiError(type, message, { cause, metadata: { ...metadata, suppressed } });
}

/**
 * A year in a pattern, in the first of several alternatives and not in brackets, where it may be
 * missing. No format name contains such letters.
 */
const YEAR = /^[^[|]*(?:yy|uu)/;

/** Names of formats, which keep the zone of the text, and letters for zone regions. */
const OWN_ZONE = /^[a-z0-9_]{6,}$|z|VV/;

/** An error in the pattern is reported when a date is parsed. */
function byPattern(pattern: string): DateReading {
  const letters = pattern.replace(/'[^']*'/g, '');
  const hasOwnZone = OWN_ZONE.test(letters);
  const hasYear = YEAR.test(letters);
  return (text, { zone, locale, clock }) => {
    checkWords(parseDateFormat(pattern), locale());
    const isUtc = parseTimeZone(zone).isUtc;
    const defaultYear = hasYear ? undefined : new Date(clock.nowMs()).getUTCFullYear();
    // The processor's zone overrides that of the text, like java.time's override zone.
    const ignoreTextZone = !isUtc && !hasOwnZone;
    return inFormat(pattern, text, { timeZone: zone, ignoreTextZone, defaultYear });
  };
}

function inFormat(pattern: string, text: string | null, options: DateParseOptions): Instant {
  return parseDateFormat(pattern).parseInstant(text ?? '', options);
}

function floating(text: string | null): number {
  if (text === null) {
    const words = 'Cannot invoke "String.trim()" because "in" is null';
    throw new ApiError('null_pointer_exception', words);
  }
  const number = javaDouble(text);
  if (number !== undefined) return number;
  throw notFloating(text);
}

function long(text: string | null): bigint {
  if (text === null) throw new ApiError('number_format_exception', 'Cannot parse null string');
  const number = /^-?0x/.test(text) ? undefined : parseWhole(text, 64);
  if (number === undefined) throw numberFormat(text);
  return number;
}

/** A double as a Java long: NaN is 0, and larger numbers are the largest one. */
function wholeOf(value: number): number {
  return Number.isNaN(value) ? 0 : Math.max(-(2 ** 63), Math.min(2 ** 63, Math.trunc(value)));
}

function instantAt(ms: number): Instant {
  return { ms, nanosOfMs: 0 };
}

/** TAI was ten seconds ahead of UTC in 1972; later leap seconds are ignored. */
const TAI_OFFSET_MS = 10_000n;

function tai64n(text: string | null): Instant {
  if (text === null) {
    const words = 'Cannot invoke "String.startsWith(String)" because "date" is null';
    throw new ApiError('null_pointer_exception', words);
  }
  const label = text.startsWith('@') ? text.slice(1) : text;
  const seconds = hexadecimal(label, 1, 16);
  const nanos = hexadecimal(label, 16, 24);
  const ms = seconds * 1000n - TAI_OFFSET_MS + nanos / 1_000_000n;
  return instantAt(Number(BigInt.asIntN(64, ms)));
}

/** Like `Long.parseLong` with the radix 16, which takes a sign. */
function hexadecimal(text: string, begin: number, end: number): bigint {
  if (text.length < end) {
    const words = `begin ${begin}, end ${end}, length ${text.length}`;
    throw new ApiError('string_index_out_of_bounds_exception', words);
  }
  const digits = text.slice(begin, end);
  const [, sign, number] = /^([+-]?)([0-9a-fA-F]+)$/.exec(digits) ?? [];
  if (number !== undefined) return BigInt(`0x${number}`) * (sign === '-' ? -1n : 1n);
  const words = `For input string: "${digits}" under radix 16`;
  throw new ApiError('number_format_exception', words);
}
