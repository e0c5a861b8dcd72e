/** Prints an instant: the fields of each element are computed from the local time. */
import { ApiError } from '@skein/errors';
import {
  alignedDay,
  type CivilDate,
  civilFromDays,
  dayOfWeek,
  dayOfYear,
  isoWeekOf,
  MODIFIED_JULIAN_DAY_OF_EPOCH,
  MS_PER_DAY,
  quarterOf,
  weekOfMonth,
} from '../civil.js';
import type { TimeZone } from '../time_zone.js';
import { generalZoneName, zoneName } from '../zone_names/zone_names.js';
import { CALENDAR_TEXT } from './calendar_text.js';
import type { Element, NumberElement, ZoneElement } from './element.js';
import { FIELD, type Field } from './fields.js';
import { type Instant, longMs } from './resolve_fields.js';

/**
 * Texts of small numbers, which most fields are: made once, since dates are printed by the
 * thousand.
 */
const TWO_DIGITS = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'));
const THREE_DIGITS = Array.from({ length: 1000 }, (_, i) => String(i).padStart(3, '0'));
const NANOS_PER_MS = 1_000_000;

interface LocalTime {
  readonly utcMs: number;
  readonly date: CivilDate;
  readonly dayNumber: number;
  readonly msOfDay: number;
  readonly nanosOfMs: number;
  readonly offsetMs: number;
  readonly zone: TimeZone;
}

export function printElements(
  elements: readonly Element[],
  { ms, nanosOfMs }: Instant,
  zone: TimeZone,
): string {
  const offsetMs = zone.offsetMs(ms);
  const { dayNumber, msOfDay } = localDay(ms, offsetMs);
  const date = civilFromDays(dayNumber);
  return printAll(elements, { utcMs: ms, date, dayNumber, msOfDay, nanosOfMs, offsetMs, zone });
}

const LONG_MS_PER_DAY = BigInt(MS_PER_DAY);

function localDay(ms: number, offsetMs: number): Pick<LocalTime, 'dayNumber' | 'msOfDay'> {
  if (Number.isSafeInteger(ms)) {
    const localMs = ms + offsetMs;
    const dayNumber = Math.floor(localMs / MS_PER_DAY);
    return { dayNumber, msOfDay: localMs - dayNumber * MS_PER_DAY };
  }
  const localMs = longMs(ms) + BigInt(offsetMs);
  const msOfDay = ((localMs % LONG_MS_PER_DAY) + LONG_MS_PER_DAY) % LONG_MS_PER_DAY;
  return { dayNumber: Number((localMs - msOfDay) / LONG_MS_PER_DAY), msOfDay: Number(msOfDay) };
}

function printAll(elements: readonly Element[], time: LocalTime): string {
  let text = '';
  for (const element of elements) text += printElement(element, time);
  return text;
}

function printElement(element: Element, time: LocalTime): string {
  switch (element.kind) {
    case 'number':
      return printNumber(element, fieldValue(element.field, time));
    case 'twoDigitYear':
      return String(Math.abs(fieldValue(element.field, time)) % 100).padStart(2, '0');
    case 'fraction':
      return printFraction(element, time.msOfDay % 1000, time.nanosOfMs);
    case 'literal':
      return element.text;
    case 'text': {
      const words = CALENDAR_TEXT[element.set];
      return words[element.width][fieldValue(element.field, time) - words.first] ?? '';
    }
    case 'offset':
      return printOffset(element.style, element.zero, time.offsetMs);
    case 'gmtOffset':
      return printGmtOffset(element.isFull, time.offsetMs);
    case 'zone':
      return printZone(element, time);
    case 'padded':
      return padded(printElement(element.element, time), element.width);
    case 'optional':
      return printAll(element.elements, time);
  }
}

function printNumber(element: NumberElement, value: number): string {
  const known = element.min === 2 && value >= 0 && value < 100 ? TWO_DIGITS[value] : undefined;
  if (known !== undefined) return known;
  const digits = String(Math.abs(value)).padStart(element.min, '0');
  if (value < 0) return `-${digits}`;
  return element.sign === 'exceedsPad' && digits.length > element.min ? `+${digits}` : digits;
}

