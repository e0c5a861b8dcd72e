/** java.time.chrono: the interfaces of dates in any calendar, and the calendars. */

import { daysInMonth, daysInYear, isLeapYear } from '@skein/dates';
import type { ClassTable } from '../../class_table.js';
import { JList, type JMap, JSet } from '../../containers/collections.js';
import { compareStrings } from '../../containers/order.js';
import type { Locale } from '../../text/locale.js';
import {
  CalendarPeriod,
  CHRONOLOGIES,
  ChronoDate,
  ChronoDateTime,
  Chronology,
  type ChronologyKind,
  calendarPeriod,
  chronologyOf,
} from '../../time/chronologies.js';
import { localDateFrom, localDateTimeFrom, zonedFrom } from '../../time/formatter/conversions.js';
import { Parsed, type Resolver } from '../../time/formatter/parsed.js';
import { localTimeIn } from '../../time/formatter/queries.js';
import { type ChronologyObject, ISO_CHRONOLOGY, ISO_ERA } from '../../time/iso_chronology.js';
import {
  type Duration,
  type Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  Period,
  type Temporal,
} from '../../time/time.js';
import { chronoUnit, ofYearDay, rangeOf, withField } from '../../time/time_fields.js';
import { plus, plusAmount } from '../../time/time_math.js';
import { eraText } from '../../time/time_texts.js';
import { ValueRange } from '../../time/value_range.js';
import { offsetDateTime, offsetOfSeconds, ZonedDateTime, type ZoneId } from '../../time/zone.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import { classCast, dateTime, unsupported } from '../../values/throwable.js';
import type { JavaObject, Value } from '../../values/value.js';
import { enumTable } from '../enums.js';
import { periodBetween } from './period.js';
import {
  ACCESSOR,
  ADJUSTER,
  adjusted,
  byTimeLine,
  compare,
  FORMAT,
  order,
  type Table,
  TEMPORAL,
} from './shared.js';
import { textWidth } from './temporal.js';
import { atOverlap } from './zoned.js';

const P = 'java.time.chrono.';
type AnyDate = LocalDate | ChronoDate;

/** Converts an object with a date to a date of the calendar. */
const dateFrom =
  (kind: ChronologyKind) =>
  (from: JavaObject): ChronoDate => {
    const day = from instanceof ChronoDate ? from.day : localDateFrom(from).day;
    return new ChronoDate(kind, day);
  };

function setOn(self: Temporal, field: EnumConstant, value: bigint): unknown {
  if (self instanceof ChronoDate) return self.with(field, value);
  if (self instanceof ChronoDateTime) {
    if (self.date.fieldValue(field) !== undefined)
      return new ChronoDateTime(self.date.with(field, value), self.time);
    return new ChronoDateTime(self.date, withField(self.time, field, value));
  }
  return withField(self as LocalDate, field, value);
}

function adjust(self: Temporal, by: JavaObject): unknown {
  if (self instanceof ChronoDate && by instanceof ChronoDate) return by;
  if (self instanceof ChronoDate && by instanceof LocalDate)
    return new ChronoDate(self.kind, by.day);
  return adjusted(self, by);
}

function moved(self: Temporal, amount: Duration | Period, sign: bigint): unknown {
  if (self instanceof ChronoDate && amount instanceof Period) {
    if (!(amount instanceof CalendarPeriod))
      throw dateTime(`Chronology mismatch, expected: ISO, actual: ${self.kind.id}`);
    return self.plusPeriod(amount, Number(sign));
  }
  return plusAmount(self, amount, sign, chronoUnit);
}

/** Methods that move a date and return its own type. */
const movable = (type: string): Table => ({
  [`${type} minus(TemporalAmount)`]: (self: Temporal, amount: Duration | Period) =>
    moved(self, amount, -1n),
  [`${type} minus(long,TemporalUnit)`]: (self: Temporal, amount: bigint, by: EnumConstant) =>
    plus(self, -amount, by),
  [`${type} plus(TemporalAmount)`]: (self: Temporal, amount: Duration | Period) =>
    moved(self, amount, 1n),
  [`${type} plus(long,TemporalUnit)`]: plus,
  [`${type} with(TemporalAdjuster)`]: adjust,
  [`${type} with(TemporalField,long)`]: setOn,
});

function chronologyNamed(id: string): ChronologyObject {
  if (id === 'ISO' || id === 'iso8601') return ISO_CHRONOLOGY;
  const found = CHRONOLOGIES.find((one) => one.id === id || one.kind.calendarType === id);
  if (found === undefined) throw dateTime(`Unknown chronology: ${id}`);
  return found;
}

