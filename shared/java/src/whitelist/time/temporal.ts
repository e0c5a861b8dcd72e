/**
 * java.time.temporal: the interfaces, units and fields, queries, ranges, and the constants of
 * months and weekdays.
 */

import { daysInMonth } from '@skein/dates';
import type { ClassTable } from '../../class_table.js';
import { JList, type JMap } from '../../containers/collections.js';
import { JFunction } from '../../containers/container_types.js';
import type { Locale } from '../../text/locale.js';
import { ChronoDate, chronologyOf } from '../../time/chronologies.js';
import { dayOfWeekFrom, monthFrom, sameKind } from '../../time/formatter/conversions.js';
import {
  localDateIn,
  localTimeIn,
  offsetIn,
  zoneOfTemporal,
} from '../../time/formatter/queries.js';
import { ISO_CHRONOLOGY } from '../../time/iso_chronology.js';
import { Year, YearMonth } from '../../time/partial_dates.js';
import {
  CHRONO_UNIT,
  DAY_OF_WEEK,
  Duration,
  Instant,
  LocalDate,
  LocalTime,
  MONTH,
  Period,
  type Temporal,
} from '../../time/time.js';
import {
  baseUnit,
  CHRONO_FIELD,
  checkedField,
  chronoField,
  chronoUnit,
  fieldOf,
  hasField,
  isDateField,
  isTimeField,
  rangeIn,
  rangeOf,
  rangeUnit,
  withField,
} from '../../time/time_fields.js';
import { between, plus, plusAmount } from '../../time/time_math.js';
import { monthText, type TextWidth, weekdayText } from '../../time/time_texts.js';
import { ValueRange } from '../../time/value_range.js';
import { OffsetTime, ZoneId } from '../../time/zone.js';
import { EnumConstant } from '../../values/enum_constant.js';
import { dateTime, illegalArgument, unsupportedTemporal } from '../../values/throwable.js';
import type { JavaObject, Value } from '../../values/value.js';
import { enumTable } from '../enums.js';
import { ACCESSOR, ADJUSTER, adjusted, amounts, type Table, TEMPORAL, UNTIL } from './shared.js';

const T = 'java.time.temporal.';

/** Seconds per unit, including estimates: a year is 365.2425 days. */
const UNIT_SECONDS: Readonly<Record<string, bigint>> = {
  SECONDS: 1n,
  MINUTES: 60n,
  HOURS: 3600n,
  HALF_DAYS: 43_200n,
  DAYS: 86_400n,
  WEEKS: 604_800n,
  MONTHS: 2_629_746n,
  QUARTER_YEARS: 7_889_238n,
  YEARS: 31_556_952n,
  WEEK_BASED_YEARS: 31_556_952n,
  DECADES: 315_569_520n,
  CENTURIES: 3_155_695_200n,
  MILLENNIA: 31_556_952_000n,
  ERAS: 31_556_952_000_000_000n,
};
const SMALL: Readonly<Record<string, bigint>> = { NANOS: 1n, MICROS: 1000n, MILLIS: 1_000_000n };

function durationOf({ name }: EnumConstant): Duration {
  if (name === 'FOREVER') return new Duration((2n ** 63n - 1n) * 1_000_000_000n + 999_999_999n);
  return new Duration(SMALL[name] ?? (UNIT_SECONDS[name] ?? 0n) * 1_000_000_000n);
}

const unitsOf = (self: Duration | Period): JList =>
  new JList(
    (self instanceof Duration ? ['SECONDS', 'NANOS'] : ['YEARS', 'MONTHS', 'DAYS']).map(chronoUnit),
    { fixed: true },
  );

function amountIn(self: Duration | Period, unit: EnumConstant): bigint {
  const second = 1_000_000_000n;
  if (self instanceof Period) {
    const found = { YEARS: self.years, MONTHS: self.months, DAYS: self.days }[unit.name];
    if (found !== undefined) return BigInt(found);
  } else {
    const nano = ((self.nanos % second) + second) % second;
    if (unit.name === 'SECONDS') return (self.nanos - nano) / second;
    if (unit.name === 'NANOS') return nano;
  }
  throw unsupportedTemporal(`Unsupported unit: ${unit.text()}`);
}

