/** `ChronoField` and `IsoFields`: reads and sets one part of a date or time. */

import { daysFromCivil, daysInMonth, daysInYear } from '@skein/dates';
import { EnumConstant, knownConstant } from '../values/enum_constant.js';
import { dateTime, unsupportedTemporal } from '../values/throwable.js';
import type { JavaObject, Value } from '../values/value.js';
import {
  CHRONO_UNIT,
  DAY_NANOS,
  Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  Temporal,
} from './time.js';
import { plus } from './time_math.js';
import { ValueRange } from './value_range.js';
import {
  type Dated,
  OFFSET_DATE_TIME,
  OffsetTime,
  offsetOfSeconds,
  ZonedDateTime,
  ZoneId,
} from './zone.js';

interface Field {
  readonly unit: string;
  readonly rangeUnit: string;
  /** Smallest and largest value. */
  readonly range: readonly [number, number];
  /** The text of the range if its end is variable. */
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
  NANO_OF_SECOND: {
    unit: 'NANOS',
    rangeUnit: 'SECONDS',
    range: [0, SECOND - 1],
    ofTime: (n) => n % SECOND,
  },
  NANO_OF_DAY: { unit: 'NANOS', rangeUnit: 'DAYS', range: [0, DAY_NANOS - 1], ofTime: (n) => n },
  MICRO_OF_SECOND: {
    unit: 'MICROS',
    rangeUnit: 'SECONDS',
    range: [0, 999_999],
    ofTime: whole(1e3, 1e6),
  },
  MICRO_OF_DAY: {
    unit: 'MICROS',
    rangeUnit: 'DAYS',
    range: [0, 864e8 - 1],
    ofTime: whole(1e3, 864e8),
  },
  MILLI_OF_SECOND: {
    unit: 'MILLIS',
    rangeUnit: 'SECONDS',
    range: [0, 999],
    ofTime: whole(1e6, 1e3),
  },
  MILLI_OF_DAY: {
    unit: 'MILLIS',
    rangeUnit: 'DAYS',
    range: [0, 864e5 - 1],
    ofTime: whole(1e6, 864e5),
  },
  SECOND_OF_MINUTE: {
    unit: 'SECONDS',
    rangeUnit: 'MINUTES',
    range: [0, 59],
    ofTime: whole(SECOND, 60),
  },
  SECOND_OF_DAY: {
    unit: 'SECONDS',
    rangeUnit: 'DAYS',
    range: [0, 86_399],
    ofTime: whole(SECOND, 86_400),
  },
  MINUTE_OF_HOUR: { unit: 'MINUTES', rangeUnit: 'HOURS', range: [0, 59], ofTime: whole(6e10, 60) },
  MINUTE_OF_DAY: {
    unit: 'MINUTES',
    rangeUnit: 'DAYS',
    range: [0, 1439],
    ofTime: whole(6e10, 1440),
  },
  HOUR_OF_AMPM: { unit: 'HOURS', rangeUnit: 'HALF_DAYS', range: [0, 11], ofTime: whole(HOUR, 12) },
  CLOCK_HOUR_OF_AMPM: {
    unit: 'HOURS',
    rangeUnit: 'HALF_DAYS',
    range: [1, 12],
    ofTime: (n) => clockHour(Math.floor(n / HOUR), 12),
  },
  HOUR_OF_DAY: { unit: 'HOURS', rangeUnit: 'DAYS', range: [0, 23], ofTime: whole(HOUR, 24) },
  CLOCK_HOUR_OF_DAY: {
    unit: 'HOURS',
    rangeUnit: 'DAYS',
    range: [1, 24],
    ofTime: (n) => clockHour(Math.floor(n / HOUR), 24),
  },
  AMPM_OF_DAY: { unit: 'HALF_DAYS', rangeUnit: 'DAYS', range: [0, 1], ofTime: whole(12 * HOUR, 2) },
  DAY_OF_WEEK: { unit: 'DAYS', rangeUnit: 'WEEKS', range: [1, 7], ofDate: (d) => d.dayOfWeek },
  ALIGNED_DAY_OF_WEEK_IN_MONTH: {
    unit: 'DAYS',
    rangeUnit: 'WEEKS',
    range: [1, 7],
    ofDate: (d) => ((d.dayOfMonth - 1) % 7) + 1,
  },
  ALIGNED_DAY_OF_WEEK_IN_YEAR: {
    unit: 'DAYS',
    rangeUnit: 'WEEKS',
    range: [1, 7],
    ofDate: (d) => ((d.dayOfYear - 1) % 7) + 1,
  },
  DAY_OF_MONTH: {
    unit: 'DAYS',
    rangeUnit: 'MONTHS',
    range: [1, 31],
    shown: '1 - 28/31',
    ofDate: (d) => d.dayOfMonth,
  },
  DAY_OF_YEAR: {
    unit: 'DAYS',
    rangeUnit: 'YEARS',
    range: [1, 366],
    shown: '1 - 365/366',
    ofDate: (d) => d.dayOfYear,
  },
  EPOCH_DAY: {
    unit: 'DAYS',
    rangeUnit: 'FOREVER',
    range: [-365_243_219_162, 365_241_780_471],
    ofDate: (d) => d.day,
  },
  ALIGNED_WEEK_OF_MONTH: {
    unit: 'WEEKS',
    rangeUnit: 'MONTHS',
    range: [1, 5],
    shown: '1 - 4/5',
    ofDate: (d) => Math.floor((d.dayOfMonth - 1) / 7) + 1,
  },
  ALIGNED_WEEK_OF_YEAR: {
    unit: 'WEEKS',
    rangeUnit: 'YEARS',
    range: [1, 53],
    ofDate: (d) => Math.floor((d.dayOfYear - 1) / 7) + 1,
  },
  MONTH_OF_YEAR: { unit: 'MONTHS', rangeUnit: 'YEARS', range: [1, 12], ofDate: (d) => d.month },
  PROLEPTIC_MONTH: {
    unit: 'MONTHS',
    rangeUnit: 'FOREVER',
    range: [-MONTHS_RANGE + 11, MONTHS_RANGE],
    ofDate: (d) => d.year * 12 + d.month - 1,
  },
  YEAR_OF_ERA: {
    unit: 'YEARS',
    rangeUnit: 'FOREVER',
    range: [1, YEARS + 1],
    shown: `1 - ${YEARS}/${YEARS + 1}`,
    ofDate: (d) => (d.year > 0 ? d.year : 1 - d.year),
  },
  YEAR: { unit: 'YEARS', rangeUnit: 'FOREVER', range: [-YEARS, YEARS], ofDate: (d) => d.year },
  ERA: { unit: 'ERAS', rangeUnit: 'FOREVER', range: [0, 1], ofDate: (d) => (d.year > 0 ? 1 : 0) },
  INSTANT_SECONDS: { unit: 'SECONDS', rangeUnit: 'FOREVER', range: [-(2 ** 63), 2 ** 63] },
  OFFSET_SECONDS: { unit: 'SECONDS', rangeUnit: 'FOREVER', range: [-64_800, 64_800] },
};

