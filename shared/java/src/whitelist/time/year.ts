/** java.time.Year, YearMonth and MonthDay. */

import { daysInMonth, daysInYear, isLeapYear } from '@skein/dates';
import type { ClassTable } from '../../class_table.js';
import {
  monthDayFrom,
  parsedAs,
  yearFrom,
  yearMonthFrom,
} from '../../time/formatter/conversions.js';
import type { DateTimeFormatter } from '../../time/formatter/formatter.js';
import { MONTH_DAY_FORM, YEAR_FORM, YEAR_MONTH_FORM } from '../../time/formatter/predefined.js';
import { checkedMonth, MonthDay, Year, YearMonth } from '../../time/partial_dates.js';
import { checkedYear, LocalDate, MAX_YEAR, MONTH, type Temporal } from '../../time/time.js';
import { checkedField, ofYearDay } from '../../time/time_fields.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import { unsupportedTemporal } from '../../values/throwable.js';
import { type JavaObject, textOf, type Value } from '../../values/value.js';
import {
  ACCESSOR,
  ADJUSTER,
  adjusted,
  amounts,
  compare,
  FORMAT,
  order,
  steps,
  T,
  type Table,
  TEMPORAL,
  UNTIL,
} from './shared.js';

const PARTIAL = [TEMPORAL, ADJUSTER, 'java.lang.Comparable'];

const unsupportedField = (field: EnumConstant): object =>
  unsupportedTemporal(`Unsupported field: ${field.text()}`);

function withYearField(self: Year, field: EnumConstant, value: bigint): Year {
  if (self.fieldValue(field) === undefined) throw unsupportedField(field);
  const wanted = checkedField(field, value);
  if (field.name === 'YEAR') return new Year(wanted);
  if (field.name === 'YEAR_OF_ERA') return new Year(self.year < 1 ? 1 - wanted : wanted);
  return Number(self.year >= 1) === wanted ? self : new Year(1 - self.year);
}

function withYearMonthField(self: YearMonth, field: EnumConstant, value: bigint): YearMonth {
  if (self.fieldValue(field) === undefined) throw unsupportedField(field);
  const wanted = checkedField(field, value);
  if (field.name === 'MONTH_OF_YEAR') return new YearMonth(self.year, wanted);
  if (field.name === 'PROLEPTIC_MONTH') return YearMonth.ofMonths(wanted);
  return new YearMonth(withYearField(new Year(self.year), field, value).year, self.month);
}

const settable = (
  type: string,
  set: (self: never, field: EnumConstant, value: bigint) => Temporal,
): Table => ({
  [`${type} with(TemporalAdjuster)`]: (self: JavaObject, by: JavaObject) => adjusted(self, by),
  [`${type} with(TemporalField,long)`]: set,
});

const parse = (
  type: string,
  from: (object: JavaObject) => Temporal,
  form: DateTimeFormatter,
): Table => ({
  [`${type} from(TemporalAccessor)`]: from,
  [`${type} parse(CharSequence)`]: (text: Value) => parsedAs(from, textOf(text), form),
  [`${type} parse(CharSequence,DateTimeFormatter)`]: (text: Value, by: DateTimeFormatter) =>
    parsedAs(from, textOf(text), by),
});

const isValidMonthDay = (year: number, day: MonthDay | null): boolean =>
  day !== null && day.day <= daysInMonth(year, day.month);

