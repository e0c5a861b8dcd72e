/** java.util.Calendar and GregorianCalendar. */
import type { ClassTable, Implementation } from '../class_table.js';
import { nowMs } from '../host/world.js';
import { DEFAULT_LOCALE, type Locale } from '../text/locale.js';
import { DAY_MS, JCalendar } from '../time/calendar/calendar.js';
import { FIELD, FIELD_COUNT, FIELDS } from '../time/calendar/calendar_field.js';
import { actualMost, addTo, setWeekDate } from '../time/calendar/calendar_moves.js';
import { isoWeekdayOf, weekOfYear, weeksInYear } from '../time/calendar/calendar_weeks.js';
import { isHybridLeapYear } from '../time/calendar/hybrid_dates.js';
import { DEFAULT_ZONE, JTimeZone } from '../time/calendar/time_zone.js';
import { Instant } from '../time/time.js';
import { amPmText, eraText, monthText, type TextWidth, weekdayText } from '../time/time_texts.js';
import { ZonedDateTime } from '../time/zone.js';
import { arrayIndex, illegalArgument, notNull } from '../values/throwable.js';
import type { Value } from '../values/value.js';
import { JDate } from './date.js';

type C = JCalendar;

const now = (zone: JTimeZone, locale: Locale): C => JCalendar.in(zone, locale, nowMs());

/** A calendar at a local date and time of the default zone. */
function at(...[year, month, day, hour = 0, minute = 0, second = 0]: number[]): C {
  const calendar = now(DEFAULT_ZONE, DEFAULT_LOCALE);
  calendar.clear();
  const given = [year, month, day, hour, minute, second];
  TIME_FIELDS.forEach((field, i) => void calendar.set(field, given[i] ?? 0));
  return calendar;
}

const TIME_FIELDS = [
  FIELD.year,
  FIELD.month,
  FIELD.dayOfMonth,
  FIELD.hourOfDay,
  FIELD.minute,
  FIELD.second,
];

function setAll(self: C, ...values: number[]): void {
  values.forEach((value, i) => void self.set(TIME_FIELDS[i] ?? 0, value));
}

function limitOf(field: number, limit: 'least' | 'leastMost' | 'most'): number {
  const limits = FIELDS[field];
  if (limits !== undefined) return limits[limit];
  throw arrayIndex(`Index ${field} out of bounds for length ${FIELD_COUNT}`);
}

/** The week of the calendar's day, and the year that the week belongs to. */
const weekOf = (self: C) => weekOfYear(self.day, self.weeks);

/** The widths of names by style, without the bit that asks for names that stand alone. */
const WIDTHS: ReadonlyMap<number, TextWidth> = new Map([
  [1, 'short'],
  [2, 'long'],
  [4, 'narrow'],
]);
const STANDALONE = 0x8000;

function displayName(self: C, field: number, style: number, given: Locale): string | null {
  const width = WIDTHS.get(style & ~STANDALONE);
  if (field < 0 || field >= FIELD_COUNT || width === undefined) throw illegalArgument(null);
  const locale = notNull(given);
  const value = self.get(field);
  if (field === FIELD.month) {
    return monthText(value + 1, width, locale, (style & STANDALONE) !== 0);
  }
  if (field === FIELD.dayOfWeek) return weekdayText(isoWeekdayOf(value), width, locale);
  if (field === FIELD.amPm) return amPmText(value === 1, locale);
  return field === FIELD.era ? eraText(value === 1, 'short', locale) : null;
}

const compared = (self: C, other: Value): number | undefined =>
  other instanceof JCalendar ? self.compareTo(other) : undefined;

const constants: Readonly<Record<string, number>> = {
  ...Object.fromEntries(FIELDS.map(({ name }, field) => [name, field])),
  FIELD_COUNT,
  DATE: FIELD.dayOfMonth,
  ...numbered(['AM', 'PM'], 0),
  ...numbered(['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'], 1),
  ...numbered(
    [
      ...['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE', 'JULY', 'AUGUST', 'SEPTEMBER'],
      ...['OCTOBER', 'NOVEMBER', 'DECEMBER', 'UNDECIMBER'],
    ],
    0,
  ),
  ...numbered(['ALL_STYLES', 'SHORT', 'LONG'], 0),
  SHORT_FORMAT: 1,
  LONG_FORMAT: 2,
  NARROW_FORMAT: 4,
  SHORT_STANDALONE: STANDALONE + 1,
  LONG_STANDALONE: STANDALONE + 2,
  NARROW_STANDALONE: STANDALONE + 4,
};

function numbered(names: readonly string[], from: number): Record<string, number> {
  return Object.fromEntries(names.map((name, i) => [name, from + i]));
}

const ints = (of: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [`int ${name}`, value]));

const limitMethods: Record<string, Implementation> = {
  'int getActualMaximum(int)': (self: C, field: number) => {
    limitOf(field, 'most');
    return actualMost(self, field);
  },
  'int getActualMinimum(int)': (_self: C, field: number) => limitOf(field, 'least'),
  'int getGreatestMinimum(int)': (_self: C, field: number) => limitOf(field, 'least'),
  'int getLeastMaximum(int)': (_self: C, field: number) => limitOf(field, 'leastMost'),
  'int getMaximum(int)': (_self: C, field: number) => limitOf(field, 'most'),
  'int getMinimum(int)': (_self: C, field: number) => limitOf(field, 'least'),
};