const isTimeUnit = ({ name }: EnumConstant): boolean =>
  SMALL[name] !== undefined || /^(?:SECONDS|MINUTES|HOURS|HALF_DAYS)$/.test(name);

/** True if an object can be moved by the unit. */
function supports(unit: EnumConstant, to: JavaObject): boolean {
  if (unit.name === 'FOREVER') return false;
  if (to instanceof LocalDate) return !isTimeUnit(unit);
  if (to instanceof LocalTime) return isTimeUnit(unit);
  if (to instanceof Instant) return isTimeUnit(unit) || unit.name === 'DAYS';
  if (to instanceof Year || to instanceof YearMonth)
    return (
      /^(?:YEARS|DECADES|CENTURIES|MILLENNIA|ERAS)$/.test(unit.name) ||
      (to instanceof YearMonth && unit.name === 'MONTHS')
    );
  return true;
}

const UNIT_METHODS: Table = {
  'Temporal addTo(Temporal,long)': (self: EnumConstant, to: Temporal, amount: bigint) =>
    plus(to, amount, self),
  'long between(Temporal,Temporal)': (self: EnumConstant, a: Temporal, b: Temporal) =>
    between(self, a, sameKind(a, b)),
  'Duration getDuration()': durationOf,
  'boolean isDateBased()': (self: EnumConstant) => !isTimeUnit(self) && self.name !== 'FOREVER',
  'boolean isDurationEstimated()': (self: EnumConstant) => !isTimeUnit(self),
  'boolean isSupportedBy(Temporal)': supports,
  'boolean isTimeBased()': isTimeUnit,
};

const FIELD_METHODS: Table = {
  'Temporal adjustInto(Temporal,long)': (self: EnumConstant, to: Temporal, value: bigint) =>
    withField(to as LocalDate, self, value),
  'TemporalUnit getBaseUnit()': baseUnit,
  'String getDisplayName(Locale)': (self: EnumConstant, _by: Locale) => displayName(self),
  'long getFrom(TemporalAccessor)': (self: EnumConstant, from: Value) => fieldOf(from, self),
  'TemporalUnit getRangeUnit()': rangeUnit,
  'boolean isDateBased()': isDateField,
  'boolean isSupportedBy(TemporalAccessor)': (self: EnumConstant, from: Value) =>
    hasField(from, self),
  'boolean isTimeBased()': isTimeField,
  'ValueRange range()': rangeOf,
  'ValueRange rangeRefinedBy(TemporalAccessor)': (self: EnumConstant, from: Value) =>
    rangeIn(from, self),
  'TemporalAccessor resolve(Map,TemporalAccessor,ResolverStyle)': (
    _self: EnumConstant,
    _fields: JMap,
    _partial: Value,
  ) => null,
};

/** Display names of calendar fields that have names of their own. */
const DISPLAY: Readonly<Record<string, string>> = {
  ERA: 'era',
  YEAR: 'year',
  MONTH_OF_YEAR: 'month',
  DAY_OF_MONTH: 'day',
  AMPM_OF_DAY: 'AM/PM',
  HOUR_OF_DAY: 'hour',
  MINUTE_OF_HOUR: 'minute',
  SECOND_OF_MINUTE: 'second',
  DAY_OF_WEEK: 'day of the week',
  ALIGNED_WEEK_OF_YEAR: 'week',
  OFFSET_SECONDS: 'zone',
};

const displayName = (field: EnumConstant): string => DISPLAY[field.name] ?? field.text();

const cycle = (
  all: readonly EnumConstant[],
  self: EnumConstant,
  by: bigint,
): EnumConstant | undefined =>
  all[(((self.ordinal + Number(by % BigInt(all.length))) % all.length) + all.length) % all.length];

function numbered(what: string, all: readonly EnumConstant[], value: number): EnumConstant {
  const found = all[value - 1];
  if (found === undefined) throw dateTime(`Invalid value for ${what}: ${value}`);
  return found;
}

export function textWidth(style: EnumConstant): TextWidth {
  if (style.name.startsWith('FULL')) return 'long';
  return style.name.startsWith('SHORT') ? 'short' : 'narrow';
}

/** A query of the library, which prints its name. */
class NamedQuery extends JFunction {
  readonly #name: string;