/** A date field outside of `ChronoField`: weeks, quarters, Julian days. */
export class DateField extends EnumConstant {
  readonly shown: string;
  readonly unit: string;
  readonly rangeUnit: string;
  readonly range: ValueRange;
  readonly ofDate: (date: LocalDate) => number;
  readonly set: (date: LocalDate, to: number) => LocalDate;
  readonly refined: (date: LocalDate) => ValueRange;
  /** For a field of a locale's weeks: their first day, from 1 for Monday. */
  readonly firstDay: number | undefined;

  constructor(
    className: string,
    name: string,
    how: {
      readonly ordinal?: number;
      readonly text: string;
      readonly unit: string;
      readonly rangeUnit: string;
      readonly range: ValueRange;
      readonly ofDate: (date: LocalDate) => number;
      readonly set: (date: LocalDate, to: number) => LocalDate;
      readonly refined?: (date: LocalDate) => ValueRange;
      readonly firstDay?: number;
    },
  ) {
    super(className, name, how.ordinal ?? 0);
    this.shown = how.text;
    this.unit = how.unit;
    this.rangeUnit = how.rangeUnit;
    this.range = how.range;
    this.ofDate = how.ofDate;
    this.set = how.set;
    this.refined = how.refined ?? (() => how.range);
    this.firstDay = how.firstDay;
  }

