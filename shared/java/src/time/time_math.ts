/** Adds units to dates and times, and counts the units between two. */
import type { EnumConstant } from '../values/enum_constant.js';
import { arithmetic, dateTime, unsupportedTemporal } from '../values/throwable.js';
import { weekBasedYear, withWeekYear } from './iso_weeks.js';
import { Year, YearMonth } from './partial_dates.js';
import {
  DAY_NANOS,
  Duration,
  Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  type Period,
  type Temporal,
} from './time.js';
import { type Dated, OffsetTime, ZonedDateTime } from './zone.js';

/** Nanoseconds of the units with an exact length. */
export const UNIT_NANOS: Readonly<Record<string, number>> = {
  NANOS: 1,
  MICROS: 1e3,
  MILLIS: 1e6,
  SECONDS: 1e9,
  MINUTES: 6e10,
  HOURS: 3.6e12,
  HALF_DAYS: 4.32e13,
  DAYS: DAY_NANOS,
};
const UNIT_DAYS: Readonly<Record<string, number>> = { DAYS: 1, WEEKS: 7 };
const UNIT_MONTHS: Readonly<Record<string, number>> = {
  MONTHS: 1,
  QUARTER_YEARS: 3,
  YEARS: 12,
  WEEK_BASED_YEARS: 12,
  DECADES: 120,
  CENTURIES: 1200,
  MILLENNIA: 12000,
};

/** A date in another calendar. */
interface Movable extends Temporal {
  plus(amount: bigint, unit: EnumConstant): Temporal;
  until(end: Temporal, unit: EnumConstant): bigint;
}

const isMovable = (temporal: Temporal): temporal is Movable =>
  'plus' in temporal && 'until' in temporal;

const unsupportedUnit = (unit: EnumConstant): object =>
  unsupportedTemporal(`Unsupported unit: ${unit.text()}`);

/** `temporal.plus(amount, unit)`: returns an object of the same class. */
export function plus<T extends Temporal>(temporal: T, amount: bigint, unit: EnumConstant): T {
  return moved(temporal, amount, unit) as T;
}

function moved(temporal: Temporal, amount: bigint, unit: EnumConstant): Temporal {
  if (temporal instanceof LocalTime) return plusTime(temporal, amount, unit);
  if (temporal instanceof OffsetTime)
    return new OffsetTime(plusTime(temporal.time, amount, unit), temporal.offset);
  if (temporal instanceof Year || temporal instanceof YearMonth)
    return plusMonthsOf(temporal, amount, unit);
  if (isMovable(temporal)) return temporal.plus(amount, unit);
  // The objects that scripts can add to are those above and the dated ones.
  return plusDated(temporal as Dated, amount, unit);
}

function plusMonthsOf(temporal: Year | YearMonth, amount: bigint, unit: EnumConstant): Temporal {
  const isYear = temporal instanceof Year;
  if (unit.name === 'ERAS') {
    const year = yearInEra(temporal.year, amount);
    return isYear ? new Year(year) : new YearMonth(year, temporal.month);
  }
  const months = unit.name === 'WEEK_BASED_YEARS' ? undefined : UNIT_MONTHS[unit.name];
  if (months === undefined || (isYear && months < 12)) throw unsupportedUnit(unit);
  if (isYear) return new Year(temporal.year + (months / 12) * Number(amount));
  return YearMonth.ofMonths(temporal.months + months * Number(amount));
}

/** The year of another era: there is one before and one after the birth of Christ. */
function yearInEra(year: number, eras: bigint): number {
  const era = BigInt(year > 0) + eras;
  if (era !== 0n && era !== 1n)
    throw dateTime(`Invalid value for Era (valid values 0 - 1): ${era}`);
  return eras === 0n ? year : 1 - year;
}

/** Wraps around at midnight. */
function plusTime(time: LocalTime, amount: bigint, unit: EnumConstant): LocalTime {
  const nanos = UNIT_NANOS[unit.name];
  if (nanos === undefined || unit.name === 'DAYS') throw unsupportedUnit(unit);
  const day = BigInt(DAY_NANOS);
  const total = (BigInt(time.nanos) + amount * BigInt(nanos)) % day;
  return new LocalTime(Number((total + day) % day));
}