const ALL = [...CHRONOLOGIES, ISO_CHRONOLOGY].sort((a, b) => compareStrings(a.id, b.id));
const allOf = (): JSet => {
  const set = new JSet('java.util.LinkedHashSet');
  for (const one of ALL) set.add(one);
  return set;
};

const kindOf = (self: ChronologyObject): ChronologyKind | undefined =>
  self instanceof Chronology ? self.kind : undefined;

function date(self: ChronologyObject, year: number, month: number, day: number): AnyDate {
  const kind = kindOf(self);
  return kind === undefined
    ? LocalDate.of(year, month, day)
    : ChronoDate.of(kind, year, month, day);
}

function yearDay(self: ChronologyObject, year: number, day: number): AnyDate {
  const kind = kindOf(self);
  if (kind === undefined) return ofYearDay(year, day);
  if (day < 1 || day > kind.lengthOfYear(year))
    throw dateTime(
      `Invalid value for DayOfYear (valid values 1 - ${kind.lengthOfYear(year)}): ${day}`,
    );
  return new ChronoDate(kind, kind.toDay({ year, month: 1, day: 1 }) + day - 1);
}

function prolepticYear(self: ChronologyObject, era: EnumConstant, year: number): number {
  const kind = kindOf(self);
  const name = kind?.name ?? 'Iso';
  if (era.className !== `${P}${name}Era`) throw classCast(`Era must be ${name}Era`);
  return kind === undefined ? (era.ordinal === 1 ? year : 1 - year) : kind.yearOfEra(era, year);
}

function eraOf(self: ChronologyObject, value: number): EnumConstant {
  const kind = kindOf(self);
  const all = kind?.eras ?? ISO_ERA;
  const found = all.find((one) => (kind?.eraValue(one) ?? one.ordinal) === value);
  if (found === undefined) throw dateTime(`Invalid era: ${value}`);
  return found;
}

const YEARS: Readonly<Record<string, readonly [number, number]>> = {
  Hijrah: [1300, 1600],
  Japanese: [1873, 999_999_999],
  Minguo: [-999_999_999 - 1911, 999_999_999 - 1911],
  ThaiBuddhist: [-999_999_999 + 543, 999_999_999 + 543],
};

function range(self: ChronologyObject, field: EnumConstant): ValueRange {
  const kind = kindOf(self);
  if (kind === undefined) return rangeOf(field);
  const [low, high] = YEARS[kind.name] ?? [0, 0];
  if (field.name === 'YEAR') return ValueRange.of(low, low, high, high);
  if (kind.name !== 'Hijrah') return rangeOf(field);
  if (field.name === 'DAY_OF_MONTH') return ValueRange.of(1, 1, 29, 30);
  if (field.name === 'DAY_OF_YEAR') return ValueRange.of(1, 1, 354, 355);
  if (field.name === 'YEAR_OF_ERA') return ValueRange.of(low, low, high, high);
  return rangeOf(field);
}

/** Combines fields like a formatter. */
function resolveDate(self: ChronologyObject, fields: JMap, style: EnumConstant<Resolver>): Value {
  const read = new Map(
    fields.keys().map((key) => [key as EnumConstant, BigInt(fields.get(key) as bigint)]),
  );
  const parsed = new Parsed(read, undefined).resolve(style.name);
  if (parsed.date === undefined) return null;
  fields.clear();
  const kind = kindOf(self);
  return kind === undefined ? parsed.date : new ChronoDate(kind, parsed.date.day);
}

const DISPLAY: Readonly<Record<string, string>> = {
  ISO: 'ISO',
  'Hijrah-umalqura': 'Islamic Calendar (Umm al-Qura)',
  Japanese: 'Japanese Calendar',
  Minguo: 'Minguo Calendar',
  ThaiBuddhist: 'Buddhist Calendar',
};

function localDateTime(self: ChronologyObject, from: JavaObject): Temporal {
  const kind = kindOf(self);
  const local = localDateTimeFrom(from);
  return kind === undefined ? local : ChronoDateTime.of(kind, local);
}

function isoOnly(self: ChronologyObject): void {
  if (kindOf(self) !== undefined)
    throw unsupported('dates with zones are of the ISO calendar only');
}

