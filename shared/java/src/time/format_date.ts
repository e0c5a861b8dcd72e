/** The conversions of dates and times: `%tY`, `%tT` and the other letters after `t`. */
import { illegalConversion } from '../text/format_fault.js';
import { DEFAULT_LOCALE, type Locale } from '../text/locale.js';
import { JavaObject, type Value } from '../values/value.js';
import { Instant, LocalDate, LocalDateTime, LocalTime } from './time.js';
import { amPmText, monthText, weekdayText, zoneName } from './time_texts.js';
import { offsetText, UTC, ZonedDateTime } from './zone.js';

const LETTERS = 'HIklMSLQpzZsNBbhAaCYyjmdeRTrDFc';

export const isDateLetter = (letter: string): boolean => LETTERS.includes(letter);

/** An object that represents a moment, such as `Date` and `Calendar`. */
export interface Momentary {
  moment(): ZonedDateTime;
}

export const isMomentary = (value: Value): value is JavaObject & Momentary =>
  value instanceof JavaObject && 'moment' in value;

interface Parts {
  readonly date: LocalDate | undefined;
  readonly nanos: number | undefined;
  readonly zoned: ZonedDateTime | undefined;
}

function partsOf(value: NonNullable<Value>): Parts | undefined {
  if (typeof value === 'bigint')
    return ofZoned(ZonedDateTime.ofInstant(Instant.ofMillis(value), UTC));
  if (isMomentary(value)) return ofZoned(value.moment());
  if (value instanceof ZonedDateTime) return ofZoned(value);
  if (value instanceof LocalDateTime)
    return { date: value.date, nanos: value.nanos, zoned: undefined };
  if (value instanceof LocalDate) return { date: value, nanos: undefined, zoned: undefined };
  if (value instanceof LocalTime) return { date: undefined, nanos: value.nanos, zoned: undefined };
  return undefined;
}

const ofZoned = (zoned: ZonedDateTime): Parts => ({
  date: zoned.local.date,
  nanos: zoned.local.nanos,
  zoned,
});

/** Letters that stand for several others. */
const COMPOSED: Readonly<Record<string, string>> = {
  R: 'H:M',
  T: 'H:M:S',
  r: 'I:M:S p!',
  D: 'm/d/y',
  F: 'Y-m-d',
  c: 'a b d T Z Y',
};

export function formatDate(value: NonNullable<Value>, letter: string, by: Locale | null): string {
  const parts = partsOf(value);
  const locale = by ?? DEFAULT_LOCALE;
  if (parts === undefined) throw illegalConversion(letter, value);
  const composed = COMPOSED[letter];
  if (composed === undefined) return write(value, parts, { letter, locale });
  return composed.replace(/[A-Za-z]!?/g, (one) => {
    const text = formatDate(value, one.charAt(0), by);
    return one.endsWith('!') ? text.toUpperCase() : text;
  });
}

const two = (value: number): string => String(value).padStart(2, '0');

function write(
  value: NonNullable<Value>,
  { date, nanos, zoned }: Parts,
  { letter, locale }: { letter: string; locale: Locale },
): string {
  const text =
    (nanos === undefined ? undefined : timeText(nanos, letter, locale)) ??
    (date === undefined ? undefined : dateText(date, letter, locale)) ??
    (zoned === undefined ? undefined : zoneText(zoned, letter, locale));
  if (text === undefined) throw illegalConversion(letter, value);
  return text;
}

function timeText(nanos: number, letter: string, locale: Locale): string | undefined {
  const hour = Math.floor(nanos / 36e11);
  const fraction = nanos % 1e9;
  switch (letter) {
    case 'H':
      return two(hour);
    case 'k':
      return String(hour);
    case 'I':
      return two(hour % 12 || 12);
    case 'l':
      return String(hour % 12 || 12);
    case 'M':
      return two(Math.floor(nanos / 6e10) % 60);
    case 'S':
      return two(Math.floor(nanos / 1e9) % 60);
    case 'L':
      return String(Math.floor(fraction / 1e6)).padStart(3, '0');
    case 'N':
      return String(fraction).padStart(9, '0');
    case 'p':
      return amPmText(hour >= 12, locale).toLowerCase();
    default:
      return undefined;
  }
}

function dateText(date: LocalDate, letter: string, locale: Locale): string | undefined {
  const year = yearOfEra(date);
  switch (letter) {
    case 'B':
      return monthText(date.month, 'long', locale);
    case 'b':
    case 'h':
      return monthText(date.month, 'short', locale);
    case 'A':
      return weekdayText(date.dayOfWeek, 'long', locale);
    case 'a':
      return weekdayText(date.dayOfWeek, 'short', locale);
    case 'C':
      return two(Math.floor(year / 100));
    case 'Y':
      return String(year).padStart(4, '0');
    case 'y':
      return two(year % 100);
    case 'j':
      return String(date.dayOfYear).padStart(3, '0');
    case 'm':
      return two(date.month);
    case 'd':
      return two(date.dayOfMonth);
    case 'e':
      return String(date.dayOfMonth);
    default:
      return undefined;
  }
}

/** The year 0 is the first one before the era, and is written as 1. */
function yearOfEra({ year }: LocalDate): number {
  return year > 0 ? year : 1 - year;
}

function zoneText(zoned: ZonedDateTime, letter: string, locale: Locale): string | undefined {
  switch (letter) {
    case 'z':
      return zoned.offset === 0
        ? '+0000'
        : offsetText(zoned.offset).replaceAll(':', '').slice(0, 5);
    case 'Z':
      return zoneName(zoned, locale);
    case 's':
      return String(zoned.instant.seconds);
    case 'Q':
      return String(zoned.instant.millis);
    default:
      return undefined;
  }
}
