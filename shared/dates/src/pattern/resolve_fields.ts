/**
 * Converts fields to an instant. Missing parts are filled (January, the first, midnight, or the
 * last moment when rounding up); values beyond limits and contradictions are refused. `strict`
 * refuses 31 April; otherwise it means the month's last day, as in java.time's SMART style.
 */
import {
  civilFromDays,
  dayOfWeek,
  daysFromCivil,
  daysInMonth,
  firstIsoWeekStart,
  isLeapYear,
  MODIFIED_JULIAN_DAY_OF_EPOCH,
  MS_PER_DAY,
} from '../civil.js';
import { parseTimeZone, type TimeZone } from '../time_zone.js';
import { conflictOf } from './conflicts.js';
import { type DateFields, FIELD, FIELD_LIMITS, fieldBeyondLimits, fieldOf } from './fields.js';

interface ResolveOptions {
  readonly strict: boolean;
  readonly roundUp: boolean;
  /** Zone for a text without one. */
  readonly zone: TimeZone;
  readonly ignoreTextZone?: boolean;
  /** Year for a text without one. */
  readonly defaultYear?: number | undefined;
}

/**
 * The milliseconds as a long. No double holds Java's greatest long, so the next larger one stands
 * for it.
 */
export function longMs(ms: number): bigint {
  return ms >= 2 ** 63 ? 2n ** 63n - 1n : BigInt(ms);
}

export interface Instant {
  readonly ms: number;
  /** The nanoseconds beyond the millisecond, 0 to 999,999. */
  readonly nanosOfMs: number;
}

/** The instant, or the reason why the fields do not give one. */
export function resolveFields(fields: DateFields, options: ResolveOptions): Instant | string {
  const fault = checkLimits(fields);
  if (fault !== undefined) return fault;
  const time = options.roundUp ? endingTime(fields) : resolveTime(fields);
  const hasDate = namesPeriod(fields) || options.defaultYear !== undefined || options.roundUp;
  if (time === undefined && !hasDate) {
    return 'temporal accessor cannot be converted to zoned date time: no date and no time of day';
  }
  const takesDefaultYear = options.defaultYear !== undefined && !namesYear(fields);
  const dayNumber = !hasDate
    ? 0
    : takesDefaultYear
      ? resolveMonthDay(fields, options.defaultYear, options.strict)
      : resolveDay(fields, options.strict);
  if (typeof dayNumber === 'string') return dayNumber;
  const conflict = takesDefaultYear ? undefined : conflictOf(fields, dayNumber);
  if (conflict !== undefined) return conflict;
  const { secondOfDay, nano } = time ?? MIDNIGHT;
  const localMs = dayNumber * MS_PER_DAY + secondOfDay * 1000 + Math.floor(nano / 1_000_000);
  const ms =
    takesDefaultYear || options.ignoreTextZone === true
      ? options.zone.toUtc(localMs)
      : toUtc(fields, localMs, options.zone);
  return { ms, nanosOfMs: nano % 1_000_000 };
}

/**
 * True if a year, a month, or a date is in the text. A day without them is that of no month: the
 * date is then the first day of 1970, as in OpenSearch.
 */
function namesPeriod({ values }: DateFields): boolean {
  return PERIODS.some((field) => !Number.isNaN(values[field]));
}

const PERIODS = [
  FIELD.year,
  FIELD.yearOfEra,
  FIELD.month,
  FIELD.weekYear,
  FIELD.modifiedJulianDay,
] as const;

/** True if a year or, as in OpenSearch's `date` processor, the week of a year is in the text. */
function namesYear(fields: DateFields): boolean {
  const { values } = fields;
  return !(
    Number.isNaN(values[FIELD.year]) &&
    Number.isNaN(values[FIELD.yearOfEra]) &&
    Number.isNaN(values[FIELD.week])
  );
}

function toUtc(fields: DateFields, localMs: number, zone: TimeZone): number {
  const offset = fieldOf(fields, FIELD.offsetSeconds);
  if (offset !== undefined) return localMs - offset * 1000;
  return (fields.zone === undefined ? zone : parseTimeZone(fields.zone)).toUtc(localMs);
}

/** The upper limits that depend on the month or the year, as Java prints them. */
const VARYING_LIMITS: Readonly<Record<string, string>> = {
  DayOfMonth: '28/31',
  DayOfYear: '365/366',
};

function checkLimits(fields: DateFields): string | undefined {
  const field = fieldBeyondLimits(fields);
  const limits = field === undefined ? undefined : FIELD_LIMITS[field];
  if (field === undefined || limits === undefined) return undefined;
  const most = VARYING_LIMITS[limits.name] ?? limits.max;
  return `Invalid value for ${limits.name} (valid values ${limits.min} - ${most}): ${fields.values[field]}`;
}

function resolveYear(fields: DateFields): number | undefined {
  const year = fieldOf(fields, FIELD.year);
  if (year !== undefined) return year;
  const yearOfEra = fieldOf(fields, FIELD.yearOfEra);
  if (yearOfEra === undefined) return undefined;
  return fieldOf(fields, FIELD.era) === 0 ? 1 - yearOfEra : yearOfEra;
}