const weekMethods: Record<string, Implementation> = {
  'int getFirstDayOfWeek()': (self: C) => self.weeks.firstDay,
  'int getMinimalDaysInFirstWeek()': (self: C) => self.weeks.minimalDays,
  'int getWeekYear()': (self: C) => weekOf(self).year,
  'int getWeeksInWeekYear()': (self: C) => weeksInYear(weekOf(self).year, self.weeks),
  'boolean isWeekDateSupported()': () => true,
  'void setFirstDayOfWeek(int)': (self: C, firstDay: number) => {
    self.weeks = { ...self.weeks, firstDay };
  },
  'void setMinimalDaysInFirstWeek(int)': (self: C, minimalDays: number) => {
    self.weeks = { ...self.weeks, minimalDays };
  },
};

export const calendar: readonly ClassTable[] = [
  {
    name: 'java.util.Calendar',
    supers: ['java.lang.Comparable'],
    constants: ints(constants),
    statics: {
      'Calendar getInstance()': () => now(DEFAULT_ZONE, DEFAULT_LOCALE),
      'Calendar getInstance(TimeZone)': (zone: JTimeZone) => now(notNull(zone), DEFAULT_LOCALE),
      'Calendar getInstance(TimeZone,Locale)': (zone: JTimeZone, locale: Locale) =>
        now(notNull(zone), notNull(locale)),
    },
    methods: {
      ...limitMethods,
      ...weekMethods,
      'void add(int,int)': addTo,
      'boolean after(Object)': (self: C, other: Value) => (compared(self, other) ?? 0) > 0,
      'boolean before(Object)': (self: C, other: Value) => (compared(self, other) ?? 0) < 0,
      'void clear()': (self: C) => self.clear(),
      'void clear(int)': (self: C, field: number) => self.clear(field),
      'def clone()': (self: C) => self.copy(),
      'int compareTo(Calendar)': (self: C, other: C) => self.compareTo(notNull(other)),
      'int get(int)': (self: C, field: number) => self.get(field),
      'String getCalendarType()': () => 'gregory',
      'String getDisplayName(int,int,Locale)': displayName,
      'Date getTime()': (self: C) => new JDate(self.exactMillis),
      'long getTimeInMillis()': (self: C) => self.exactMillis,
      'TimeZone getTimeZone()': (self: C) => self.zone,
      'boolean isLenient()': (self: C) => self.isLenient,
      'boolean isSet(int)': (self: C, field: number) => self.isSet(field),
      'void set(int,int)': (self: C, field: number, value: number) => self.set(field, value),
      'void set(int,int,int)': setAll,
      'void set(int,int,int,int,int)': setAll,
      'void set(int,int,int,int,int,int)': setAll,
      'void setLenient(boolean)': (self: C, isLenient: boolean) => {
        self.isLenient = isLenient;
      },
      'void setTime(Date)': (self: C, date: JDate) => {
        self.exactMillis = notNull(date, 'date must not be null').millis;
      },
      'void setTimeInMillis(long)': (self: C, millis: bigint) => {
        self.exactMillis = millis;
      },
      'void setTimeZone(TimeZone)': (self: C, zone: JTimeZone) => {
        self.zone = notNull(zone);
      },
      'void setWeekDate(int,int,int)': setWeekDate,
      'Instant toInstant()': (self: C) => Instant.ofMillis(self.exactMillis),
    },
  },
  {
    name: 'java.util.GregorianCalendar',
    supers: ['java.util.Calendar'],
    constants: ints({ AD: 1, BC: 0 }),
    constructors: {
      '()': () => now(DEFAULT_ZONE, DEFAULT_LOCALE),
      '(TimeZone)': (zone: JTimeZone) => now(notNull(zone), DEFAULT_LOCALE),
      '(TimeZone,Locale)': (zone: JTimeZone, locale: Locale) => now(notNull(zone), notNull(locale)),
      '(int,int,int)': at,
      '(int,int,int,int,int)': at,
      '(int,int,int,int,int,int)': at,
    },
    statics: {
      'GregorianCalendar from(ZonedDateTime)': (zoned: ZonedDateTime) =>
        new JCalendar(Number(zoned.instant.millis), JTimeZone.ofZone(zoned.zone), ISO_WEEKS),
    },
    methods: {
      'Date getGregorianChange()': () => new JDate(BigInt(-141_427 * DAY_MS)),
      'boolean isLeapYear(int)': (_self: C, year: number) => isHybridLeapYear(year),
      'ZonedDateTime toZonedDateTime()': (self: C) =>
        ZonedDateTime.ofInstant(Instant.ofMillis(self.millis), self.zone.zone),
    },
  },
];

/** From Monday, and at least four days in the first week. */
const ISO_WEEKS = { firstDay: 2, minimalDays: 4 };
