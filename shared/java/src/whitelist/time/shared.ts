/** Methods that java.time's classes share: steps, amounts, parts of dates and times. */
import type { Implementation } from '../../class_table.js';
import { JFunction } from '../../containers/container_types.js';
import { sameKind } from '../../time/formatter/conversions.js';
import type { DateTimeFormatter } from '../../time/formatter/formatter.js';
import {
  DAY_NANOS,
  DAY_OF_WEEK,
  type Duration,
  LocalDate,
  LocalDateTime,
  LocalTime,
  MONTH,
  type Period,
  Temporal,
} from '../../time/time.js';
import {
  checkedField,
  chronoField,
  chronoUnit,
  fieldOf,
  hasField,
  intFieldOf,
  ofYearDay,
  rangeIn,
  withField,
} from '../../time/time_fields.js';
import { between, plus, plusAmount, UNIT_NANOS } from '../../time/time_math.js';
import { type Dated, OffsetTime, ZonedDateTime } from '../../time/zone.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import { unsupportedTemporal } from '../../values/throwable.js';
import { JavaObject, type Value } from '../../values/value.js';

export type Table = Record<string, Implementation>;
export const T = 'java.time.';
export const TEMPORAL = `${T}temporal.Temporal`;
export const ADJUSTER = `${T}temporal.TemporalAdjuster`;

/** The nanosecond of the day of a time. */
export function clock(hour: number, minute: number, second = 0, nano = 0): number {
  const checked = (field: string, value: number): number =>
    checkedField(chronoField(field), BigInt(value));
  return (
    checked('HOUR_OF_DAY', hour) * 36e11 +
    checked('MINUTE_OF_HOUR', minute) * 6e10 +
    checked('SECOND_OF_MINUTE', second) * 1e9 +
    checked('NANO_OF_SECOND', nano)
  );
}

export const ACCESSOR: Table = {
  'int get(TemporalField)': intFieldOf,
  'long getLong(TemporalField)': fieldOf,
  'boolean isSupported(TemporalField)': hasField,
  'def query(TemporalQuery)': (self: Value, query: JFunction) => query.fn(self),
  'ValueRange range(TemporalField)': (self: Value, field: EnumConstant) => rangeIn(self, field),
};

/** `plusDays`, `minusDays` … for the named units. */
export function steps(type: string, units: readonly string[]): Table {
  const table: Table = {};
  for (const name of units) {
    const title = name.charAt(0) + name.slice(1).toLowerCase();
    table[`${type} plus${title}(long)`] = (self: Temporal, amount: bigint) =>
      plus(self, amount, chronoUnit(name));
    table[`${type} minus${title}(long)`] = (self: Temporal, amount: bigint) =>
      plus(self, -amount, chronoUnit(name));
  }
  return table;
}

export function amounts(type: string): Table {
  return {
    [`${type} plus(TemporalAmount)`]: (self: Temporal, amount: Duration | Period) =>
      plusAmount(self, amount, 1n, chronoUnit),
    [`${type} minus(TemporalAmount)`]: (self: Temporal, amount: Duration | Period) =>
      plusAmount(self, amount, -1n, chronoUnit),
    [`${type} plus(long,TemporalUnit)`]: plus,
    [`${type} minus(long,TemporalUnit)`]: (self: Temporal, amount: bigint, by: EnumConstant) =>
      plus(self, -amount, by),
  };
}

export const UNTIL: Table = {
  'long until(Temporal,TemporalUnit)': (self: Temporal, end: Temporal, by: EnumConstant) =>
    between(by, self, sameKind(self, end)),
};

export const order = (type: string): Table => ({
  [`boolean isAfter(${type})`]: (self: Temporal, other: Temporal) =>
    (self.compareTo(other) ?? 0) > 0,
  [`boolean isBefore(${type})`]: (self: Temporal, other: Temporal) =>
    (self.compareTo(other) ?? 0) < 0,
});

export const compare = (type: string): Table => ({
  [`int compareTo(${type})`]: (self: Temporal, other: Temporal) => self.compareTo(other),
});

