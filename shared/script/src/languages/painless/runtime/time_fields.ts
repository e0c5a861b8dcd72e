/** `ChronoField` and `IsoFields`: reading and setting one part of a date or time. */
import { dateTime, unsupportedTemporal } from './throwable.js';
import {
  CHRONO_UNIT,
  DAY_NANOS,
  type Dated,
  EnumConstant,
  epochDay,
  Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  lengthOfMonth,
  ZonedDateTime,
  ZoneId,
} from './time.js';
import { plus } from './time_math.js';
import type { JavaObject } from './value.js';

interface Field {
  readonly unit: string;
  /** Smallest and largest value. */
  readonly range: readonly [number, number];
  /** How the range is written when its end moves. */
  readonly shown?: string;
  readonly ofDate?: (date: LocalDate) => number;
  readonly ofTime?: (nanos: number) => number;
}

const YEARS = 999_999_999;
const MONTHS_RANGE = YEARS * 12 + 11;
const whole = (size: number, turn: number) => (nanos: number) => Math.floor(nanos / size) % turn;
const clockHour = (hour: number, turn: number): number => hour % turn || turn;
const HOUR = 36e11;
const SECOND = 1e9;

const FIELDS: Readonly<Record<string, Field>> = {
  NANO_OF_SECOND: { unit: 'NANOS', range: [0, SECOND - 1], ofTime: (n) => n % SECOND },
  NANO_OF_DAY: { unit: 'NANOS', range: [0, DAY_NANOS - 1], ofTime: (n) => n },
  MICRO_OF_SECOND: { unit: 'MICROS', range: [0, 999_999], ofTime: whole(1e3, 1e6) },
  MICRO_OF_DAY: { unit: 'MICROS', range: [0, 864e8 - 1], ofTime: whole(1e3, 864e8) },
  MILLI_OF_SECOND: { unit: 'MILLIS', range: [0, 999], ofTime: whole(1e6, 1e3) },
  MILLI_OF_DAY: { unit: 'MILLIS', range: [0, 864e5 - 1], ofTime: whole(1e6, 864e5) },
  SECOND_OF_MINUTE: { unit: 'SECONDS', range: [0, 59], ofTime: whole(SECOND, 60) },
  SECOND_OF_DAY: { unit: 'SECONDS', range: [0, 86_399], ofTime: whole(SECOND, 86_400) },
  MINUTE_OF_HOUR: { unit: 'MINUTES', range: [0, 59], ofTime: whole(6e10, 60) },
  MINUTE_OF_DAY: { unit: 'MINUTES', range: [0, 1439], ofTime: whole(6e10, 1440) },
  HOUR_OF_AMPM: { unit: 'HOURS', range: [0, 11], ofTime: whole(HOUR, 12) },
  CLOCK_HOUR_OF_AMPM: {
    unit: 'HOURS',
    range: [1, 12],
    ofTime: (n) => clockHour(Math.floor(n / HOUR), 12),
  },
  HOUR_OF_DAY: { unit: 'HOURS', range: [0, 23], ofTime: whole(HOUR, 24) },
  CLOCK_HOUR_OF_DAY: {
    unit: 'HOURS',
    range: [1, 24],
    ofTime: (n) => clockHour(Math.floor(n / HOUR), 24),
  },
  AMPM_OF_DAY: { unit: 'HALF_DAYS', range: [0, 1], ofTime: whole(12 * HOUR, 2) },
  DAY_OF_WEEK: { unit: 'DAYS', range: [1, 7], ofDate: (d) => d.dayOfWeek },
  ALIGNED_DAY_OF_WEEK_IN_MONTH: {
    unit: 'DAYS',
    range: [1, 7],
    ofDate: (d) => ((d.dayOfMonth - 1) % 7) + 1,
  },
  ALIGNED_DAY_OF_WEEK_IN_YEAR: {
    unit: 'DAYS',
    range: [1, 7],
    ofDate: (d) => ((d.dayOfYear - 1) % 7) + 1,
  },
  DAY_OF_MONTH: { unit: 'DAYS', range: [1, 31], shown: '1 - 28/31', ofDate: (d) => d.dayOfMonth },
  DAY_OF_YEAR: { unit: 'DAYS', range: [1, 366], shown: '1 - 365/366', ofDate: (d) => d.dayOfYear },
  EPOCH_DAY: { unit: 'DAYS', range: [-365_243_219_162, 365_241_780_471], ofDate: (d) => d.day },
  ALIGNED_WEEK_OF_MONTH: {
    unit: 'WEEKS',
    range: [1, 5],
    shown: '1 - 4/5',
    ofDate: (d) => Math.floor((d.dayOfMonth - 1) / 7) + 1,
  },
  ALIGNED_WEEK_OF_YEAR: {
    unit: 'WEEKS',
    range: [1, 53],
    ofDate: (d) => Math.floor((d.dayOfYear - 1) / 7) + 1,
  },
  MONTH_OF_YEAR: { unit: 'MONTHS', range: [1, 12], ofDate: (d) => d.month },
  PROLEPTIC_MONTH: {
    unit: 'MONTHS',
    range: [-MONTHS_RANGE + 11, MONTHS_RANGE],
    ofDate: (d) => d.year * 12 + d.month - 1,
  },
  YEAR_OF_ERA: {
    unit: 'YEARS',
    range: [1, YEARS + 1],
    shown: `1 - ${YEARS}/${YEARS + 1}`,
    ofDate: (d) => (d.year > 0 ? d.year : 1 - d.year),
  },
  YEAR: { unit: 'YEARS', range: [-YEARS, YEARS], ofDate: (d) => d.year },
  ERA: { unit: 'ERAS', range: [0, 1], ofDate: (d) => (d.year > 0 ? 1 : 0) },
  INSTANT_SECONDS: { unit: 'SECONDS', range: [-(2 ** 63), 2 ** 63] },
  OFFSET_SECONDS: { unit: 'SECONDS', range: [-64_800, 64_800] },
};