  override text(): string {
    return this.shown;
  }
}

export const CHRONO_FIELD = Object.keys(FIELDS).map(
  (name, i) => new EnumConstant('java.time.temporal.ChronoField', name, i),
);

export const chronoField = (name: string): EnumConstant => knownConstant(CHRONO_FIELD, name);

export const isDateField = (field: EnumConstant): boolean =>
  field instanceof DateField || FIELDS[field.name]?.ofDate !== undefined;
export const isTimeField = (field: EnumConstant): boolean =>
  !(field instanceof DateField) && FIELDS[field.name]?.ofTime !== undefined;

export const chronoUnit = (name: string): EnumConstant => knownConstant(CHRONO_UNIT, name);

export const baseUnit = (field: EnumConstant): EnumConstant =>
  field instanceof DateField ? unitNamed(field.unit) : chronoUnit(FIELDS[field.name]?.unit ?? '');
export const rangeUnit = (field: EnumConstant): EnumConstant =>
  field instanceof DateField
    ? unitNamed(field.rangeUnit)
    : chronoUnit(FIELDS[field.name]?.rangeUnit ?? '');

/** Units of `IsoFields`. */
export const ISO_UNIT = [
  new EnumConstant('java.time.temporal.IsoFields$Unit', 'WEEK_BASED_YEARS', 0),
  new EnumConstant('java.time.temporal.IsoFields$Unit', 'QUARTER_YEARS', 1),
];

const unitNamed = (name: string): EnumConstant =>
  ISO_UNIT.find((one) => one.name === name) ?? chronoUnit(name);

/** `Field.range()`. */
export function rangeOf(field: EnumConstant): ValueRange {
  if (field instanceof DateField) return field.range;
  const [low, high] = FIELDS[field.name]?.range ?? [0, 0];
  switch (field.name) {
    case 'DAY_OF_MONTH':
      return ValueRange.of(1, 1, 28, 31);
    case 'DAY_OF_YEAR':
      return ValueRange.of(1, 1, 365, 366);
    case 'ALIGNED_WEEK_OF_MONTH':
      return ValueRange.of(1, 1, 4, 5);
    case 'YEAR_OF_ERA':
      return ValueRange.of(1, 1, YEARS, YEARS + 1);
    case 'INSTANT_SECONDS':
      return new ValueRange(-(2n ** 63n), -(2n ** 63n), 2n ** 63n - 1n, 2n ** 63n - 1n);
    default:
      return ValueRange.of(low, low, high, high);
  }
}

/** `temporal.range(field)`: the range narrowed to the date. */
export function rangeIn(from: Value, field: EnumConstant): ValueRange {
  fieldOf(from, field);
  const date = dateOf(from);
  if (date === undefined) return rangeOf(field);
  if (field instanceof DateField) return field.refined(date);
  const { year, month } = date;
  switch (field.name) {
    case 'DAY_OF_MONTH':
      return ValueRange.of(1, 1, daysInMonth(year, month), daysInMonth(year, month));
    case 'DAY_OF_YEAR':
      return ValueRange.of(1, 1, daysInYear(year), daysInYear(year));
    case 'ALIGNED_WEEK_OF_MONTH': {
      const weeks = month === 2 && daysInYear(year) === 365 ? 4 : 5;
      return ValueRange.of(1, 1, weeks, weeks);
    }
    case 'YEAR_OF_ERA': {
      const last = year <= 0 ? YEARS + 1 : YEARS;
      return ValueRange.of(1, 1, last, last);
    }
    default:
      return rangeOf(field);
  }
}

export function dateOf(from: Value): LocalDate | undefined {
  if (from instanceof LocalDate) return from;
  if (from instanceof LocalDateTime) return from.date;
  return from instanceof ZonedDateTime ? from.local.date : undefined;
}

