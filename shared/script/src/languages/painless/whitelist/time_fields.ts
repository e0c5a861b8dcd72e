/** java.time.temporal: fields, adjusters, and what every temporal object can be asked. */
import type { ClassTable, Implementation } from '../class_table.js';
import { JFunction } from '../runtime/container_types.js';
import {
  type Dated,
  type EnumConstant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  lengthOfMonth,
  MONTH,
  ZonedDateTime,
} from '../runtime/time.js';
import {
  type Accessor,
  baseUnit,
  CHRONO_FIELD,
  checkedField,
  fieldOf,
  hasField,
  ISO_FIELD,
  intFieldOf,
  isDateField,
  isTimeField,
  lastDayOfMonth,
  withField,
} from '../runtime/time_fields.js';
import { JavaObject } from '../runtime/value.js';

type Methods = Readonly<Record<string, Implementation>>;
const T = 'java.time.temporal.';

export const ACCESSOR: Methods = {
  'int get(TemporalField)': intFieldOf,
  'long getLong(TemporalField)': fieldOf,
  'boolean isSupported(TemporalField)': hasField,
};

type Adjustable = Dated | LocalTime;
type DateAdjuster = (date: LocalDate) => LocalDate;

class Adjuster extends JavaObject {
  readonly className: string = `${T}TemporalAdjuster`;
  readonly adjust: DateAdjuster;

  constructor(adjust: DateAdjuster) {
    super();
    this.adjust = adjust;
  }
}

/** Replaces the date of whatever has one. */
function withDate(self: Adjustable, change: DateAdjuster): Adjustable {
  if (self instanceof LocalDate) return change(self);
  if (self instanceof LocalDateTime) return new LocalDateTime(change(self.date), self.nanos);
  if (self instanceof ZonedDateTime)
    return self.with(new LocalDateTime(change(self.local.date), self.local.nanos));
  // What has no date says so as for any field of a date.
  fieldOf(self, CHRONO_FIELD.find((one) => one.name === 'EPOCH_DAY') as EnumConstant);
  return self;
}

function withTime(self: Adjustable, time: LocalTime): Adjustable {
  if (self instanceof LocalDateTime) return new LocalDateTime(self.date, time.nanos);
  if (self instanceof ZonedDateTime)
    return self.with(new LocalDateTime(self.local.date, time.nanos));
  if (self instanceof LocalTime) return time;
  const field = CHRONO_FIELD.find((one) => one.name === 'NANO_OF_DAY') as EnumConstant;
  return withField(self, field, BigInt(time.nanos));
}

/** `temporal.with(adjuster)`: an adjuster of the library, a lambda, or a part of a date or time. */
function adjusted(self: Adjustable, by: JavaObject): unknown {
  if (by instanceof JFunction) return by.fn(self);
  if (by instanceof Adjuster) return withDate(self, by.adjust);
  if (by instanceof LocalDate) return withDate(self, () => by);
  if (by instanceof LocalTime) return withTime(self, by);
  if (by instanceof LocalDateTime)
    return withTime(
      withDate(self, () => by.date),
      new LocalTime(by.nanos),
    );
  const constant = by as EnumConstant;
  const name = constant.className === 'java.time.Month' ? 'MONTH_OF_YEAR' : 'DAY_OF_WEEK';
  const field = CHRONO_FIELD.find((one) => one.name === name) as EnumConstant;
  return withField(self, field, BigInt(constant.ordinal + 1));
}

/** `with` of a class that gives its own kind back. */
export function settable(type: string): Methods {
  return {
    [`${type} with(TemporalAdjuster)`]: adjusted,
    [`${type} with(TemporalField,long)`]: withField,
  };
}

/** Days from `date` on to the weekday, 0 to 6. */
const daysTo = (date: LocalDate, day: EnumConstant): number =>
  (day.ordinal + 1 - date.dayOfWeek + 7) % 7;
const moved = (date: LocalDate, days: number): LocalDate => new LocalDate(date.day + days);
const first = (date: LocalDate): LocalDate => LocalDate.of(date.year, date.month, 1);

function inMonth(date: LocalDate, day: EnumConstant, ordinal: number): LocalDate {
  if (ordinal >= 0) {
    const start = first(date);
    return moved(start, daysTo(start, day) + (ordinal - 1) * 7);
  }
  const end = lastDayOfMonth(date);
  return moved(end, -((end.dayOfWeek - day.ordinal - 1 + 7) % 7) + (ordinal + 1) * 7);
}