/** Monday of the week that a year of weeks begins with. */
function weekYearStart(year: number): number {
  const fourth = new LocalDate(epochDay(year, 1, 4));
  return fourth.day - fourth.dayOfWeek + 1;
}

export function weekBasedYear(date: LocalDate): number {
  return new LocalDate(date.day - date.dayOfWeek + 4).year;
}

export function weekOfWeekBasedYear(date: LocalDate): number {
  return Math.floor((date.day - weekYearStart(weekBasedYear(date))) / 7) + 1;
}

const quarterStart = (date: LocalDate): number =>
  epochDay(date.year, Math.floor((date.month - 1) / 3) * 3 + 1, 1);

const ISO: Readonly<Record<string, { text: string; ofDate: (date: LocalDate) => number }>> = {
  DAY_OF_QUARTER: { text: 'DayOfQuarter', ofDate: (d) => d.day - quarterStart(d) + 1 },
  QUARTER_OF_YEAR: { text: 'QuarterOfYear', ofDate: (d) => Math.floor((d.month + 2) / 3) },
  WEEK_OF_WEEK_BASED_YEAR: { text: 'WeekOfWeekBasedYear', ofDate: weekOfWeekBasedYear },
  WEEK_BASED_YEAR: { text: 'WeekBasedYear', ofDate: weekBasedYear },
};

export const CHRONO_FIELD = Object.keys(FIELDS).map(
  (name, i) => new EnumConstant('java.time.temporal.ChronoField', name, i),
);
export const ISO_FIELD = Object.entries(ISO).map(
  ([name], i) => new EnumConstant('java.time.temporal.IsoFields$Field', name, i),
);

export const isDateField = (field: EnumConstant): boolean =>
  (FIELDS[field.name] ?? ISO[field.name])?.ofDate !== undefined;
export const isTimeField = (field: EnumConstant): boolean =>
  FIELDS[field.name]?.ofTime !== undefined;

export const baseUnit = (field: EnumConstant): EnumConstant =>
  CHRONO_UNIT.find((one) => one.name === FIELDS[field.name]?.unit) as EnumConstant;

export type Accessor = Dated | LocalTime | ZoneId | EnumConstant;

function dateOf(from: Accessor): LocalDate | undefined {
  if (from instanceof LocalDate) return from;
  if (from instanceof LocalDateTime) return from.date;
  return from instanceof ZonedDateTime ? from.local.date : undefined;
}

function nanosOf(from: Accessor): number | undefined {
  if (from instanceof LocalTime || from instanceof LocalDateTime) return from.nanos;
  return from instanceof ZonedDateTime ? from.local.nanos : undefined;
}

/** undefined: the object has no such field. */
function read(from: Accessor, field: EnumConstant): number | undefined {
  const { name } = field;
  if (from instanceof EnumConstant)
    return name === (from.className === 'java.time.Month' ? 'MONTH_OF_YEAR' : 'DAY_OF_WEEK')
      ? from.ordinal + 1
      : undefined;
  if (name === 'OFFSET_SECONDS')
    return from instanceof ZoneId
      ? from.fixed
      : from instanceof ZonedDateTime
        ? from.offset
        : undefined;
  const at = from instanceof ZonedDateTime ? from.instant : from;
  if (name === 'INSTANT_SECONDS') return at instanceof Instant ? at.seconds : undefined;
  if (from instanceof Instant)
    return /^(?:NANO|MICRO|MILLI)_OF_SECOND$/.test(name)
      ? FIELDS[name]?.ofTime?.(from.nano)
      : undefined;
  const date = dateOf(from);
  const nanos = nanosOf(from);
  const ofDate = (FIELDS[name] ?? ISO[name])?.ofDate;
  if (date !== undefined && ofDate !== undefined) return ofDate(date);
  return nanos === undefined ? undefined : FIELDS[name]?.ofTime?.(nanos);
}

export const hasField = (from: Accessor, field: EnumConstant | null): boolean =>
  field !== null && read(from, field) !== undefined;

export function fieldOf(from: Accessor, field: EnumConstant): bigint {
  const value = read(from, field);
  if (value === undefined) throw unsupportedTemporal(`Unsupported field: ${field.text()}`);
  return BigInt(value);
}