/** The methods of every calendar, with its own types. */
const chronology = (dateType: string, eraType: string): Table => ({
  [`${dateType} date(TemporalAccessor)`]: (self: ChronologyObject, from: JavaObject) => {
    const kind = kindOf(self);
    return kind === undefined ? localDateFrom(from) : dateFrom(kind)(from);
  },
  [`${dateType} date(int,int,int)`]: date,
  [`${dateType} date(Era,int,int,int)`]: (
    self: ChronologyObject,
    era: EnumConstant,
    year: number,
    month: number,
    day: number,
  ) => date(self, prolepticYear(self, era, year), month, day),
  [`${dateType} dateEpochDay(long)`]: (self: ChronologyObject, day: bigint) => {
    const kind = kindOf(self);
    return kind === undefined ? LocalDate.ofEpochDay(day) : new ChronoDate(kind, Number(day));
  },
  [`${dateType} dateYearDay(int,int)`]: yearDay,
  [`${dateType} dateYearDay(Era,int,int)`]: (
    self: ChronologyObject,
    era: EnumConstant,
    year: number,
    day: number,
  ) => yearDay(self, prolepticYear(self, era, year), day),
  [`${eraType} eraOf(int)`]: eraOf,
  [`${dateType} resolveDate(Map,ResolverStyle)`]: resolveDate,
});

const CHRONOLOGY: Table = {
  ...chronology('ChronoLocalDate', 'Era'),
  'int compareTo(Chronology)': (self: ChronologyObject, other: ChronologyObject) =>
    compareStrings(self.id, other.id),
  'List eras()': (self: ChronologyObject) => new JList([...(kindOf(self)?.eras ?? ISO_ERA)]),
  'String getCalendarType()': (self: ChronologyObject) => kindOf(self)?.calendarType ?? 'iso8601',
  'String getDisplayName(TextStyle,Locale)': (self: ChronologyObject) => DISPLAY[self.id],
  'String getId()': (self: ChronologyObject) => self.id,
  'boolean isLeapYear(long)': (self: ChronologyObject, year: bigint) =>
    kindOf(self)?.isLeap(Number(year)) ?? isLeapYear(Number(year % 400n)),
  'ChronoLocalDateTime localDateTime(TemporalAccessor)': localDateTime,
  'ChronoPeriod period(int,int,int)': (self: ChronologyObject, y: number, m: number, d: number) =>
    kindOf(self) === undefined ? new Period(y, m, d) : new CalendarPeriod(self.id, y, m, d),
  'int prolepticYear(Era,int)': prolepticYear,
  'ValueRange range(ChronoField)': range,
  'ChronoZonedDateTime zonedDateTime(TemporalAccessor)': (
    self: ChronologyObject,
    from: JavaObject,
  ) => {
    isoOnly(self);
    return zonedFrom(from);
  },
  'ChronoZonedDateTime zonedDateTime(Instant,ZoneId)': (
    self: ChronologyObject,
    at: Instant,
    zone: ZoneId,
  ) => {
    isoOnly(self);
    return ZonedDateTime.ofInstant(at, zone);
  },
};

function calendarTables(own: Chronology): ClassTable[] {
  const { kind } = own;
  const { name } = kind;
  const type = `${name}Date`;
  return [
    {
      name: `${P}${name}Chronology`,
      supers: [`${P}AbstractChronology`],
      constants: {
        [`${name}Chronology INSTANCE`]: own,
      },
      methods: chronology(type, `${name}Era`),
    },
    {
      name: `${P}${type}`,
      supers: [`${P}ChronoLocalDate`],
      statics: {
        [`${type} from(TemporalAccessor)`]: dateFrom(kind),
        [`${type} of(int,int,int)`]: (year: number, month: number, day: number) =>
          ChronoDate.of(kind, year, month, day),
      },
      methods: {
        [`${name}Chronology getChronology()`]: chronologyOf,
        [`${name}Era getEra()`]: (self: ChronoDate) => self.era.era,
        ...movable(type),
        ...(name === 'Hijrah'
          ? { 'HijrahDate withVariant(HijrahChronology)': (self: ChronoDate) => self }
          : {}),
      },
    },
    eraTable(name, kind.eras, kind.eraValue),
  ];
}

/** Japanese eras are not an enumeration, and the newest has no constant. */
function eraTable(
  name: string,
  all: readonly EnumConstant[],
  numberOf: (era: EnumConstant) => number,
): ClassTable {
  const type = `${name}Era`;
  const table = enumTable(`${P}${type}`, all, {
    supers: [`${P}Era`],
    isShown: (one) => one.name !== 'REIWA',
    methods: { 'int getValue()': numberOf },
    statics: {
      [`${type} of(int)`]: (value: number) => {
        const found = all.find((one) => numberOf(one) === value);
        if (found === undefined) throw dateTime(`Invalid era: ${value}`);
        return found;
      },
    },
  });
  return name === 'Japanese' ? { ...table, supers: [`${P}Era`] } : table;
}