export const year: readonly ClassTable[] = [
  {
    name: `${T}Year`,
    supers: PARTIAL,
    constants: { 'int MAX_VALUE': MAX_YEAR, 'int MIN_VALUE': -MAX_YEAR },
    statics: {
      ...parse('Year', yearFrom, YEAR_FORM),
      'boolean isLeap(long)': (at: bigint) => isLeapYear(Number(at % 400n)),
      'Year of(int)': (at: number) => new Year(at),
    },
    methods: {
      ...ACCESSOR,
      ...settable('Year', withYearField),
      ...amounts('Year'),
      ...steps('Year', ['YEARS']),
      ...UNTIL,
      ...FORMAT,
      ...compare('Year'),
      'boolean isAfter(Year)': (self: Year, other: Year) => self.year > other.year,
      'LocalDate atDay(int)': (self: Year, day: number) => ofYearDay(self.year, day),
      'YearMonth atMonth(int)': (self: Year, month: number) => new YearMonth(self.year, month),
      'LocalDate atMonthDay(MonthDay)': (self: Year, day: MonthDay) => day.atYear(self.year),
      'int getValue()': (self: Year) => self.year,
      'boolean isLeap()': (self: Year) => isLeapYear(self.year),
      'boolean isValidMonthDay(MonthDay)': (self: Year, day: MonthDay | null) =>
        isValidMonthDay(self.year, day),
      'int length()': (self: Year) => daysInYear(self.year),
    },
  },
  {
    name: `${T}YearMonth`,
    supers: PARTIAL,
    statics: {
      ...parse('YearMonth', yearMonthFrom, YEAR_MONTH_FORM),
      'YearMonth of(int,int)': (at: number, month: number) => new YearMonth(at, month),
    },
    methods: {
      ...ACCESSOR,
      ...settable('YearMonth', withYearMonthField),
      ...amounts('YearMonth'),
      ...steps('YearMonth', ['MONTHS', 'YEARS']),
      ...UNTIL,
      ...FORMAT,
      ...order('YearMonth'),
      ...compare('YearMonth'),
      'LocalDate atDay(int)': (self: YearMonth, day: number) =>
        LocalDate.of(self.year, self.month, day),
      'LocalDate atEndOfMonth()': (self: YearMonth) =>
        LocalDate.of(self.year, self.month, daysInMonth(self.year, self.month)),
      'Month getMonth()': (self: YearMonth) => MONTH[self.month - 1],
      'int getMonthValue()': (self: YearMonth) => self.month,
      'int getYear()': (self: YearMonth) => self.year,
      'boolean isLeapYear()': (self: YearMonth) => isLeapYear(self.year),
      'boolean isValidDay(int)': (self: YearMonth, day: number) =>
        day >= 1 && day <= daysInMonth(self.year, self.month),
      'int lengthOfMonth()': (self: YearMonth) => daysInMonth(self.year, self.month),
      'int lengthOfYear()': (self: YearMonth) => daysInYear(self.year),
      'YearMonth withMonth(int)': (self: YearMonth, month: number) =>
        new YearMonth(self.year, checkedMonth(month)),
      'YearMonth withYear(int)': (self: YearMonth, at: number) =>
        new YearMonth(checkedYear(at), self.month),
    },
  },
  {
    name: `${T}MonthDay`,
    supers: [`${T}temporal.TemporalAccessor`, ADJUSTER, 'java.lang.Comparable'],
    statics: {
      ...parse('MonthDay', monthDayFrom, MONTH_DAY_FORM),
      'MonthDay of(int,int)': (month: number, day: number) => new MonthDay(month, day),
    },
    methods: {
      ...ACCESSOR,
      ...FORMAT,
      ...order('MonthDay'),
      ...compare('MonthDay'),
      'LocalDate atYear(int)': (self: MonthDay, at: number) => self.atYear(at),
      'int getDayOfMonth()': (self: MonthDay) => self.day,
      'Month getMonth()': (self: MonthDay) => MONTH[self.month - 1],
      'int getMonthValue()': (self: MonthDay) => self.month,
      'boolean isValidYear(int)': (self: MonthDay, at: number) => isValidMonthDay(at, self),
      'MonthDay with(Month)': (self: MonthDay, month: EnumConstant) =>
        withMonth(self, month.ordinal + 1),
      'MonthDay withDayOfMonth(int)': (self: MonthDay, day: number) =>
        new MonthDay(self.month, day),
      'MonthDay withMonth(int)': withMonth,
    },
  },
];

function withMonth(self: MonthDay, month: number): MonthDay {
  const { month: checked } = new MonthDay(month, 1);
  return new MonthDay(month, Math.min(self.day, daysInMonth(2000, checked)));
}