function printFraction(
  element: { readonly min: number; readonly max: number; readonly point: boolean },
  ms: number,
  nanosOfMs: number,
): string {
  if (element.min === 3 && (element.max === 3 || nanosOfMs === 0)) {
    return (element.point ? '.' : '') + THREE_DIGITS[ms];
  }
  const digits = String(ms * NANOS_PER_MS + nanosOfMs).padStart(9, '0');
  let width = Math.min(element.max, 9);
  while (width > element.min && digits.charAt(width - 1) === '0') width--;
  if (width === 0) return '';
  return (element.point ? '.' : '') + digits.slice(0, width);
}

function printOffset(style: string, zero: string, offsetMs: number): string {
  const seconds = Math.abs(offsetMs) / 1000;
  const two = (value: number) => String(value).padStart(2, '0');
  const colon = style.includes(':') ? ':' : '';
  const minute = Math.floor(seconds / 60) % 60;
  let digits = two(Math.floor(seconds / 3600));
  if (style !== '+HH' && (style !== '+HHmm' || minute !== 0)) digits += colon + two(minute);
  if (style.endsWith('ss') && seconds % 60 !== 0) digits += colon + two(seconds % 60);
  // An offset of seconds is zero in a style without them.
  return /[1-9]/.test(digits) ? (offsetMs < 0 ? '-' : '+') + digits : zero;
}

function printGmtOffset(isFull: boolean, offsetMs: number): string {
  const offset = printOffset('+HH:MM:ss', '', offsetMs);
  if (isFull) return `GMT${offset}`;
  const [hour, ...rest] = offset.replace(/^([+-])0/, '$1').split(':');
  const isWholeHour = rest.every((part) => part === '00');
  return `GMT${[hour, ...(isWholeHour ? [] : rest)].join(':')}`;
}

function printZone({ names }: ZoneElement, { zone, utcMs }: LocalTime): string {
  if (names === undefined) return zone.id;
  return names.isGeneral
    ? generalZoneName(zone, names.length)
    : zoneName(zone, utcMs, names.length);
}

/** Throws date_time_exception for a text that is longer than its width, as Java does. */
function padded(text: string, width: number): string {
  if (text.length <= width) return text.padStart(width);
  throw new ApiError(
    'date_time_exception',
    `Cannot print as output of ${text.length} characters exceeds pad width of ${width}`,
  );
}

function fieldValue(field: Field, time: LocalTime): number {
  const { date, dayNumber, msOfDay } = time;
  const hour = Math.floor(msOfDay / 3_600_000);
  switch (field) {
    case FIELD.year:
      return date.year;
    case FIELD.yearOfEra: {
      const { year } = date;
      return year > 0 ? year : 1 - year;
    }
    case FIELD.era:
      return date.year > 0 ? 1 : 0;
    case FIELD.month:
      return date.month;
    case FIELD.quarter:
      return quarterOf(date.month);
    case FIELD.day:
      return date.day;
    case FIELD.dayOfYear:
      return dayOfYear(dayNumber);
    case FIELD.dayOfWeek:
      return dayOfWeek(dayNumber);
    case FIELD.weekYear:
      return isoWeekOf(dayNumber).weekYear;
    case FIELD.week:
      return isoWeekOf(dayNumber).week;
    case FIELD.hour:
      return hour;
    case FIELD.clockHour:
      return hour === 0 ? 24 : hour;
    case FIELD.hourOfHalfDay:
      return hour % 12;
    case FIELD.clockHourOfHalfDay:
      return hour % 12 === 0 ? 12 : hour % 12;
    case FIELD.halfDay:
      return hour < 12 ? 0 : 1;
    case FIELD.minute:
      return Math.floor(msOfDay / 60_000) % 60;
    case FIELD.second:
      return Math.floor(msOfDay / 1000) % 60;
    case FIELD.nano:
      return (msOfDay % 1000) * 1_000_000 + time.nanosOfMs;
    case FIELD.milliOfDay:
      return msOfDay;
    case FIELD.nanoOfDay:
      return msOfDay * 1_000_000 + time.nanosOfMs;
    case FIELD.offsetSeconds:
      return time.offsetMs / 1000;
    case FIELD.weekOfMonth:
      return weekOfMonth(date.day, dayOfWeek(dayNumber));
    case FIELD.alignedDay:
      return alignedDay(date.day);
    case FIELD.modifiedJulianDay:
      return dayNumber + MODIFIED_JULIAN_DAY_OF_EPOCH;
  }
}