  constructor(name: string, ask: (from: Value) => Value | undefined) {
    super(`${T}TemporalQuery`, (from: Value) => ask(from) ?? null);
    this.#name = name;
  }

  override text(): string {
    return this.#name;
  }
}

const query = (name: string, ask: (from: Value) => Value | undefined) => {
  const made = new NamedQuery(name, ask);
  return () => made;
};

const MONTH_CLASS = 'java.time.Month';
const PRECISION: Readonly<Record<string, string>> = {
  'java.time.DayOfWeek': 'DAYS',
  [MONTH_CLASS]: 'MONTHS',
};

/** The smallest unit of an object. */
function precisionOf(from: Value): EnumConstant | undefined {
  if (from instanceof EnumConstant) return chronoUnit(PRECISION[from.className] ?? 'ERAS');
  if (from instanceof LocalDate || from instanceof ChronoDate) return chronoUnit('DAYS');
  if (from instanceof Year) return chronoUnit('YEARS');
  if (from instanceof YearMonth) return chronoUnit('MONTHS');
  return hasField(from, chronoField('NANO_OF_SECOND')) ? chronoUnit('NANOS') : undefined;
}

/** Times, offsets, weekdays and eras belong to no calendar. */
function chronologyIn(from: Value): Value | undefined {
  if (from instanceof EnumConstant)
    return from.className === MONTH_CLASS ? ISO_CHRONOLOGY : undefined;
  const has = !WITHOUT_CALENDAR.some((one) => from instanceof one);
  return has ? chronologyOf(from) : undefined;
}

const WITHOUT_CALENDAR = [Instant, LocalTime, OffsetTime, ZoneId];

function rangeOfLongs(min: bigint, low: bigint, high: bigint, max: bigint): ValueRange {
  if (min > low)
    throw illegalArgument('Smallest minimum value must be less than largest minimum value');
  if (min > high)
    throw illegalArgument('Smallest minimum value must be less than smallest maximum value');
  return new ValueRange(min, low, high, max);
}