export const FORMAT: Table = {
  'String format(DateTimeFormatter)': (self: Temporal, format: DateTimeFormatter) =>
    format.format(self),
};

export type DateAdjuster = (date: LocalDate) => LocalDate;

export class Adjuster extends JavaObject {
  readonly className: string = ADJUSTER;
  readonly adjust: DateAdjuster;

  constructor(adjust: DateAdjuster) {
    super();
    this.adjust = adjust;
  }
}

type Adjustable = Dated | LocalTime | OffsetTime;

/** Replaces the date of any object that has one. */
function withDate(self: Adjustable, change: DateAdjuster): Adjustable {
  if (self instanceof LocalDate) return change(self);
  if (self instanceof LocalDateTime) return new LocalDateTime(change(self.date), self.nanos);
  if (self instanceof ZonedDateTime)
    return self.with(new LocalDateTime(change(self.local.date), self.local.nanos));
  // An object without a date throws the error of an unsupported date field.
  fieldOf(self, chronoField('EPOCH_DAY'));
  return self;
}

function withTime(self: Adjustable, time: LocalTime): Adjustable {
  if (self instanceof LocalDateTime) return new LocalDateTime(self.date, time.nanos);
  if (self instanceof OffsetTime) return new OffsetTime(time, self.offset);
  if (self instanceof ZonedDateTime)
    return self.with(new LocalDateTime(self.local.date, time.nanos));
  if (self instanceof LocalTime) return time;
  return withField(self, chronoField('NANO_OF_DAY'), BigInt(time.nanos));
}

/** An object that adjusts others by a method of its own. */
interface OwnAdjuster {
  adjustInto(to: JavaObject): unknown;
}

const isOwnAdjuster = (by: JavaObject): by is JavaObject & OwnAdjuster => 'adjustInto' in by;

/**
 * `temporal.with(adjuster)`: the adjuster is one of the library, a lambda, or a part of a date or
 * time.
 */
export function adjusted(self: JavaObject, by: JavaObject): unknown {
  if (by instanceof JFunction) return by.fn(self);
  if (isOwnAdjuster(by)) return by.adjustInto(self);
  const to = self as Adjustable;
  if (by instanceof Adjuster) return withDate(to, by.adjust);
  if (by instanceof LocalDate) return withDate(to, () => by);
  if (by instanceof LocalTime) return withTime(to, by);
  if (by instanceof LocalDateTime)
    return withTime(
      withDate(to, () => by.date),
      new LocalTime(by.nanos),
    );
  return withParts(to, by);
}

/** Adjusts field by field: to an offset, an instant, a month or a weekday. */
function withParts(self: Adjustable, by: JavaObject): unknown {
  const fields = PARTS[by.className] ?? [];
  return fields.reduce<Adjustable>((made, name) => {
    const field = chronoField(name);
    const wanted = fieldOf(by, field);
    // The 29 February of a `MonthDay` is the 28 in a common year.
    const last = name === 'DAY_OF_MONTH' ? rangeIn(made, field).max : wanted;
    const isPast = wanted > last;
    return withField(made, field, isPast ? last : wanted);
  }, self);
}

const PARTS: Readonly<Record<string, readonly string[]>> = {
  'java.time.Month': ['MONTH_OF_YEAR'],
  'java.time.DayOfWeek': ['DAY_OF_WEEK'],
  'java.time.Instant': ['INSTANT_SECONDS', 'NANO_OF_SECOND'],
  'java.time.ZoneOffset': ['OFFSET_SECONDS'],
  'java.time.OffsetTime': ['NANO_OF_DAY', 'OFFSET_SECONDS'],
  'java.time.OffsetDateTime': ['EPOCH_DAY', 'NANO_OF_DAY', 'OFFSET_SECONDS'],
  'java.time.ZonedDateTime': ['EPOCH_DAY', 'NANO_OF_DAY'],
  'java.time.Year': ['YEAR'],
  'java.time.YearMonth': ['PROLEPTIC_MONTH'],
  'java.time.MonthDay': ['MONTH_OF_YEAR', 'DAY_OF_MONTH'],
};

