/** java.time.Period and ChronoPeriod. */
import { daysInMonth } from '@skein/dates';
import type { ClassTable } from '../../class_table.js';
import { JList } from '../../containers/collections.js';
import { ISO_CHRONOLOGY } from '../../time/iso_chronology.js';
import { type Duration, LocalDate, LocalDateTime, Period, type Temporal } from '../../time/time.js';
import { chronoUnit } from '../../time/time_fields.js';
import { monthsBetween, plusAmount } from '../../time/time_math.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import {
  arithmetic,
  dateTime,
  dateTimeParse,
  unsupportedTemporal,
} from '../../values/throwable.js';
import { textOf, type Value } from '../../values/value.js';
import { T, type Table } from './shared.js';

const FORM = /^([+-]?)P(?:([+-]?\d+)Y)?(?:([+-]?\d+)M)?(?:([+-]?\d+)W)?(?:([+-]?\d+)D)?$/i;

const isInt = (value: number): boolean => value === (value | 0);

function parse(from: Value): Period {
  const text = textOf(from);
  const parts = FORM.exec(text);
  const [, sign, ...sizes] = parts ?? [];
  const given = sizes.map((size) => Number(size ?? 0));
  const [years = 0, months = 0, weeks = 0, rest = 0] = given.map((size) =>
    sign === '-' ? -size : size,
  );
  const isKnown = parts !== null && sizes.some((size) => size !== undefined);
  if (!isKnown || ![...given, years, months, weeks, rest].every(isInt))
    throw dateTimeParse('Text cannot be parsed to a Period');
  return new Period(years, months, exact(exact(weeks * 7) + rest));
}

/** The days of an incomplete month are counted in the month of the later date. */
export function periodBetween(a: LocalDate, b: LocalDate): Period {
  const months = monthsBetween(new LocalDateTime(a, 0), new LocalDateTime(b, 0));
  const calendarMonths = (b.year - a.year) * 12 + b.month - a.month;
  let days = b.dayOfMonth - a.dayOfMonth;
  if (months < calendarMonths) days = b.day - a.plusMonths(months).day;
  else if (months > calendarMonths) days -= daysInMonth(b.year, b.month);
  return new Period(Math.trunc(months / 12), months % 12, days);
}

function exact(value: number | bigint): number {
  const number = Number(value);
  if (!isInt(number)) throw arithmetic('integer overflow');
  return number;
}

function combined(self: Period, amount: Period | Duration, sign: number): Period {
  if (!(amount instanceof Period)) {
    throw dateTime(`Unit must be Years, Months or Days, but was Seconds`);
  }
  return new Period(
    exact(self.years + sign * amount.years),
    exact(self.months + sign * amount.months),
    exact(self.days + sign * amount.days),
  );
}

function scaled({ years, months, days }: Period, by: number): Period {
  return new Period(exact(years * by), exact(months * by), exact(days * by));
}

function get(self: Period, unit: EnumConstant): bigint {
  const found = { YEARS: self.years, MONTHS: self.months, DAYS: self.days }[unit.name];
  if (found === undefined) throw unsupportedTemporal(`Unsupported unit: ${unit.text()}`);
  return BigInt(found);
}

const units = (): JList => new JList(['YEARS', 'MONTHS', 'DAYS'].map(chronoUnit), { fixed: true });

const AMOUNT: Table = {
  'Temporal addTo(Temporal)': (self: Period, to: Temporal) => plusAmount(to, self, 1n, chronoUnit),
  'long get(TemporalUnit)': get,
  'List getUnits()': units,
  'Temporal subtractFrom(Temporal)': (self: Period, to: Temporal) =>
    plusAmount(to, self, -1n, chronoUnit),
};

const isNegative = ({ years, months, days }: Period): boolean =>
  years < 0 || months < 0 || days < 0;
const isZero = ({ years, months, days }: Period): boolean =>
  years === 0 && months === 0 && days === 0;

function normalized(self: Period): Period {
  const months = self.years * 12 + self.months;
  return new Period(exact(Math.trunc(months / 12)), months % 12, self.days);
}

const shared = (type: string): Table => ({
  'boolean isNegative()': isNegative,
  'boolean isZero()': isZero,
  [`${type} minus(TemporalAmount)`]: (self: Period, amount: Period) => combined(self, amount, -1),
  [`${type} multipliedBy(int)`]: scaled,
  [`${type} negated()`]: (self: Period) => scaled(self, -1),
  [`${type} normalized()`]: normalized,
  [`${type} plus(TemporalAmount)`]: (self: Period, amount: Period) => combined(self, amount, 1),
});

/** `plusDays`, `minusMonths` and similar methods. */
const steps: Table = Object.fromEntries(
  [1, -1].flatMap((sign) => {
    const verb = sign > 0 ? 'plus' : 'minus';
    const moved =
      (change: (count: number) => Partial<Record<'years' | 'months' | 'days', number>>) =>
      (self: Period, count: bigint): Period => {
        const { years = 0, months = 0, days = 0 } = change(sign * Number(count));
        return new Period(
          exact(self.years + years),
          exact(self.months + months),
          exact(self.days + days),
        );
      };
    return [
      [`Period ${verb}Days(long)`, moved((days) => ({ days }))],
      [`Period ${verb}Months(long)`, moved((months) => ({ months }))],
      [`Period ${verb}Years(long)`, moved((years) => ({ years }))],
    ];
  }),
);

const dateOf = (date: { readonly day: number }): LocalDate => new LocalDate(date.day);

export const period: readonly ClassTable[] = [
  {
    name: `${T}chrono.ChronoPeriod`,
    supers: [`${T}temporal.TemporalAmount`],
    statics: {
      'ChronoPeriod between(ChronoLocalDate,ChronoLocalDate)': (
        a: { readonly day: number },
        b: { readonly day: number },
      ) => periodBetween(dateOf(a), dateOf(b)),
    },
    methods: {
      ...shared('ChronoPeriod'),
      'Chronology getChronology()': () => ISO_CHRONOLOGY,
      'List getUnits()': units,
    },
  },
  {
    name: `${T}Period`,
    supers: [`${T}chrono.ChronoPeriod`],
    constants: { 'Period ZERO': new Period(0, 0, 0) },
    statics: {
      'Period between(LocalDate,LocalDate)': periodBetween,
      'Period from(TemporalAmount)': (amount: Period | Duration) =>
        amount instanceof Period ? amount : combined(new Period(0, 0, 0), amount, 1),
      'Period parse(CharSequence)': parse,
      'Period of(int,int,int)': (y: number, m: number, d: number) => new Period(y, m, d),
      'Period ofDays(int)': (count: number) => new Period(0, 0, count),
      'Period ofWeeks(int)': (count: number) => new Period(0, 0, exact(count * 7)),
      'Period ofMonths(int)': (count: number) => new Period(0, count, 0),
      'Period ofYears(int)': (count: number) => new Period(count, 0, 0),
    },
    methods: {
      ...AMOUNT,
      ...shared('Period'),
      ...steps,
      'IsoChronology getChronology()': () => ISO_CHRONOLOGY,
      'Period withDays(int)': (self: Period, days: number) =>
        new Period(self.years, self.months, days),
      'Period withMonths(int)': (self: Period, months: number) =>
        new Period(self.years, months, self.days),
      'Period withYears(int)': (self: Period, years: number) =>
        new Period(years, self.months, self.days),
      'int getDays()': (self: Period) => self.days,
      'int getMonths()': (self: Period) => self.months,
      'int getYears()': (self: Period) => self.years,
      'long toTotalMonths()': (self: Period) => BigInt(self.years * 12 + self.months),
    },
  },
];
