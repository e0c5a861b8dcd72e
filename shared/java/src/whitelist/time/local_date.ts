/** java.time.LocalDate. */

import { daysInMonth, daysInYear, isLeapYear } from '@skein/dates';
import type { ClassTable } from '../../class_table.js';
import { localDateFrom, parsedAs } from '../../time/formatter/conversions.js';
import type { DateTimeFormatter } from '../../time/formatter/formatter.js';
import { ISO_LOCAL_DATE } from '../../time/formatter/predefined.js';
import { ISO_CHRONOLOGY, ISO_ERA } from '../../time/iso_chronology.js';
import { LocalDate, LocalDateTime, type LocalTime, MAX_YEAR } from '../../time/time.js';
import { ofYearDay } from '../../time/time_fields.js';
import { ZonedDateTime, type ZoneId } from '../../time/zone.js';
import { textOf, type Value } from '../../values/value.js';
import { periodBetween } from './period.js';
import { ACCESSOR, clock, dateMethods, settable, T, UNTIL } from './shared.js';

export const localDate: readonly ClassTable[] = [
  {
    name: `${T}LocalDate`,
    supers: [`${T}chrono.ChronoLocalDate`],
    constants: {
      'LocalDate MAX': LocalDate.of(MAX_YEAR, 12, 31),
      'LocalDate MIN': LocalDate.of(-MAX_YEAR, 1, 1),
    },
    statics: {
      'LocalDate of(int,int,int)': LocalDate.of,
      'LocalDate from(TemporalAccessor)': localDateFrom,
      'LocalDate ofYearDay(int,int)': ofYearDay,
      'LocalDate ofEpochDay(long)': LocalDate.ofEpochDay,
      'LocalDate parse(CharSequence)': (text: Value) =>
        parsedAs(localDateFrom, textOf(text), ISO_LOCAL_DATE),
      'LocalDate parse(CharSequence,DateTimeFormatter)': (text: Value, by: DateTimeFormatter) =>
        parsedAs(localDateFrom, textOf(text), by),
    },
    methods: {
      ...UNTIL,
      ...ACCESSOR,
      ...settable('LocalDate'),
      ...dateMethods<LocalDate>('LocalDate', { date: (self) => self, with: (_self, date) => date }),
      'IsoChronology getChronology()': () => ISO_CHRONOLOGY,
      'Era getEra()': (self: LocalDate) => ISO_ERA[Number(self.year > 0)],
      'boolean isLeapYear()': (self: LocalDate) => isLeapYear(self.year),
      'int lengthOfMonth()': (self: LocalDate) => daysInMonth(self.year, self.month),
      'int lengthOfYear()': (self: LocalDate) => daysInYear(self.year),
      'LocalDateTime atStartOfDay()': (self: LocalDate) => new LocalDateTime(self, 0),
      'ZonedDateTime atStartOfDay(ZoneId)': (self: LocalDate, zone: ZoneId) =>
        new ZonedDateTime(new LocalDateTime(self, 0), zone),
      'LocalDateTime atTime(int,int)': (self: LocalDate, hour: number, minute: number) =>
        new LocalDateTime(self, clock(hour, minute)),
      'LocalDateTime atTime(int,int,int)': (self: LocalDate, h: number, m: number, s: number) =>
        new LocalDateTime(self, clock(h, m, s)),
      'LocalDateTime atTime(int,int,int,int)': (
        self: LocalDate,
        h: number,
        m: number,
        s: number,
        n: number,
      ) => new LocalDateTime(self, clock(h, m, s, n)),
      'LocalDateTime atTime(LocalTime)': (self: LocalDate, at: LocalTime) =>
        new LocalDateTime(self, at.nanos),
      'Period until(ChronoLocalDate)': (self: LocalDate, end: { readonly day: number }) =>
        periodBetween(self, new LocalDate(end.day)),
    },
  },
];