/** The `with` methods of a class that return its own type. */
export function settable(type: string): Table {
  return {
    [`${type} with(TemporalAdjuster)`]: adjusted,
    [`${type} with(TemporalField,long)`]: withField,
  };
}

/** The methods of a date part; `date` returns it. */
export function dateMethods<S extends Temporal>(
  type: string,
  parts: { date: (self: S) => LocalDate; with: (self: S, date: LocalDate) => S },
): Table {
  const { date } = parts;
  const withField = (self: S, name: string, value: number): LocalDate => {
    checkedField(chronoField(name), BigInt(value));
    const { year, month, dayOfMonth } = date(self);
    if (name === 'YEAR') return LocalDate.resolved(value, month, dayOfMonth);
    return LocalDate.resolved(year, value, dayOfMonth);
  };
  return {
    'int getYear()': (self: S) => date(self).year,
    'int getMonthValue()': (self: S) => date(self).month,
    'Month getMonth()': (self: S) => MONTH[date(self).month - 1],
    'int getDayOfMonth()': (self: S) => date(self).dayOfMonth,
    'int getDayOfYear()': (self: S) => date(self).dayOfYear,
    'DayOfWeek getDayOfWeek()': (self: S) => DAY_OF_WEEK[date(self).dayOfWeek - 1],
    [`${type} withYear(int)`]: (self: S, year: number) =>
      parts.with(self, withField(self, 'YEAR', year)),
    [`${type} withMonth(int)`]: (self: S, month: number) =>
      parts.with(self, withField(self, 'MONTH_OF_YEAR', month)),
    [`${type} withDayOfYear(int)`]: (self: S, day: number) =>
      parts.with(self, ofYearDay(date(self).year, day)),
    [`${type} withDayOfMonth(int)`]: (self: S, day: number) =>
      parts.with(self, LocalDate.of(date(self).year, date(self).month, day)),
    ...FORMAT,
    ...steps(type, ['DAYS', 'WEEKS', 'MONTHS', 'YEARS']),
    ...amounts(type),
  };
}

const CLOCK = {
  Hour: { field: 'HOUR_OF_DAY', size: 36e11, turn: 24 },
  Minute: { field: 'MINUTE_OF_HOUR', size: 6e10, turn: 60 },
  Second: { field: 'SECOND_OF_MINUTE', size: 1e9, turn: 60 },
  Nano: { field: 'NANO_OF_SECOND', size: 1, turn: 1e9 },
};

/** Truncates to a unit that divides a day; any other unit is refused. */
export function truncated(nanos: number, by: EnumConstant): number {
  if (by.name === 'FOREVER' || UNIT_NANOS[by.name] === undefined || UNIT_NANOS[by.name] === 0)
    throw unsupportedTemporal('Unit is too large to be used for truncation');
  const size = UNIT_NANOS[by.name] ?? DAY_NANOS;
  return nanos - (nanos % size);
}

/** The methods of a time part: hours, minutes, seconds and fractions. */
export function timeMethods<S extends Temporal>(
  type: string,
  parts: { nanos: (self: S) => number; with: (self: S, nanos: number) => S },
): Table {
  const { nanos } = parts;
  const table: Table = {};
  for (const [name, { field, size, turn }] of Object.entries(CLOCK)) {
    const read = (self: S): number => Math.floor(nanos(self) / size) % turn;
    table[`int get${name}()`] = read;
    table[`${type} with${name}(int)`] = (self: S, value: number) => {
      const wanted = checkedField(chronoField(field), BigInt(value));
      return parts.with(self, nanos(self) + (wanted - read(self)) * size);
    };
  }
  return {
    ...table,
    [`${type} truncatedTo(TemporalUnit)`]: (self: S, by: EnumConstant) =>
      parts.with(self, truncated(nanos(self), by)),
    ...steps(type, ['HOURS', 'MINUTES', 'SECONDS', 'NANOS']),
  };
}

export const byTimeLine = (): JFunction =>
  new JFunction('java.util.Comparator', (a: Value, b: Temporal) =>
    a instanceof Temporal ? (a.compareTo(b) ?? 0) : 0,
  );