function plusDated(temporal: Dated, amount: bigint, unit: EnumConstant): Dated {
  if (temporal instanceof Instant) return plusInstant(temporal, amount, unit);
  if (temporal instanceof LocalDate) return plusDate(temporal, Number(amount), unit);
  if (temporal instanceof LocalDateTime) return plusLocal(temporal, amount, unit);
  if (isDateUnit(unit)) return temporal.with(plusLocal(temporal.local, amount, unit));
  const at = plusInstant(temporal.instant, amount, unit);
  return ZonedDateTime.ofInstant(at, temporal.zone, temporal.className);
}

const isDateUnit = ({ name }: EnumConstant): boolean =>
  name in UNIT_DAYS || name in UNIT_MONTHS || name === 'ERAS';

function plusInstant(at: Instant, amount: bigint, unit: EnumConstant): Instant {
  const nanos = UNIT_NANOS[unit.name];
  if (nanos === undefined) throw unsupportedUnit(unit);
  const second = 1_000_000_000n;
  const total = BigInt(at.nano) + amount * BigInt(nanos);
  const nano = ((total % second) + second) % second;
  return new Instant(at.exactSeconds + (total - nano) / second, Number(nano));
}

function plusDate(date: LocalDate, count: number, unit: EnumConstant): LocalDate {
  const days = UNIT_DAYS[unit.name];
  if (days !== undefined) return new LocalDate(date.day + days * count);
  if (unit.name === 'ERAS') {
    const year = yearInEra(date.year, BigInt(count));
    return LocalDate.resolved(year, date.month, date.dayOfMonth);
  }
  if (unit.name === 'WEEK_BASED_YEARS') return withWeekYear(date, weekBasedYear(date) + count);
  const months = UNIT_MONTHS[unit.name];
  if (months === undefined) throw unsupportedUnit(unit);
  return date.plusMonths(months * count);
}

function plusLocal(local: LocalDateTime, amount: bigint, unit: EnumConstant): LocalDateTime {
  if (isDateUnit(unit))
    return new LocalDateTime(plusDate(local.date, Number(amount), unit), local.nanos);
  const at = plusInstant(new Instant(local.exactSeconds, local.nano), amount, unit);
  return at.local;
}

const NANOS_OF_SECOND = 1_000_000_000n;

/** `temporal.plus(amount)`, or `minus` with a sign of -1. */
export function plusAmount<T extends Temporal>(
  self: T,
  amount: Duration | Period,
  sign: bigint,
  unit: (name: string) => EnumConstant,
): T {
  if (amount instanceof Duration) {
    const nanos = amount.nanos * sign;
    return nanos === 0n && !(self instanceof LocalDate) ? self : plusDuration(self, nanos, unit);
  }
  // A period without months is added to objects that have only years, too.
  const [size, name] =
    amount.months === 0 ? [amount.years, 'YEARS'] : [amount.years * 12 + amount.months, 'MONTHS'];
  const moved = size === 0 ? self : plus(self, BigInt(size) * sign, unit(name));
  return amount.days === 0 ? moved : plus(moved, BigInt(amount.days) * sign, unit('DAYS'));
}

/** Adds seconds first, so that an object without them throws the error. */
function plusDuration<T extends Temporal>(
  self: T,
  nanos: bigint,
  unit: (name: string) => EnumConstant,
): T {
  if (nanos === 0n) return self;
  const name = nanos % NANOS_OF_SECOND === 0n ? 'SECONDS' : 'NANOS';
  if (self instanceof LocalDate || self instanceof Year || self instanceof YearMonth)
    throw unsupportedUnit(unit(nanos / NANOS_OF_SECOND === 0n ? 'NANOS' : 'SECONDS'));
  return plus(self, name === 'SECONDS' ? nanos / NANOS_OF_SECOND : nanos, unit(name));
}

/** The temporal object has the class of the start of its interval (`sameKind`). */
const localOf = (temporal: Temporal): LocalDateTime => {
  if (temporal instanceof LocalTime) return new LocalDateTime(new LocalDate(0), temporal.nanos);
  if (temporal instanceof LocalDate) return new LocalDateTime(temporal, 0);
  if (temporal instanceof ZonedDateTime) return temporal.local;
  return temporal instanceof Instant ? temporal.local : (temporal as LocalDateTime);
};