export const chrono: readonly ClassTable[] = [
  {
    name: `${P}ChronoLocalDate`,
    supers: [TEMPORAL, ADJUSTER, 'java.lang.Comparable'],
    statics: {
      'ChronoLocalDate from(TemporalAccessor)': (from: JavaObject) =>
        from instanceof ChronoDate ? from : localDateFrom(from),
      'Comparator timeLineOrder()': byTimeLine,
    },
    methods: {
      ...ACCESSOR,
      ...FORMAT,
      ...movable('ChronoLocalDate'),
      ...order('ChronoLocalDate'),
      ...compare('ChronoLocalDate'),
      'ChronoLocalDateTime atTime(LocalTime)': (self: AnyDate, time: LocalTime) =>
        self instanceof ChronoDate
          ? new ChronoDateTime(self, time)
          : new LocalDateTime(self, time.nanos),
      'Chronology getChronology()': chronologyOf,
      'Era getEra()': (self: AnyDate) =>
        self instanceof ChronoDate ? self.era.era : ISO_ERA[Number(self.year > 0)],
      'boolean isEqual(ChronoLocalDate)': (self: AnyDate, other: AnyDate) => self.day === other.day,
      'boolean isLeapYear()': (self: AnyDate) =>
        self instanceof ChronoDate ? self.kind.isLeap(self.parts.year) : isLeapYear(self.year),
      'int lengthOfMonth()': (self: AnyDate) =>
        self instanceof ChronoDate
          ? self.kind.lengthOfMonth(self.parts.year, self.parts.month)
          : daysInMonth(self.year, self.month),
      'int lengthOfYear()': (self: AnyDate) =>
        self instanceof ChronoDate
          ? self.kind.lengthOfYear(self.parts.year)
          : daysInYear(self.year),
      'long toEpochDay()': (self: AnyDate) => BigInt(self.day),
      'ChronoPeriod until(ChronoLocalDate)': (self: AnyDate, end: AnyDate) =>
        self instanceof ChronoDate
          ? calendarPeriod(self, new ChronoDate(self.kind, end.day))
          : periodBetween(self, new LocalDate(end.day)),
    },
  },
  {
    name: `${P}ChronoLocalDateTime`,
    supers: [TEMPORAL, ADJUSTER, 'java.lang.Comparable'],
    statics: {
      'ChronoLocalDateTime from(TemporalAccessor)': (from: JavaObject) =>
        from instanceof ChronoDateTime ? from : localDateTimeFrom(from),
      'Comparator timeLineOrder()': byTimeLine,
    },
    methods: {
      ...ACCESSOR,
      ...FORMAT,
      ...movable('ChronoLocalDateTime'),
      ...order('ChronoLocalDateTime'),
      ...compare('ChronoLocalDateTime'),
      'ChronoZonedDateTime atZone(ZoneId)': (self: Temporal, zone: ZoneId) => {
        if (self instanceof ChronoDateTime)
          throw unsupported('dates with zones are of the ISO calendar only');
        return new ZonedDateTime(plainLocal(self), zone);
      },
      'Chronology getChronology()': chronologyOf,
      'boolean isEqual(ChronoLocalDateTime)': (self: Temporal, other: Temporal) =>
        self.compareTo(other) === 0,
      'long toEpochSecond(ZoneOffset)': (self: Temporal, offset: ZoneId) =>
        offsetDateTime(plainLocal(self), offset).instant.exactSeconds,
      'Instant toInstant(ZoneOffset)': (self: Temporal, offset: ZoneId) =>
        offsetDateTime(plainLocal(self), offset).instant,
      'ChronoLocalDate toLocalDate()': (self: ChronoDateTime | LocalDateTime) => self.date,
      'LocalTime toLocalTime()': (self: Temporal) => localTimeIn(self) ?? new LocalTime(0),
    },
  },
  {
    name: `${P}ChronoLocalDateTimeImpl`,
    hidden: true,
    supers: [`${P}ChronoLocalDateTime`],
    methods: {},
  },
  {
    name: `${P}ChronoZonedDateTime`,
    supers: [TEMPORAL, ADJUSTER, 'java.lang.Comparable'],
    statics: {
      'ChronoZonedDateTime from(TemporalAccessor)': zonedFrom,
      'Comparator timeLineOrder()': byTimeLine,
    },
    methods: {
      ...ACCESSOR,
      ...FORMAT,
      ...movable('ChronoZonedDateTime'),
      ...compare('ChronoZonedDateTime'),
      'Chronology getChronology()': chronologyOf,
      'ZoneOffset getOffset()': (self: ZonedDateTime) => offsetOfSeconds(self.offset),
      'ZoneId getZone()': (self: ZonedDateTime) => self.zone,
      'boolean isAfter(ChronoZonedDateTime)': (self: ZonedDateTime, other: ZonedDateTime) =>
        self.instant.compareTo(other.instant) > 0,
      'boolean isBefore(ChronoZonedDateTime)': (self: ZonedDateTime, other: ZonedDateTime) =>
        self.instant.compareTo(other.instant) < 0,
      'boolean isEqual(ChronoZonedDateTime)': (self: ZonedDateTime, other: ZonedDateTime) =>
        self.instant.compareTo(other.instant) === 0,
      'long toEpochSecond()': (self: ZonedDateTime) => self.instant.exactSeconds,
      'Instant toInstant()': (self: ZonedDateTime) => self.instant,
      'ChronoLocalDate toLocalDate()': (self: ZonedDateTime) => self.local.date,
      'ChronoLocalDateTime toLocalDateTime()': (self: ZonedDateTime) => self.local,
      'LocalTime toLocalTime()': (self: ZonedDateTime) => new LocalTime(self.local.nanos),
      'ChronoZonedDateTime withEarlierOffsetAtOverlap()': (self: ZonedDateTime) =>
        atOverlap(self, false),
      'ChronoZonedDateTime withLaterOffsetAtOverlap()': (self: ZonedDateTime) =>
        atOverlap(self, true),
      'ChronoZonedDateTime withZoneSameInstant(ZoneId)': (self: ZonedDateTime, zone: ZoneId) =>
        ZonedDateTime.ofInstant(self.instant, zone),
      'ChronoZonedDateTime withZoneSameLocal(ZoneId)': (self: ZonedDateTime, zone: ZoneId) =>
        new ZonedDateTime(self.local, zone),
    },
  },
  {
    name: `${P}Era`,
    supers: ['java.time.temporal.TemporalAccessor', ADJUSTER],
    methods: {
      ...ACCESSOR,
      'String getDisplayName(TextStyle,Locale)': (
        self: EnumConstant,
        style: EnumConstant,
        by: Locale,
      ) =>
        style.name.endsWith('STANDALONE')
          ? String(self.ordinal)
          : self.className === `${P}IsoEra`
            ? eraText(self.ordinal === 1, textWidth(style), by)
            : self.text(),
      'int getValue()': (self: EnumConstant) => self.ordinal,
    },
  },
  {
    name: `${P}Chronology`,
    supers: ['java.lang.Comparable'],
    statics: {
      'Chronology from(TemporalAccessor)': chronologyOf,
      'Set getAvailableChronologies()': allOf,
      'Chronology of(String)': chronologyNamed,
      'Chronology ofLocale(Locale)': (by: Locale) => {
        const type = /(?:^|-)ca-([a-z0-9-]+)/.exec(by.extensions.get('u') ?? '')?.[1];
        return type === undefined || type === 'iso' ? ISO_CHRONOLOGY : chronologyNamed(type);
      },
    },
    methods: CHRONOLOGY,
  },
  { name: `${P}AbstractChronology`, supers: [`${P}Chronology`], methods: {} },
  {
    name: `${P}IsoChronology`,
    supers: [`${P}AbstractChronology`],
    constants: { 'IsoChronology INSTANCE': ISO_CHRONOLOGY },
    methods: {
      ...chronology('LocalDate', 'IsoEra'),
      'LocalDateTime localDateTime(TemporalAccessor)': localDateTime,
      'Period period(int,int,int)': (_self: ChronologyObject, y: number, m: number, d: number) =>
        new Period(y, m, d),
      'ZonedDateTime zonedDateTime(TemporalAccessor)': (_self: Value, from: JavaObject) =>
        zonedFrom(from),
      'ZonedDateTime zonedDateTime(Instant,ZoneId)': (_self: Value, at: Instant, zone: ZoneId) =>
        ZonedDateTime.ofInstant(at, zone),
    },
  },
  eraTable('Iso', ISO_ERA, (era) => era.ordinal),
  ...CHRONOLOGIES.flatMap(calendarTables),
];

const plainLocal = (self: Temporal): LocalDateTime =>
  self instanceof ChronoDateTime ? self.local : (self as LocalDateTime);