function resolveDay(fields: DateFields, strict: boolean): number | string {
  const julianDay = fieldOf(fields, FIELD.modifiedJulianDay);
  if (julianDay !== undefined) return julianDay - MODIFIED_JULIAN_DAY_OF_EPOCH;
  const year = resolveYear(fields);
  const weekYear = fieldOf(fields, FIELD.weekYear);
  if (year === undefined && weekYear !== undefined) return resolveWeekDay(fields, weekYear);
  const ordinal = fieldOf(fields, FIELD.dayOfYear);
  if (ordinal !== undefined) {
    const ofYear = year ?? 1970;
    if (ordinal === 366 && !isLeapYear(ofYear)) {
      return `Invalid date 'DayOfYear 366' as '${ofYear}' is not a leap year`;
    }
    return daysFromCivil(ofYear, 1, 1) + ordinal - 1;
  }
  return resolveMonthDay(fields, year ?? 1970, strict);
}

function resolveMonthDay(fields: DateFields, year: number, strict: boolean): number | string {
  const month = fieldOf(fields, FIELD.month) ?? 1;
  const named = fieldOf(fields, FIELD.day);
  const inWeek = named === undefined ? resolveWeekOfMonth(fields, month) : undefined;
  if (inWeek !== undefined) return inWeek;
  const day = named ?? 1;
  const last = daysInMonth(year, month);
  if (day > last && strict) {
    if (day === 29) return `Invalid date 'February 29' as '${year}' is not a leap year`;
    return `Invalid date '${MONTH_CONSTANTS[month - 1]} ${day}'`;
  }
  return daysFromCivil(year, month, Math.min(day, last));
}

/** The day of a week of the month, if the text has a year that is not of an era, and both. */
function resolveWeekOfMonth(fields: DateFields, month: number): number | string | undefined {
  const year = fieldOf(fields, FIELD.year);
  const week = fieldOf(fields, FIELD.weekOfMonth);
  const weekday = fieldOf(fields, FIELD.dayOfWeek);
  if (year === undefined || week === undefined || weekday === undefined) return undefined;
  const first = daysFromCivil(year, month, 1);
  const firstThursday = first + ((11 - dayOfWeek(first)) % 7);
  const dayNumber = firstThursday + (week - 1) * 7 + weekday - 4;
  if (civilFromDays(dayNumber).month !== month) {
    return `Strict mode rejected resolved date as it is in a different month`;
  }
  return dayNumber;
}

const MONTH_CONSTANTS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
];

function resolveWeekDay(fields: DateFields, weekYear: number): number | string {
  const week = fieldOf(fields, FIELD.week) ?? 1;
  const weeks = (firstIsoWeekStart(weekYear + 1) - firstIsoWeekStart(weekYear)) / 7;
  if (week > weeks) {
    return `Invalid value for WeekOfWeekBasedYear (valid values 1 - ${weeks}): ${week}`;
  }
  const weekday = fieldOf(fields, FIELD.dayOfWeek) ?? 1;
  return firstIsoWeekStart(weekYear) + (week - 1) * 7 + weekday - 1;
}

interface TimeOfDay {
  readonly secondOfDay: number;
  readonly nano: number;
}

const MIDNIGHT: TimeOfDay = { secondOfDay: 0, nano: 0 };

/** The time of a text, with the last moment for missing parts. */
function endingTime(fields: DateFields): TimeOfDay {
  const partOfDay = timeOfDay(fields);
  if (partOfDay !== undefined) return partOfDay;
  const hour = resolveHour(fields) ?? 23;
  const minute = fieldOf(fields, FIELD.minute) ?? 59;
  const second = fieldOf(fields, FIELD.second) ?? 59;
  const nano = fieldOf(fields, FIELD.nano) ?? 999_999_999;
  return { secondOfDay: hour * 3600 + minute * 60 + second, nano };
}

/**
 * The time of a text; undefined if the hour is missing, or a part between it and the smallest one:
 * java.time makes no time of `10:30` for `hh:mm`, which lacks the half of the day.
 */
function resolveTime(fields: DateFields): TimeOfDay | undefined {
  const partOfDay = timeOfDay(fields);
  if (partOfDay !== undefined) return partOfDay;
  const hour = resolveHour(fields);
  const minute = fieldOf(fields, FIELD.minute);
  const second = fieldOf(fields, FIELD.second);
  const nano = fieldOf(fields, FIELD.nano);
  const hasGap =
    minute === undefined
      ? second !== undefined || nano !== undefined
      : second === undefined && nano !== undefined;
  if (hour === undefined || hasGap) return undefined;
  return { secondOfDay: hour * 3600 + (minute ?? 0) * 60 + (second ?? 0), nano: nano ?? 0 };
}

/** The time that a count of milliseconds or nanoseconds of the day gives. */
function timeOfDay(fields: DateFields): TimeOfDay | undefined {
  const milli = fieldOf(fields, FIELD.milliOfDay);
  if (milli !== undefined) {
    return { secondOfDay: Math.floor(milli / 1000), nano: (milli % 1000) * 1_000_000 };
  }
  const nano = fieldOf(fields, FIELD.nanoOfDay);
  return nano === undefined ? undefined : { secondOfDay: Math.floor(nano / 1e9), nano: nano % 1e9 };
}

function resolveHour(fields: DateFields): number | undefined {
  const hour = fieldOf(fields, FIELD.hour);
  if (hour !== undefined) return hour;
  const clockHour = fieldOf(fields, FIELD.clockHour);
  if (clockHour !== undefined) return clockHour % 24;
  const half = fieldOf(fields, FIELD.halfDay);
  const clock = fieldOf(fields, FIELD.clockHourOfHalfDay);
  const inHalf =
    fieldOf(fields, FIELD.hourOfHalfDay) ?? (clock === undefined ? undefined : clock % 12);
  if (inHalf === undefined || half === undefined) return undefined;
  return half * 12 + inHalf;
}
