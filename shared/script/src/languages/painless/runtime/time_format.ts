/** `DateTimeFormatter` with Java's pattern letters, and the ISO forms `parse` reads without one. */
import { dateTime, dateTimeParse, illegalArgument, unsupportedTemporal } from './throwable.js';
import {
  DAYS,
  type Dated,
  fractionText,
  Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  MONTHS,
  offsetText,
  UTC,
  ZonedDateTime,
  type ZoneId,
  zoneOf,
} from './time.js';
import { JavaObject } from './value.js';

type Fields = Map<string, number | string>;

/** One letter of a pattern: how it is written, and what it reads. */
interface Part {
  readonly letter: string;
  readonly count: number;
}

const PART = /'((?:[^']|'')*)'|([a-zA-Z])\2*|[^a-zA-Z']+/g;
const LETTERS = new Set([...'uyMLdDHhKkmsSnaEeXxZzVO']);

export class DateTimeFormatter extends JavaObject {
  readonly className: string = 'java.time.format.DateTimeFormatter';
  readonly pattern: string;
  readonly parts: readonly (Part | string)[];
  readonly zone: ZoneId | undefined;

  constructor(pattern: string, zone?: ZoneId) {
    super();
    this.pattern = pattern;
    this.zone = zone;
    this.parts = Array.from(pattern.matchAll(PART), ([all, quoted, letter]) => {
      if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'");
      if (letter === undefined) return all;
      if (!LETTERS.has(letter)) throw illegalArgument(`Unknown pattern letter: ${letter}`);
      return { letter, count: all.length };
    });
  }

  format(temporal: Dated | LocalTime): string {
    const seen =
      this.zone !== undefined && temporal instanceof Instant
        ? ZonedDateTime.ofInstant(temporal, this.zone)
        : temporal;
    return this.parts.map((part) => (typeof part === 'string' ? part : write(part, seen))).join('');
  }