export const temporal: readonly ClassTable[] = [
  { name: `${T}TemporalUnit`, methods: UNIT_METHODS },
  {
    name: `${T}TemporalAmount`,
    methods: {
      'Temporal addTo(Temporal)': (self: Duration | Period, to: Temporal) =>
        plusAmount(to, self, 1n, chronoUnit),
      'Temporal subtractFrom(Temporal)': (self: Duration | Period, to: Temporal) =>
        plusAmount(to, self, -1n, chronoUnit),
      'long get(TemporalUnit)': amountIn,
      'List getUnits()': unitsOf,
    },
  },
  { name: `${T}TemporalAccessor`, methods: ACCESSOR },
  {
    name: TEMPORAL,
    supers: [`${T}TemporalAccessor`],
    methods: {
      ...amounts('Temporal'),
      ...UNTIL,
      'Temporal with(TemporalAdjuster)': adjusted,
      'Temporal with(TemporalField,long)': withField,
    },
  },
  { name: ADJUSTER, functional: 'Temporal adjustInto(Temporal)' },
  { name: `${T}TemporalField`, methods: FIELD_METHODS },
  enumTable(`${T}ChronoUnit`, CHRONO_UNIT, { supers: [`${T}TemporalUnit`] }),
  enumTable(`${T}ChronoField`, CHRONO_FIELD, {
    supers: [`${T}TemporalField`],
    methods: {
      'int checkValidIntValue(long)': checkedField,
      'long checkValidValue(long)': (self: EnumConstant, value: bigint) => {
        checkedField(self, value);
        return value;
      },
    },
  }),
  {
    name: `${T}ValueRange`,
    statics: {
      'ValueRange of(long,long)': (min: bigint, max: bigint) => new ValueRange(min, min, max, max),
      'ValueRange of(long,long,long)': (min: bigint, low: bigint, high: bigint) => {
        if (min > low)
          throw illegalArgument('Minimum value must be less than smallest maximum value');
        return new ValueRange(min, min, low, high);
      },
      'ValueRange of(long,long,long,long)': (a: bigint, b: bigint, c: bigint, d: bigint) =>
        rangeOfLongs(a, b, c, d),
    },
    methods: {
      'int checkValidIntValue(long,TemporalField)': (
        self: ValueRange,
        value: bigint,
        field: EnumConstant | null,
      ) => self.checkInt(value, field),
      'long checkValidValue(long,TemporalField)': (
        self: ValueRange,
        value: bigint,
        field: EnumConstant | null,
      ) => self.check(value, field),
      'long getLargestMinimum()': (self: ValueRange) => self.largestMin,
      'long getMaximum()': (self: ValueRange) => self.max,
      'long getMinimum()': (self: ValueRange) => self.min,
      'long getSmallestMaximum()': (self: ValueRange) => self.smallestMax,
      'boolean isFixed()': (self: ValueRange) => self.isFixed,
      'boolean isIntValue()': (self: ValueRange) => self.isInt,
      'boolean isValidIntValue(long)': (self: ValueRange, value: bigint) =>
        self.isInt && self.has(value),
      'boolean isValidValue(long)': (self: ValueRange, value: bigint) => self.has(value),
    },
  },
  { name: `${T}TemporalQuery`, functional: 'def queryFrom(TemporalAccessor)' },
  {
    name: `${T}TemporalQueries`,
    statics: {
      'TemporalQuery chronology()': query('Chronology', chronologyIn),
      'TemporalQuery localDate()': query('LocalDate', localDateIn),
      'TemporalQuery localTime()': query('LocalTime', localTimeIn),
      'TemporalQuery offset()': query('ZoneOffset', offsetIn),
      'TemporalQuery precision()': query('Precision', precisionOf),
      'TemporalQuery zone()': query('Zone', (from) => zoneOfTemporal(from, true)),
      'TemporalQuery zoneId()': query('ZoneId', (from) => zoneOfTemporal(from, false)),
    },
  },
  enumTable('java.time.Month', MONTH, {
    supers: [`${T}TemporalAccessor`, ADJUSTER],
    statics: {
      'Month from(TemporalAccessor)': monthFrom,
      'Month of(int)': (value: number) => numbered('MonthOfYear', MONTH, value),
    },
    methods: {
      ...ACCESSOR,
      'int firstDayOfYear(boolean)': (self: EnumConstant, leap: boolean) =>
        LocalDate.of(leap ? 2000 : 2001, self.ordinal + 1, 1).dayOfYear,
      'Month firstMonthOfQuarter()': (self: EnumConstant) =>
        MONTH[Math.floor(self.ordinal / 3) * 3],
      'String getDisplayName(TextStyle,Locale)': (
        self: EnumConstant,
        style: EnumConstant,
        by: Locale,
      ) => monthText(self.ordinal + 1, textWidth(style), by, style.name.endsWith('STANDALONE')),
      'int getValue()': (self: EnumConstant) => self.ordinal + 1,
      'int length(boolean)': (self: EnumConstant, leap: boolean) =>
        daysInMonth(leap ? 2000 : 2001, self.ordinal + 1),
      'int maxLength()': (self: EnumConstant) => daysInMonth(2000, self.ordinal + 1),
      'int minLength()': (self: EnumConstant) => daysInMonth(2001, self.ordinal + 1),
      'Month minus(long)': (self: EnumConstant, by: bigint) => cycle(MONTH, self, -by),
      'Month plus(long)': (self: EnumConstant, by: bigint) => cycle(MONTH, self, by),
    },
  }),
  enumTable('java.time.DayOfWeek', DAY_OF_WEEK, {
    supers: [`${T}TemporalAccessor`, ADJUSTER],
    statics: {
      'DayOfWeek from(TemporalAccessor)': dayOfWeekFrom,
      'DayOfWeek of(int)': (value: number) => numbered('DayOfWeek', DAY_OF_WEEK, value),
    },
    methods: {
      ...ACCESSOR,
      'String getDisplayName(TextStyle,Locale)': (
        self: EnumConstant,
        style: EnumConstant,
        by: Locale,
      ) => weekdayText(self.ordinal + 1, textWidth(style), by),
      'int getValue()': (self: EnumConstant) => self.ordinal + 1,
      'DayOfWeek minus(long)': (self: EnumConstant, by: bigint) => cycle(DAY_OF_WEEK, self, -by),
      'DayOfWeek plus(long)': (self: EnumConstant, by: bigint) => cycle(DAY_OF_WEEK, self, by),
    },
  }),
];