/** Fields whose values are no `int`. */
const LONG_ONLY = /^(?:NANO_OF_DAY|MICRO_OF_DAY|EPOCH_DAY|PROLEPTIC_MONTH|INSTANT_SECONDS)$/;

export function intFieldOf(from: Accessor, field: EnumConstant): number {
  const value = fieldOf(from, field);
  if (LONG_ONLY.test(field.name))
    throw unsupportedTemporal(
      `Invalid field '${field.text()}' for get() method, use getLong() instead`,
    );
  return Number(value);
}

/** The value, when it is in the range of the field. */
export function checkedField(field: EnumConstant, value: bigint): number {
  const known = FIELDS[field.name];
  if (known === undefined) return Number(value);
  const [low, high] = known.range;
  if (value < BigInt(low) || value > BigInt(high))
    throw dateTime(
      `Invalid value for ${field.text()} (valid values ${known.shown ?? `${low} - ${high}`}): ${value}`,
    );
  return Number(value);
}

/** The same with another value of the field. */
export function withField<T extends Dated | LocalTime>(
  self: T,
  field: EnumConstant,
  value: bigint,
): T {
  const now = fieldOf(self, field);
  const wanted = checkedField(field, value);
  return set(self, field, { now: Number(now), wanted }) as T;
}

function set(
  self: Dated | LocalTime,
  field: EnumConstant,
  { now, wanted }: { now: number; wanted: number },
): JavaObject {
  const { name } = field;
  if (name === 'OFFSET_SECONDS' || self instanceof Instant)
    return plus(self as Dated, BigInt(wanted - now), baseUnit(field));
  if (self instanceof ZonedDateTime)
    return name === 'INSTANT_SECONDS'
      ? ZonedDateTime.ofInstant(new Instant(wanted, self.local.nano), self.zone, self.className)
      : self.with(set(self.local, field, { now, wanted }) as LocalDateTime);
  if (isTimeField(field)) return setTime(self as LocalTime | LocalDateTime, field, { now, wanted });
  const date = self instanceof LocalDateTime ? self.date : (self as LocalDate);
  const moved = setDate(date, field, { now, wanted });
  return self instanceof LocalDateTime ? new LocalDateTime(moved, self.nanos) : moved;
}

function setTime(
  self: LocalTime | LocalDateTime,
  field: EnumConstant,
  { now, wanted }: { now: number; wanted: number },
): LocalTime | LocalDateTime {
  const moved = plus(new LocalTime(self.nanos), BigInt(wanted - now), baseUnit(field)) as LocalTime;
  // What is smaller than a milli or micro of a day or second goes.
  const sub = name(field, 'MILLI') ? 1e6 : name(field, 'MICRO') ? 1e3 : 1;
  const nanos = moved.nanos - (moved.nanos % sub);
  return self instanceof LocalDateTime ? new LocalDateTime(self.date, nanos) : new LocalTime(nanos);
}

const name = (field: EnumConstant, start: string): boolean => field.name.startsWith(start);

function setDate(
  date: LocalDate,
  field: EnumConstant,
  { now, wanted }: { now: number; wanted: number },
): LocalDate {
  if (field.name === 'DAY_OF_MONTH') return LocalDate.of(date.year, date.month, wanted);
  if (field.name === 'DAY_OF_YEAR') return ofYearDay(date.year, wanted);
  if (field.name === 'ERA')
    return now === wanted ? date : (plus(date, BigInt(1 - 2 * date.year), yearUnit()) as LocalDate);
  const sign = field.name === 'YEAR_OF_ERA' && date.year <= 0 ? -1 : 1;
  const unit = ISO[field.name] === undefined ? baseUnit(field) : isoUnit(field.name);
  const step = field.name === 'QUARTER_OF_YEAR' ? 3 : 1;
  return plus(date, BigInt((wanted - now) * sign * step), unit) as LocalDate;
}

const unitOf = (unit: string): EnumConstant =>
  CHRONO_UNIT.find((one) => one.name === unit) as EnumConstant;
const yearUnit = (): EnumConstant => unitOf('YEARS');

function isoUnit(field: string): EnumConstant {
  const units: Readonly<Record<string, string>> = {
    DAY_OF_QUARTER: 'DAYS',
    QUARTER_OF_YEAR: 'MONTHS',
    WEEK_OF_WEEK_BASED_YEAR: 'WEEKS',
    WEEK_BASED_YEAR: 'YEARS',
  };
  return unitOf(units[field] ?? 'DAYS');
}

export function ofYearDay(year: number, day: number): LocalDate {
  checkedField(CHRONO_FIELD.find((one) => one.name === 'DAY_OF_YEAR') as EnumConstant, BigInt(day));
  const date = new LocalDate(epochDay(year, 1, 1) + day - 1);
  if (date.year !== year)
    throw dateTime(`Invalid date 'DayOfYear 366' as '${year}' is not a leap year`);
  return date;
}

export const lastDayOfMonth = (date: LocalDate): LocalDate =>
  LocalDate.of(date.year, date.month, lengthOfMonth(date.year, date.month));
