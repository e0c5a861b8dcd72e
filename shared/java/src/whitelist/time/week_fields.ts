/**
 * java.time.temporal's fields and adjusters: IsoFields, JulianFields, WeekFields,
 * TemporalAdjusters.
 */

import { daysInMonth } from '@skein/dates';
import type { ClassTable } from '../../class_table.js';
import type { JFunction } from '../../containers/container_types.js';
import { call } from '../../containers/streams.js';
import type { Locale } from '../../text/locale.js';
import { LocalDate } from '../../time/time.js';
import { ISO_UNIT } from '../../time/time_fields.js';
import {
  ISO_FIELD,
  ISO_WEEKS,
  JULIAN_FIELD,
  SUNDAY_WEEKS,
  WeekFields,
  weekFieldsOf,
} from '../../time/week_fields.js';
import { constantAt, type EnumConstant } from '../../values/enum_constant.js';
import { Adjuster, type DateAdjuster } from './shared.js';

const T = 'java.time.temporal.';

/** The number of days from `date` to the next given weekday, 0 to 6. */
const daysTo = (date: LocalDate, day: EnumConstant): number =>
  (day.ordinal + 1 - date.dayOfWeek + 7) % 7;
const moved = (date: LocalDate, days: number): LocalDate => new LocalDate(date.day + days);
const first = (date: LocalDate): LocalDate => LocalDate.of(date.year, date.month, 1);
const last = (date: LocalDate): LocalDate =>
  LocalDate.of(date.year, date.month, daysInMonth(date.year, date.month));

function inMonth(date: LocalDate, day: EnumConstant, ordinal: number): LocalDate {
  if (ordinal >= 0) {
    const start = first(date);
    return moved(start, daysTo(start, day) + (ordinal - 1) * 7);
  }
  const end = last(date);
  return moved(end, -((end.dayOfWeek - day.ordinal - 1 + 7) % 7) + (ordinal + 1) * 7);
}

const plain = (adjust: DateAdjuster) => () => new Adjuster(adjust);
const toDay = (adjust: (date: LocalDate, day: EnumConstant) => LocalDate) => (day: EnumConstant) =>
  new Adjuster((date) => adjust(date, day));

export const weekFields: readonly ClassTable[] = [
  {
    name: `${T}TemporalAdjusters`,
    statics: {
      'TemporalAdjuster dayOfWeekInMonth(int,DayOfWeek)': (ordinal: number, day: EnumConstant) =>
        new Adjuster((date) => inMonth(date, day, ordinal)),
      'TemporalAdjuster firstDayOfMonth()': plain(first),
      'TemporalAdjuster firstDayOfNextMonth()': plain((date) => first(date).plusMonths(1)),
      'TemporalAdjuster firstDayOfNextYear()': plain((date) => LocalDate.of(date.year + 1, 1, 1)),
      'TemporalAdjuster firstDayOfYear()': plain((date) => LocalDate.of(date.year, 1, 1)),
      'TemporalAdjuster firstInMonth(DayOfWeek)': toDay((date, day) => inMonth(date, day, 1)),
      'TemporalAdjuster lastDayOfMonth()': plain(last),
      'TemporalAdjuster lastDayOfYear()': plain((date) => LocalDate.of(date.year, 12, 31)),
      'TemporalAdjuster lastInMonth(DayOfWeek)': toDay((date, day) => inMonth(date, day, -1)),
      'TemporalAdjuster next(DayOfWeek)': toDay((date, day) => moved(date, daysTo(date, day) || 7)),
      'TemporalAdjuster nextOrSame(DayOfWeek)': toDay((date, day) =>
        moved(date, daysTo(date, day)),
      ),
      'TemporalAdjuster previous(DayOfWeek)': toDay((date, day) =>
        moved(date, daysTo(date, day) - 7),
      ),
      'TemporalAdjuster previousOrSame(DayOfWeek)': toDay((date, day) =>
        moved(date, (daysTo(date, day) || 7) - 7),
      ),
      'TemporalAdjuster ofDateAdjuster(UnaryOperator)': (fn: JFunction) =>
        new Adjuster((date) => call<LocalDate>(fn)(date)),
    },
  },
  { name: `${T}IsoFields$Field`, hidden: true, supers: [`${T}TemporalField`], methods: {} },
  { name: `${T}IsoFields$Unit`, hidden: true, supers: [`${T}TemporalUnit`], methods: {} },
  { name: `${T}JulianFields$Field`, hidden: true, supers: [`${T}TemporalField`], methods: {} },
  {
    name: `${T}IsoFields`,
    constants: Object.fromEntries([
      ...ISO_FIELD.map((one) => [`TemporalField ${one.name}`, one]),
      ...ISO_UNIT.map((one) => [`TemporalUnit ${one.name}`, one]),
    ]),
  },
  {
    name: `${T}JulianFields`,
    constants: Object.fromEntries(JULIAN_FIELD.map((one) => [`TemporalField ${one.name}`, one])),
  },
  {
    name: `${T}WeekFields`,
    constants: {
      'WeekFields ISO': ISO_WEEKS,
      'WeekFields SUNDAY_START': SUNDAY_WEEKS,
      'TemporalUnit WEEK_BASED_YEARS': constantAt(ISO_UNIT, 0),
    },
    statics: {
      'WeekFields of(Locale)': (by: Locale) => weekFieldsOf(by),
      'WeekFields of(DayOfWeek,int)': (day: EnumConstant, minimal: number) =>
        new WeekFields(day.ordinal + 1, minimal),
    },
    methods: {
      'TemporalField dayOfWeek()': (self: WeekFields) => self.dayOfWeekField(),
      'DayOfWeek getFirstDayOfWeek()': (self: WeekFields) => self.firstDayOfWeek,
      'int getMinimalDaysInFirstWeek()': (self: WeekFields) => self.minimalDays,
      'TemporalField weekBasedYear()': (self: WeekFields) => self.weekBasedYearField(),
      'TemporalField weekOfMonth()': (self: WeekFields) => self.weekOfMonthField(),
      'TemporalField weekOfWeekBasedYear()': (self: WeekFields) => self.weekOfWeekBasedYearField(),
      'TemporalField weekOfYear()': (self: WeekFields) => self.weekOfYearField(),
    },
  },
];
