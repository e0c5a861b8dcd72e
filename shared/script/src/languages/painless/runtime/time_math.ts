/** Adding units to dates and times, and counting the units between two. */
import { unsupportedTemporal } from './throwable.js';
import {
  DAY_NANOS,
  type Dated,
  type EnumConstant,
  Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  ZonedDateTime,
} from './time.js';

/** Nanoseconds of the units that have an exact size. */
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
  YEARS: 12,
  DECADES: 120,
  CENTURIES: 1200,
  MILLENNIA: 12000,
};

/** `temporal.plus(amount, unit)`. */
export function plus(temporal: Dated, amount: bigint, unit: EnumConstant): Dated;
export function plus(
  temporal: Dated | LocalTime,
  amount: bigint,
  unit: EnumConstant,
): Dated | LocalTime;
export function plus(
  temporal: Dated | LocalTime,
  amount: bigint,
  unit: EnumConstant,
): Dated | LocalTime {
  if (temporal instanceof LocalTime) return plusTime(temporal, amount, unit);
  return plusDated(temporal, amount, unit);
}

/** Around the clock. */
function plusTime(time: LocalTime, amount: bigint, unit: EnumConstant): LocalTime {
  const nanos = UNIT_NANOS[unit.name];
  if (nanos === undefined || unit.name === 'DAYS')
    throw unsupportedTemporal(`Unsupported unit: ${unit.text()}`);
  const day = BigInt(DAY_NANOS);
  const total = (BigInt(time.nanos) + amount * BigInt(nanos)) % day;
  return new LocalTime(Number((total + day) % day));
}

function plusDated(temporal: Dated, amount: bigint, unit: EnumConstant): Dated {
  const count = Number(amount);
  if (temporal instanceof Instant) {
    const nanos = UNIT_NANOS[unit.name];
    if (nanos === undefined) throw unsupportedTemporal(`Unsupported unit: ${unit.text()}`);
    const total = BigInt(temporal.nano) + amount * BigInt(nanos);
    const nano = Number(((total % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n);
    return new Instant(temporal.seconds + Number((total - BigInt(nano)) / 1_000_000_000n), nano);
  }
  if (temporal instanceof LocalDate) return plusDate(temporal, count, unit);
  if (temporal instanceof LocalDateTime) return plusLocal(temporal, amount, unit);
  if (unit.name in UNIT_DAYS || unit.name in UNIT_MONTHS)
    return temporal.with(plusLocal(temporal.local, amount, unit));
  const at = plus(temporal.instant, amount, unit) as Instant;
  return ZonedDateTime.ofInstant(at, temporal.zone, temporal.className);
}

function plusDate(date: LocalDate, count: number, unit: EnumConstant): LocalDate {
  const days = UNIT_DAYS[unit.name];
  if (days !== undefined) return new LocalDate(date.day + days * count);
  const months = UNIT_MONTHS[unit.name];
  if (months === undefined) throw unsupportedTemporal(`Unsupported unit: ${unit.text()}`);
  return date.plusMonths(months * count);
}

function plusLocal(local: LocalDateTime, amount: bigint, unit: EnumConstant): LocalDateTime {
  if (unit.name in UNIT_DAYS || unit.name in UNIT_MONTHS)
    return new LocalDateTime(plusDate(local.date, Number(amount), unit), local.nanos);
  const moved = plus(new Instant(local.seconds, local.nano), amount, unit) as Instant;
  return LocalDateTime.ofSeconds(moved.seconds, moved.nano);
}

const localOf = (temporal: Dated | LocalTime): LocalDateTime => {
  if (temporal instanceof LocalTime) return new LocalDateTime(new LocalDate(0), temporal.nanos);
  if (temporal instanceof LocalDate) return new LocalDateTime(temporal, 0);
  if (temporal instanceof ZonedDateTime) return temporal.local;
  return temporal instanceof Instant
    ? LocalDateTime.ofSeconds(temporal.seconds, temporal.nano)
    : temporal;
};

/** `unit.between(a, b)`: whole units, towards zero. */
export function between(unit: EnumConstant, a: Dated | LocalTime, b: Dated | LocalTime): bigint {
  const end =
    a instanceof ZonedDateTime && b instanceof ZonedDateTime
      ? ZonedDateTime.ofInstant(b.instant, a.zone)
      : b;
  const dateBased = unit.name in UNIT_DAYS || unit.name in UNIT_MONTHS;
  if (!dateBased && a instanceof LocalDate)
    throw unsupportedTemporal(`Unsupported unit: ${unit.text()}`);
  if (a instanceof LocalTime && (dateBased || unit.name === 'DAYS'))
    throw unsupportedTemporal(`Unsupported unit: ${unit.text()}`);
  if (dateBased && a instanceof Instant && unit.name !== 'DAYS')
    throw unsupportedTemporal(`Unsupported unit: ${unit.text()}`);
  const from = a instanceof ZonedDateTime && !dateBased ? a.instant : localOf(a);
  const to = end instanceof ZonedDateTime && !dateBased ? end.instant : localOf(end);
  const nanos =
    (BigInt(to.seconds) - BigInt(from.seconds)) * 1_000_000_000n +
    BigInt(to.nano) -
    BigInt(from.nano);
  const months = UNIT_MONTHS[unit.name];
  if (months === undefined)
    return nanos / BigInt(UNIT_NANOS[unit.name] ?? (UNIT_DAYS[unit.name] ?? 1) * DAY_NANOS);
  return BigInt(Math.trunc(monthsBetween(localOf(a), localOf(end)) / months));
}

export function monthsBetween(a: LocalDateTime, b: LocalDateTime): number {
  const whole = (b.date.year - a.date.year) * 12 + b.date.month - a.date.month;
  const order = b.compareTo(new LocalDateTime(a.date.plusMonths(whole), a.nanos));
  if (whole > 0 && order < 0) return whole - 1;
  return whole < 0 && order > 0 ? whole + 1 : whole;
}