export function nanosOf(from: Value): number | undefined {
  if (from instanceof OffsetTime) return from.time.nanos;
  if (from instanceof LocalTime || from instanceof LocalDateTime) return from.nanos;
  return from instanceof ZonedDateTime ? from.local.nanos : undefined;
}

/** Returns undefined if the object has no such field. */
function read(from: Value, field: EnumConstant): number | bigint | undefined {
  const { name } = field;
  if (from instanceof Temporal) {
    const own = from.fieldValue(field);
    if (own !== undefined) return own;
  }
  if (from instanceof EnumConstant)
    return name === (from.className === 'java.time.Month' ? 'MONTH_OF_YEAR' : 'DAY_OF_WEEK')
      ? from.ordinal + 1
      : undefined;
  if (name === 'OFFSET_SECONDS') {
    if (from instanceof ZoneId) return from.fixed;
    if (from instanceof ZonedDateTime) return from.offset;
    return from instanceof OffsetTime ? from.offset.fixed : undefined;
  }
  const at = from instanceof ZonedDateTime ? from.instant : from;
  if (name === 'INSTANT_SECONDS') return at instanceof Instant ? at.exactSeconds : undefined;
  if (from instanceof Instant)
    return /^(?:NANO|MICRO|MILLI)_OF_SECOND$/.test(name)
      ? FIELDS[name]?.ofTime?.(from.nano)
      : undefined;
  const date = dateOf(from);
  const nanos = nanosOf(from);
  const ofDate = field instanceof DateField ? field.ofDate : FIELDS[name]?.ofDate;
  if (date !== undefined && ofDate !== undefined) return ofDate(date);
  return nanos === undefined ? undefined : FIELDS[name]?.ofTime?.(nanos);
}

export const hasField = (from: Value, field: EnumConstant | null): boolean =>
  field !== null && read(from, field) !== undefined;

export function fieldOf(from: Value, field: EnumConstant): bigint {
  const value = read(from, field);
  if (value === undefined) throw unsupportedTemporal(`Unsupported field: ${field.text()}`);
  return BigInt(value);
}

/** Fields whose values do not fit in an `int`. */
const LONG_ONLY = /^(?:NANO_OF_DAY|MICRO_OF_DAY|EPOCH_DAY|PROLEPTIC_MONTH|INSTANT_SECONDS)$/;

export function intFieldOf(from: Value, field: EnumConstant): number {
  const value = fieldOf(from, field);
  if (LONG_ONLY.test(field.name))
    throw unsupportedTemporal(
      `Invalid field '${field.text()}' for get() method, use getLong() instead`,
    );
  return Number(value);
}

/** Returns the value if it is in the field's range. */
export function checkedField(field: EnumConstant, value: bigint): number {
  if (field instanceof DateField) return Number(field.range.check(value, field));
  const known = FIELDS[field.name];
  if (known === undefined) return Number(value);
  const [low, high] = known.range;
  if (value < BigInt(low) || value > BigInt(high))
    throw dateTime(
      `Invalid value for ${field.text()} (valid values ${known.shown ?? `${low} - ${high}`}): ${value}`,
    );
  return Number(value);
}

/** Returns a copy with another value of the field. */
export function withField<T extends Dated | LocalTime | OffsetTime>(
  self: T,
  field: EnumConstant,
  value: bigint,
): T {
  const now = fieldOf(self, field);
  const wanted = checkedField(field, value);
  // `set` returns an object of the class that it is given.
  return set(self, field, { now: Number(now), wanted }) as T;
}