const plain = (adjust: DateAdjuster) => () => new Adjuster(adjust);
const toDay = (adjust: (date: LocalDate, day: EnumConstant) => LocalDate) => (day: EnumConstant) =>
  new Adjuster((date) => adjust(date, day));

const ADJUSTERS: Methods = {
  'TemporalAdjuster dayOfWeekInMonth(int,DayOfWeek)': (ordinal: number, day: EnumConstant) =>
    new Adjuster((date) => inMonth(date, day, ordinal)),
  'TemporalAdjuster firstDayOfMonth()': plain(first),
  'TemporalAdjuster firstDayOfNextMonth()': plain((date) => first(date).plusMonths(1)),
  'TemporalAdjuster firstDayOfNextYear()': plain((date) => LocalDate.of(date.year + 1, 1, 1)),
  'TemporalAdjuster firstDayOfYear()': plain((date) => LocalDate.of(date.year, 1, 1)),
  'TemporalAdjuster firstInMonth(DayOfWeek)': toDay((date, day) => inMonth(date, day, 1)),
  'TemporalAdjuster lastDayOfMonth()': plain(lastDayOfMonth),
  'TemporalAdjuster lastDayOfYear()': plain((date) => LocalDate.of(date.year, 12, 31)),
  'TemporalAdjuster lastInMonth(DayOfWeek)': toDay((date, day) => inMonth(date, day, -1)),
  'TemporalAdjuster next(DayOfWeek)': toDay((date, day) => moved(date, daysTo(date, day) || 7)),
  'TemporalAdjuster nextOrSame(DayOfWeek)': toDay((date, day) => moved(date, daysTo(date, day))),
  'TemporalAdjuster previous(DayOfWeek)': toDay((date, day) => moved(date, daysTo(date, day) - 7)),
  'TemporalAdjuster previousOrSame(DayOfWeek)': toDay((date, day) =>
    moved(date, (daysTo(date, day) || 7) - 7),
  ),
  'TemporalAdjuster ofDateAdjuster(UnaryOperator)': (fn: JFunction) =>
    new Adjuster((date) => fn.fn(date) as LocalDate),
};

const FIELD: Methods = {
  'TemporalUnit getBaseUnit()': baseUnit,
  'long getFrom(TemporalAccessor)': (self: EnumConstant, from: Accessor) => fieldOf(from, self),
  'boolean isDateBased()': isDateField,
  'boolean isSupportedBy(TemporalAccessor)': (self: EnumConstant, from: Accessor) =>
    hasField(from, self),
  'boolean isTimeBased()': isTimeField,
  'Temporal adjustInto(Temporal,long)': (self: EnumConstant, to: Adjustable, value: bigint) =>
    withField(to, self, value),
};

export const timeFieldMethods = {
  fields: CHRONO_FIELD,
  methods: {
    'int checkValidIntValue(long)': (self: EnumConstant, value: bigint) =>
      checkedField(self, value),
    'long checkValidValue(long)': (self: EnumConstant, value: bigint) => {
      checkedField(self, value);
      return value;
    },
  } satisfies Methods,
};

/** What Month and DayOfWeek have of months and weeks. */
export const MONTH_METHODS: Methods = {
  ...ACCESSOR,
  'int firstDayOfYear(boolean)': (self: EnumConstant, leap: boolean) =>
    LocalDate.of(leap ? 2000 : 2001, self.ordinal + 1, 1).dayOfYear,
  'Month firstMonthOfQuarter()': (self: EnumConstant) => MONTH[Math.floor(self.ordinal / 3) * 3],
  'int length(boolean)': (self: EnumConstant, leap: boolean) =>
    lengthOfMonth(leap ? 2000 : 2001, self.ordinal + 1),
  'int maxLength()': (self: EnumConstant) => lengthOfMonth(2000, self.ordinal + 1),
  'int minLength()': (self: EnumConstant) => lengthOfMonth(2001, self.ordinal + 1),
};

export const timeFields: readonly ClassTable[] = [
  { name: `${T}TemporalField`, methods: FIELD },
  {
    name: `${T}TemporalAdjuster`,
    functional: 'Temporal adjustInto(Temporal)',
  },
  { name: `${T}TemporalAdjusters`, statics: ADJUSTERS },
  { name: `${T}IsoFields$Field`, imported: false, supers: [`${T}TemporalField`], methods: {} },
  {
    name: `${T}IsoFields`,
    constants: Object.fromEntries(ISO_FIELD.map((one) => [`TemporalField ${one.name}`, one])),
  },
];