/** `unit.between(a, b)`: whole units, rounded towards zero. */
export function between(unit: EnumConstant, a: Temporal, b: Temporal): bigint {
  if (isMovable(a)) return a.until(b, unit);
  if (a instanceof Year || a instanceof YearMonth) return monthsUntil(a, b, unit);
  if (a instanceof OffsetTime) {
    const nanos = BigInt((b as OffsetTime).instantNanos - a.instantNanos);
    return nanos / BigInt(timeUnit(unit));
  }
  const end =
    a instanceof ZonedDateTime && b instanceof ZonedDateTime
      ? ZonedDateTime.ofInstant(b.instant, a.zone)
      : b;
  const isByDate = unit.name in UNIT_DAYS || unit.name in UNIT_MONTHS || unit.name === 'ERAS';
  if (!isByDate && a instanceof LocalDate) throw unsupportedUnit(unit);
  if (a instanceof LocalTime && (isByDate || unit.name === 'DAYS')) throw unsupportedUnit(unit);
  if (isByDate && a instanceof Instant && unit.name !== 'DAYS') throw unsupportedUnit(unit);
  return span(unit, { a, end, isByDate });
}

function span(
  unit: EnumConstant,
  { a, end, isByDate }: { a: Temporal; end: Temporal; isByDate: boolean },
): bigint {
  const from = a instanceof ZonedDateTime && !isByDate ? a.instant.local : localOf(a);
  const to = end instanceof ZonedDateTime && !isByDate ? end.instant.local : localOf(end);
  if (unit.name === 'ERAS') return BigInt(Number(to.date.year > 0) - Number(from.date.year > 0));
  if (unit.name === 'WEEK_BASED_YEARS')
    return BigInt(weekBasedYear(to.date) - weekBasedYear(from.date));
  const months = UNIT_MONTHS[unit.name];
  if (months !== undefined) return BigInt(Math.trunc(monthsBetween(from, to) / months));
  const nanos =
    (to.exactSeconds - from.exactSeconds) * NANOS_OF_SECOND + BigInt(to.nano) - BigInt(from.nano);
  const size = UNIT_NANOS[unit.name] ?? (UNIT_DAYS[unit.name] ?? 0) * DAY_NANOS;
  if (size === 0) throw unsupportedUnit(unit);
  const count = nanos / BigInt(size);
  if (BigInt.asIntN(64, count) !== count) throw arithmetic('long overflow');
  return count;
}

function timeUnit(unit: EnumConstant): number {
  const nanos = UNIT_NANOS[unit.name];
  if (nanos === undefined || unit.name === 'DAYS') throw unsupportedUnit(unit);
  return nanos;
}

function monthsUntil(a: Year | YearMonth, b: Temporal, unit: EnumConstant): bigint {
  const months = UNIT_MONTHS[unit.name];
  const isYear = a instanceof Year;
  const end = b as Year & YearMonth;
  if (unit.name === 'ERAS') return BigInt(Number(end.year > 0) - Number(a.year > 0));
  if (months === undefined || unit.name === 'WEEK_BASED_YEARS' || (isYear && months < 12))
    throw unsupportedUnit(unit);
  const total = isYear ? (end.year - a.year) * 12 : end.months - a.months;
  return BigInt(Math.trunc(total / months));
}

/** More than the days of a month, so that months and days make one number. */
const MOST_DAYS = 32;

/**
 * Whole months from one time to another, as `LocalDate.until` counts them: a month ends at the same
 * day of another month, not at the end of a shorter month.
 */
export function monthsBetween(a: LocalDateTime, b: LocalDateTime): number {
  const days = Math.sign(b.date.day - a.date.day);
  // A last day that is not over does not count.
  const isWhole = days === 0 || Math.sign(b.nanos - a.nanos) !== -days;
  const end = isWhole ? b.date : new LocalDate(b.date.day - days);
  return Math.trunc((monthsAndDays(end) - monthsAndDays(a.date)) / MOST_DAYS);
}

const monthsAndDays = ({ year, month, dayOfMonth }: LocalDate): number =>
  (year * 12 + month - 1) * MOST_DAYS + dayOfMonth;