function set(
  self: Dated | LocalTime | OffsetTime,
  field: EnumConstant,
  { now, wanted }: { now: number; wanted: number },
): JavaObject {
  const { name } = field;
  if (name === 'OFFSET_SECONDS') return withOffset(self, wanted);
  if (self instanceof Instant) return setInstant(self, name, wanted);
  if (self instanceof ZonedDateTime)
    return name === 'INSTANT_SECONDS'
      ? ZonedDateTime.ofInstant(new Instant(wanted, self.local.nano), self.zone, self.className)
      : self.with(setLocal(self.local, field, { now, wanted }));
  if (self instanceof LocalDateTime) return setLocal(self, field, { now, wanted });
  if (self instanceof OffsetTime)
    return new OffsetTime(setTime(self.time, field, { now, wanted }), self.offset);
  if (self instanceof LocalTime) return setTime(self, field, { now, wanted });
  return setDate(self, field, { now, wanted });
}

function setLocal(
  self: LocalDateTime,
  field: EnumConstant,
  change: { now: number; wanted: number },
): LocalDateTime {
  if (!isTimeField(field)) return new LocalDateTime(setDate(self.date, field, change), self.nanos);
  const { nanos } = setTime(new LocalTime(self.nanos), field, change);
  return new LocalDateTime(self.date, nanos);
}

/** The same local time with another offset; an object with a zone keeps its offset. */
function withOffset(self: JavaObject, seconds: number): JavaObject {
  if (self instanceof OffsetTime) return new OffsetTime(self.time, offsetOfSeconds(seconds));
  if (!(self instanceof ZonedDateTime)) return self;
  const { local, zone, className } = self;
  const isOwn = className === OFFSET_DATE_TIME;
  // A zone keeps its own offset unless the other one is also that of the local time.
  if (!isOwn && zone.offsetAt(local.seconds - seconds) !== seconds) return self;
  return new ZonedDateTime(local, isOwn ? offsetOfSeconds(seconds) : zone, {
    offset: seconds,
    className,
  });
}

function setInstant(self: Instant, name: string, wanted: number): Instant {
  if (name === 'INSTANT_SECONDS') return new Instant(wanted, self.nano);
  const size = name === 'MILLI_OF_SECOND' ? 1e6 : name === 'MICRO_OF_SECOND' ? 1e3 : 1;
  return new Instant(self.exactSeconds, wanted * size);
}

function setTime(
  self: LocalTime,
  field: EnumConstant,
  { now, wanted }: { now: number; wanted: number },
): LocalTime {
  const moved = plus(self, BigInt(wanted - now), baseUnit(field));
  // Parts smaller than the milli or micro of a day or second are dropped.
  const sub = name(field, 'MILLI') ? 1e6 : name(field, 'MICRO') ? 1e3 : 1;
  return new LocalTime(moved.nanos - (moved.nanos % sub));
}

const name = (field: EnumConstant, start: string): boolean => field.name.startsWith(start);

function setDate(
  date: LocalDate,
  field: EnumConstant,
  { now, wanted }: { now: number; wanted: number },
): LocalDate {
  if (field instanceof DateField) return field.set(date, wanted);
  if (field.name === 'DAY_OF_MONTH') return LocalDate.of(date.year, date.month, wanted);
  if (field.name === 'DAY_OF_YEAR') return ofYearDay(date.year, wanted);
  if (field.name === 'ERA')
    return now === wanted ? date : LocalDate.resolved(1 - date.year, date.month, date.dayOfMonth);
  const sign = field.name === 'YEAR_OF_ERA' && date.year <= 0 ? -1 : 1;
  if (field.name === 'YEAR' || field.name === 'YEAR_OF_ERA')
    return LocalDate.resolved(date.year + (wanted - now) * sign, date.month, date.dayOfMonth);
  if (field.name === 'MONTH_OF_YEAR') return LocalDate.resolved(date.year, wanted, date.dayOfMonth);
  return plus(date, BigInt(wanted - now), baseUnit(field));
}

export function ofYearDay(year: number, day: number): LocalDate {
  checkedField(chronoField('DAY_OF_YEAR'), BigInt(day));
  const date = new LocalDate(daysFromCivil(year, 1, 1) + day - 1);
  if (date.year !== year)
    throw dateTime(`Invalid date 'DayOfYear 366' as '${year}' is not a leap year`);
  return date;
}

export const lastDayOfMonth = (date: LocalDate): LocalDate =>
  LocalDate.of(date.year, date.month, daysInMonth(date.year, date.month));
