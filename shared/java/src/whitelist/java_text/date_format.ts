/** java.text.DateFormat and SimpleDateFormat. */
import type { ClassTable, Implementation } from '../../class_table.js';
import { nowMs } from '../../host/world.js';
import { SimpleDateFormat } from '../../text/date_format/simple_date_format.js';
import { DEFAULT_LOCALE, type Locale } from '../../text/locale.js';
import type { JStringBuilder } from '../../text/string_builder.js';
import type { FieldPosition, ParsePosition } from '../../text/text_positions.js';
import type { JCalendar } from '../../time/calendar/calendar.js';
import type { JTimeZone } from '../../time/calendar/time_zone.js';
import { dateStylePattern, timeStylePattern } from '../../time/formatter/localized_patterns.js';
import { illegalArgument, notNull, Throwable } from '../../values/throwable.js';
import { Box, type Value } from '../../values/value.js';
import { JDate } from '../date.js';

type F = SimpleDateFormat;

const STYLES = ['FULL', 'LONG', 'MEDIUM', 'SHORT'];
const DEFAULT_STYLE = 2;

const made = (pattern: string, locale: Locale = DEFAULT_LOCALE): F =>
  new SimpleDateFormat(notNull(pattern), notNull(locale), nowMs());

/** The pattern of a date, a time or both; an absent style leaves its half out. */
function localized(
  dateStyle: number | undefined,
  timeStyle: number | undefined,
  given: Locale = DEFAULT_LOCALE,
): F {
  const locale = notNull(given);
  const date =
    dateStyle === undefined ? '' : dateStylePattern(styleName(dateStyle, 'date'), locale);
  const time =
    timeStyle === undefined ? '' : timeStylePattern(styleName(timeStyle, 'time'), locale);
  return made([date, time].filter((half) => half !== '').join(' '), locale);
}

function styleName(style: number, kind: string): string {
  const name = STYLES[style];
  if (name === undefined) throw illegalArgument(`Illegal ${kind} style ${style}`);
  return name;
}

function millisOf(value: Value): number {
  if (value instanceof JDate) return Number(value.millis);
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  if (value instanceof Box && typeof value.value === 'number') return Math.trunc(value.value);
  throw illegalArgument('Cannot format given Object as a Date');
}

const format = (self: F, value: Value): string => self.formatMillis(millisOf(value));

function parse(self: F, text: string): JDate {
  const found = self.read(notNull(text), 0);
  if ('millis' in found) return dateOf(found.millis);
  throw new Throwable('java.text.ParseException', `Unparseable date: "${text}"`, {
    details: { offset: found.errorAt },
  });
}

function parseAt(self: F, text: string, position: ParsePosition): JDate | null {
  const found = self.read(notNull(text), notNull(position).index);
  if ('millis' in found) {
    position.index = found.end;
    return dateOf(found.millis);
  }
  position.errorIndex = found.errorAt;
  return null;
}

const dateOf = (millis: number): JDate => new JDate(BigInt.asIntN(64, BigInt(millis)));

function parseObject(self: F, text: string): JDate {
  const found = self.read(notNull(text), 0);
  if ('millis' in found) return dateOf(found.millis);
  throw new Throwable('java.text.ParseException', 'Format.parseObject(String) failed', {
    details: { offset: found.errorAt },
  });
}

/** The numbers of the fields in a formatted date, in Java's order. */
const FIELD_NAMES = [
  ...['ERA', 'YEAR', 'MONTH', 'DATE', 'HOUR_OF_DAY1', 'HOUR_OF_DAY0', 'MINUTE', 'SECOND'],
  ...['MILLISECOND', 'DAY_OF_WEEK', 'DAY_OF_YEAR', 'DAY_OF_WEEK_IN_MONTH', 'WEEK_OF_YEAR'],
  ...['WEEK_OF_MONTH', 'AM_PM', 'HOUR1', 'HOUR0', 'TIMEZONE'],
];

const constants = Object.fromEntries([
  ...FIELD_NAMES.map((name, i): [string, number] => [`int ${name}_FIELD`, i]),
  ...STYLES.map((name, i): [string, number] => [`int ${name}`, i]),
  ['int DEFAULT', DEFAULT_STYLE],
]);

const statics: Record<string, Implementation> = {
  'DateFormat getInstance()': () => localized(3, 3),
  'DateFormat getDateInstance()': () => localized(DEFAULT_STYLE, undefined),
  'DateFormat getDateInstance(int)': (style: number) => localized(style, undefined),
  'DateFormat getDateInstance(int,Locale)': (style: number, locale: Locale) =>
    localized(style, undefined, locale),
  'DateFormat getTimeInstance()': () => localized(undefined, DEFAULT_STYLE),
  'DateFormat getTimeInstance(int)': (style: number) => localized(undefined, style),
  'DateFormat getTimeInstance(int,Locale)': (style: number, locale: Locale) =>
    localized(undefined, style, locale),
  'DateFormat getDateTimeInstance()': () => localized(DEFAULT_STYLE, DEFAULT_STYLE),
  'DateFormat getDateTimeInstance(int,int)': localized,
  'DateFormat getDateTimeInstance(int,int,Locale)': localized,
};

export const dateFormat: readonly ClassTable[] = [
  {
    name: 'java.text.DateFormat',
    supers: ['java.text.Format'],
    constants,
    statics,
    methods: {
      'String format(Object)': format,
      'StringBuffer format(Object,StringBuffer,FieldPosition)': (
        self: F,
        value: Value,
        into: JStringBuilder,
        _position: FieldPosition,
      ) => into.append(format(self, value)),
      'Calendar getCalendar()': (self: F) => self.calendar,
      'TimeZone getTimeZone()': (self: F) => self.calendar.zone,
      'boolean isLenient()': (self: F) => self.calendar.isLenient,
      'Date parse(String)': parse,
      'Date parse(String,ParsePosition)': parseAt,
      'Object parseObject(String)': parseObject,
      'Object parseObject(String,ParsePosition)': parseAt,
      'void setCalendar(Calendar)': (self: F, calendar: JCalendar) => {
        self.calendar = notNull(calendar);
      },
      'void setLenient(boolean)': (self: F, isLenient: boolean) => {
        self.calendar.isLenient = isLenient;
      },
      'void setTimeZone(TimeZone)': (self: F, zone: JTimeZone) => {
        self.calendar.zone = notNull(zone);
      },
    },
  },
  {
    name: 'java.text.SimpleDateFormat',
    supers: ['java.text.DateFormat'],
    constructors: {
      '()': () => localized(3, 3),
      '(String)': (pattern: string) => made(pattern),
      '(String,Locale)': made,
    },
    methods: {
      'void applyPattern(String)': (self: F, pattern: string) => {
        self.pattern = notNull(pattern);
      },
      'Date get2DigitYearStart()': (self: F) => dateOf(self.centuryStart.millis),
      'void set2DigitYearStart(Date)': (self: F, start: JDate) => {
        self.centuryStart.millis = Number(notNull(start).millis);
      },
      'String toPattern()': (self: F) => self.pattern,
    },
  },
];