  parse(text: string): Fields {
    const fields: Fields = new Map();
    let at = 0;
    for (const part of this.parts) {
      const length =
        typeof part === 'string'
          ? text.startsWith(part, at)
            ? part.length
            : -1
          : read(part, text.slice(at), fields);
      if (length < 0) throw dateTimeParse(`Text '${text}' could not be parsed at index ${at}`);
      at += length;
    }
    if (at < text.length)
      throw dateTimeParse(`Text '${text}' could not be parsed, unparsed text found at index ${at}`);
    return fields;
  }
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

function local(temporal: Dated | LocalTime, field: string): LocalDateTime {
  if (temporal instanceof LocalTime && field === 'ClockHourOfAmPm')
    return new LocalDateTime(new LocalDate(0), temporal.nanos);
  if (temporal instanceof LocalDateTime) return temporal;
  if (temporal instanceof ZonedDateTime) return temporal.local;
  throw unsupportedTemporal(`Unsupported field: ${field}`);
}

function write({ letter, count }: Part, temporal: Dated | LocalTime): string {
  if ('yuMLdDEe'.includes(letter)) {
    const date = temporal instanceof LocalDate ? temporal : local(temporal, 'YearOfEra').date;
    return writeDate({ letter, count }, date);
  }
  if ('XxZVzO'.includes(letter)) return writeZone({ letter, count }, temporal);
  const nanos = local(temporal, 'ClockHourOfAmPm').nanos;
  const seconds = Math.floor(nanos / 1e9);
  const hour = Math.floor(seconds / 3600);
  switch (letter) {
    case 'H':
      return pad(hour, count);
    case 'k':
      return pad(hour || 24, count);
    case 'h':
      return pad(hour % 12 || 12, count);
    case 'K':
      return pad(hour % 12, count);
    case 'm':
      return pad(Math.floor(seconds / 60) % 60, count);
    case 's':
      return pad(seconds % 60, count);
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'n':
      return pad(nanos % 1e9, count);
    default:
      return pad(nanos % 1e9, 9)
        .padEnd(count, '0')
        .slice(0, count);
  }
}

const title = (name: string): string => name.charAt(0) + name.slice(1).toLowerCase();

function writeName(name: string, count: number): string {
  return count === 3 ? title(name).slice(0, 3) : count === 4 ? title(name) : name.charAt(0);
}

function writeDate({ letter, count }: Part, date: LocalDate): string {
  switch (letter) {
    case 'M':
    case 'L':
      return count < 3 ? pad(date.month, count) : writeName(MONTHS[date.month - 1] ?? '', count);
    case 'd':
      return pad(date.dayOfMonth, count);
    case 'D':
      return pad(date.dayOfYear, count);
    case 'E':
      return writeName(DAYS[date.dayOfWeek - 1] ?? '', Math.max(count, 3));
    case 'e':
      return count < 3
        ? pad((date.dayOfWeek % 7) + 1, count)
        : writeName(DAYS[date.dayOfWeek - 1] ?? '', count);
    default:
      return count === 2 ? pad(date.year % 100, 2) : pad(date.year, count);
  }
}

function writeZone({ letter, count }: Part, temporal: Dated | LocalTime): string {
  if (!(temporal instanceof ZonedDateTime)) {
    if (letter === 'V' || letter === 'z')
      throw dateTime(`Unable to extract ZoneId from temporal ${temporal.text()}`);
    throw unsupportedTemporal('Unsupported field: OffsetSeconds');
  }
  if (letter === 'V' || letter === 'z') return temporal.zone.id;
  const text = offsetText(temporal.offset);
  if (letter === 'X' && text === 'Z') return 'Z';
  const full = text === 'Z' ? '+00:00' : text;
  if (letter === 'O') return `GMT${temporal.offset === 0 ? '' : full}`;
  if (letter === 'Z')
    return count === 5 ? text : count === 4 ? `GMT${full}` : full.replaceAll(':', '');
  if (count === 1) return full.endsWith(':00') ? full.slice(0, 3) : full.replace(':', '');
  return count % 2 === 1 ? full : full.replaceAll(':', '');
}

/** The length read, -1 when the text does not fit. */
function read({ letter, count }: Part, text: string, fields: Fields): number {
  if (letter === 'E' || ((letter === 'M' || letter === 'L') && count > 2))
    return readName({ letter, count }, text, fields);
  if (letter === 'a') {
    const half = /^(?:AM|PM)/.exec(text)?.[0];
    if (half !== undefined) fields.set('a', half);
    return half?.length ?? -1;
  }
  if ('XxZVzO'.includes(letter)) {
    const zone = /^(?:Z|[+-]\d{2}(?::?\d{2})?|[A-Za-z][A-Za-z/_]+)/.exec(text)?.[0];
    if (zone !== undefined) fields.set('zone', zone);
    return zone?.length ?? -1;
  }
  const isYear = letter === 'y' || letter === 'u';
  const digits = new RegExp(
    `^\\d{${count},${count === 1 || (isYear && count !== 2) ? 19 : count}}`,
  ).exec(text)?.[0];
  if (digits === undefined) return -1;
  const value =
    letter === 'S'
      ? Number(digits.padEnd(9, '0'))
      : Number(digits) + (isYear && count === 2 ? 2000 : 0);
  fields.set(letter === 'y' ? 'u' : letter === 'L' ? 'M' : letter, value);
  return digits.length;
}

function readName({ letter, count }: Part, text: string, fields: Fields): number {
  const names = letter === 'E' ? DAYS : MONTHS;
  for (const [i, name] of names.entries()) {
    const shown = writeName(name, Math.max(count, 3));
    if (!text.startsWith(shown)) continue;
    if (letter !== 'E') fields.set('M', i + 1);
    return shown.length;
  }
  return -1;
}

const number = (fields: Fields, letter: string, otherwise: number): number =>
  Number(fields.get(letter) ?? otherwise);

export function dateOf(fields: Fields, text: string): LocalDate {
  if (!fields.has('u'))
    throw dateTimeParse(
      `Text '${text}' could not be parsed: Unable to obtain LocalDate from TemporalAccessor`,
    );
  return LocalDate.of(number(fields, 'u', 1970), number(fields, 'M', 1), number(fields, 'd', 1));
}

export function nanosOf(fields: Fields): number {
  const half = fields.has('h')
    ? (number(fields, 'h', 0) % 12) + (fields.get('a') === 'PM' ? 12 : 0)
    : 0;
  const seconds =
    number(fields, 'H', half) * 3600 + number(fields, 'm', 0) * 60 + number(fields, 's', 0);
  return seconds * 1e9 + number(fields, 'S', 0);
}

const ISO =
  /^([+-]?\d{4,9})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(Z|[+-]\d\d:?\d\d(?::\d\d)?)?(?:\[(.+)\])?$/;

/** ISO text; `wants` says which of time and zone have to be there. */
export function parseIso(
  text: string,
  wants: { time: boolean; zone: boolean },
): { local: LocalDateTime; zone: ZoneId } {
  const parts = ISO.exec(text);
  const [, year, month, day, hour, minute, second = '0', fraction = '', offset, region] =
    parts ?? [];
  if (
    parts === null ||
    (hour !== undefined) !== wants.time ||
    (offset !== undefined) !== wants.zone
  )
    throw dateTimeParse(`Text '${text}' could not be parsed at index ${badIndex(text)}`);
  const seconds = Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second);
  if (Number(hour ?? 0) > 23 || Number(minute ?? 0) > 59 || Number(second) > 59)
    throw dateTimeParse(`Text '${text}' could not be parsed: Invalid value`);
  try {
    const date = LocalDate.of(Number(year), Number(month), Number(day));
    const zone =
      region !== undefined ? zoneOf(region) : offset !== undefined ? zoneOf(offset) : UTC;
    return {
      local: new LocalDateTime(date, seconds * 1e9 + Number(fraction.padEnd(9, '0'))),
      zone,
    };
  } catch (error) {
    if (error instanceof JavaObject && 'message' in error)
      throw dateTimeParse(`Text '${text}' could not be parsed: ${String(error.message)}`);
    throw error;
  }
}

/** How far the text looks like a date. */
function badIndex(text: string): number {
  const shape = '0000-00-00T00:00:00';
  for (let i = 0; i < shape.length; i++) {
    const fits = shape[i] === '0' ? /\d/.test(text[i] ?? '') : shape[i] === text[i];
    if (!fits)
      return shape[i] === '0'
        ? [...shape.slice(0, i)].reduce((last, c, at) => (c === '0' ? last : at + 1), 0)
        : i;
  }
  return text.length;
}

export const isoFraction = fractionText;
