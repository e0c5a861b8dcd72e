/**
 * java.time.ZonedDateTime, OffsetDateTime, and the date of a document, which is the former with the
 * methods of an older library.
 */
import type { ClassTable } from '../../class_table.js';
import { DOC_DATE } from '../../host/host.js';
import type { Locale } from '../../text/locale.js';
import { DateTimeFormatterBuilder } from '../../time/formatter/builder.js';
import { offsetDateTimeFrom, parsedAs, zonedFrom } from '../../time/formatter/conversions.js';
import type { DateTimeFormatter } from '../../time/formatter/formatter.js';
import { appendPattern } from '../../time/formatter/pattern.js';
import { ISO_OFFSET_DATE_TIME, ISO_ZONED_DATE_TIME } from '../../time/formatter/predefined.js';
import { weekBasedYear, weekOfWeekBasedYear } from '../../time/iso_weeks.js';
import {
  DAY_NANOS,
  DAY_OF_WEEK,
  type Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  MAX_YEAR,
} from '../../time/time.js';
import {
  OffsetTime,
  offsetDateTime,
  offsetOfSeconds,
  ZonedDateTime,
  type ZoneId,
} from '../../time/zone.js';
import { ZoneTransitions } from '../../time/zone_transitions.js';
import { dateTime } from '../../values/throwable.js';
import { textOf, type Value } from '../../values/value.js';
import {
  ACCESSOR,
  ADJUSTER,
  byTimeLine,
  clock,
  compare,
  dateMethods,
  settable,
  T,
  type Table,
  TEMPORAL,
  timeMethods,
  UNTIL,
} from './shared.js';

type N = number;
const SECOND = 1e9;

const eraYear = ({ local }: ZonedDateTime): number =>
  local.date.year > 0 ? local.date.year : 1 - local.date.year;

const parts = (type: string): Table => ({
  ...UNTIL,
  ...ACCESSOR,
  ...settable(type),
  ...dateMethods<ZonedDateTime>(type, {
    date: (self) => self.local.date,
    with: (self, date) => self.with(new LocalDateTime(date, self.local.nanos)),
  }),
  ...timeMethods<ZonedDateTime>(type, {
    nanos: (self) => self.local.nanos,
    with: (self, nanos) => self.with(new LocalDateTime(self.local.date, nanos)),
  }),
  'ZoneOffset getOffset()': (self: ZonedDateTime) => offsetOfSeconds(self.offset),
  'Instant toInstant()': (self: ZonedDateTime) => self.instant,
  'long toEpochSecond()': (self: ZonedDateTime) => self.instant.exactSeconds,
  'LocalDate toLocalDate()': (self: ZonedDateTime) => self.local.date,
  'LocalDateTime toLocalDateTime()': (self: ZonedDateTime) => self.local,
  'LocalTime toLocalTime()': (self: ZonedDateTime) => new LocalTime(self.local.nanos),
});

/** The date with the earlier or later offset, if its local time is in an overlap. */
export function atOverlap(self: ZonedDateTime, later: boolean): ZonedDateTime {
  const found = ZoneTransitions.of(self.zone).around(self.local);
  if (found === undefined || found.after > found.before) return self;
  const offset = later ? found.after : found.before;
  return new ZonedDateTime(self.local, self.zone, { offset, className: self.className });
}

function ofLocal(local: LocalDateTime, zone: ZoneId, preferred: ZoneId | null): ZonedDateTime {
  const plain = new ZonedDateTime(local, zone);
  if (preferred === null) return plain;
  const offset = preferred.fixed ?? 0;
  const fits = zone.offsetAt(local.seconds - offset) === offset;
  return fits ? new ZonedDateTime(local, zone, { offset }) : plain;
}

function ofStrict(local: LocalDateTime, offset: ZoneId, zone: ZoneId): ZonedDateTime {
  const seconds = offset.fixed ?? 0;
  if (zone.offsetAt(local.seconds - seconds) === seconds)
    return new ZonedDateTime(local, zone, { offset: seconds });
  const gap = ZoneTransitions.of(zone).around(local);
  if (gap !== undefined && gap.after > gap.before)
    throw dateTime(
      `LocalDateTime '${local.text()}' does not exist in zone '${zone.id}' due to a gap in the local time-line, typically caused by daylight savings`,
    );
  throw dateTime(
    `ZoneOffset '${offset.id}' is not valid for LocalDateTime '${local.text()}' in zone '${zone.id}'`,
  );
}

const at = (self: ZonedDateTime, offset: ZoneId): ZonedDateTime =>
  offsetDateTime(self.instant.local.plusSeconds(offset.fixed ?? 0), offset);

const OVERLAP: Table = {
  'ZonedDateTime withEarlierOffsetAtOverlap()': (self: ZonedDateTime) => atOverlap(self, false),
  'ZonedDateTime withLaterOffsetAtOverlap()': (self: ZonedDateTime) => atOverlap(self, true),
  'ZonedDateTime withFixedOffsetZone()': (self: ZonedDateTime) =>
    self.zone.isOffset ? self : new ZonedDateTime(self.local, offsetOfSeconds(self.offset)),
  'OffsetDateTime toOffsetDateTime()': (self: ZonedDateTime) =>
    offsetDateTime(self.local, offsetOfSeconds(self.offset)),
};

const JODA: Table = {
  'DayOfWeek getDayOfWeekEnum()': (self: ZonedDateTime) =>
    DAY_OF_WEEK[self.local.date.dayOfWeek - 1],
  'int getDayOfWeek()': (self: ZonedDateTime) => self.local.date.dayOfWeek,
  'long getMillis()': (self: ZonedDateTime) => self.instant.millis,
  'int getHourOfDay()': (self: ZonedDateTime) => Math.floor(self.local.nanos / 36e11),
  'int getMinuteOfHour()': (self: ZonedDateTime) => Math.floor(self.local.nanos / 6e10) % 60,
  'int getSecondOfMinute()': (self: ZonedDateTime) => Math.floor(self.local.nanos / SECOND) % 60,
  'int getMonthOfYear()': (self: ZonedDateTime) => self.local.date.month,
  'int getCenturyOfEra()': (self: ZonedDateTime) => Math.floor(eraYear(self) / 100),
  'int getEra()': (self: ZonedDateTime) => (self.local.date.year > 0 ? 1 : 0),
  'int getMillisOfDay()': (self: ZonedDateTime) => Math.floor(self.local.nanos / 1e6),
  'int getMillisOfSecond()': (self: ZonedDateTime) => Math.floor(self.local.nano / 1e6),
  'int getMinuteOfDay()': (self: ZonedDateTime) => Math.floor(self.local.nanos / 6e10),
  'int getSecondOfDay()': (self: ZonedDateTime) => Math.floor(self.local.nanos / SECOND),
  'int getWeekOfWeekyear()': (self: ZonedDateTime) => weekOfWeekBasedYear(self.local.date),
  'int getWeekyear()': (self: ZonedDateTime) => weekBasedYear(self.local.date),
  'int getYearOfCentury()': (self: ZonedDateTime) => eraYear(self) % 100,
  'int getYearOfEra()': eraYear,
  'String toString(String)': (self: ZonedDateTime, pattern: string) =>
    appendPattern(new DateTimeFormatterBuilder(), pattern).build().format(self),
  'String toString(String,Locale)': (self: ZonedDateTime, pattern: string, by: Locale) =>
    appendPattern(new DateTimeFormatterBuilder(), pattern).build(by).format(self),
};

export const zoned: readonly ClassTable[] = [
  {
    name: `${T}ZonedDateTime`,
    supers: [`${T}chrono.ChronoZonedDateTime`],
    statics: {
      'ZonedDateTime from(TemporalAccessor)': zonedFrom,
      'ZonedDateTime of(LocalDate,LocalTime,ZoneId)': (
        date: LocalDate,
        time: LocalTime,
        zone: ZoneId,
      ) => new ZonedDateTime(new LocalDateTime(date, time.nanos), zone),
      'ZonedDateTime of(LocalDateTime,ZoneId)': (local: LocalDateTime, zone: ZoneId) =>
        new ZonedDateTime(local, zone),
      'ZonedDateTime of(int,int,int,int,int,int,int,ZoneId)': (
        y: N,
        mo: N,
        d: N,
        h: N,
        mi: N,
        s: N,
        n: N,
        zone: ZoneId,
      ) => new ZonedDateTime(new LocalDateTime(LocalDate.of(y, mo, d), clock(h, mi, s, n)), zone),
      'ZonedDateTime ofInstant(Instant,ZoneId)': (moment: Instant, zone: ZoneId) =>
        ZonedDateTime.ofInstant(moment, zone),
      'ZonedDateTime ofInstant(LocalDateTime,ZoneOffset,ZoneId)': (
        local: LocalDateTime,
        offset: ZoneId,
        zone: ZoneId,
      ) => ZonedDateTime.ofInstant(offsetDateTime(local, offset).instant, zone),
      'ZonedDateTime ofLocal(LocalDateTime,ZoneId,ZoneOffset)': ofLocal,
      'ZonedDateTime ofStrict(LocalDateTime,ZoneOffset,ZoneId)': ofStrict,
      'ZonedDateTime parse(CharSequence)': (text: Value) =>
        parsedAs(zonedFrom, textOf(text), ISO_ZONED_DATE_TIME),
      'ZonedDateTime parse(CharSequence,DateTimeFormatter)': (text: Value, by: DateTimeFormatter) =>
        parsedAs(zonedFrom, textOf(text), by),
    },
    methods: {
      ...parts('ZonedDateTime'),
      ...OVERLAP,
      'ZoneId getZone()': (self: ZonedDateTime) => self.zone,
      'ZonedDateTime withZoneSameInstant(ZoneId)': (self: ZonedDateTime, zone: ZoneId) =>
        ZonedDateTime.ofInstant(self.instant, zone),
      'ZonedDateTime withZoneSameLocal(ZoneId)': (self: ZonedDateTime, zone: ZoneId) =>
        ofLocal(self.local, zone, offsetOfSeconds(self.offset)),
    },
  },
  { name: DOC_DATE, supers: [`${T}ZonedDateTime`], methods: JODA },
  {
    name: `${T}OffsetDateTime`,
    supers: [TEMPORAL, ADJUSTER, 'java.lang.Comparable'],
    constants: {
      'OffsetDateTime MAX': offsetDateTime(
        new LocalDateTime(LocalDate.of(MAX_YEAR, 12, 31), DAY_NANOS - 1),
        offsetOfSeconds(-64_800),
      ),
      'OffsetDateTime MIN': offsetDateTime(
        new LocalDateTime(LocalDate.of(-MAX_YEAR, 1, 1), 0),
        offsetOfSeconds(64_800),
      ),
    },
    statics: {
      'OffsetDateTime from(TemporalAccessor)': offsetDateTimeFrom,
      'OffsetDateTime of(LocalDateTime,ZoneOffset)': offsetDateTime,
      'OffsetDateTime of(LocalDate,LocalTime,ZoneOffset)': (
        date: LocalDate,
        time: LocalTime,
        offset: ZoneId,
      ) => offsetDateTime(new LocalDateTime(date, time.nanos), offset),
      'OffsetDateTime of(int,int,int,int,int,int,int,ZoneOffset)': (
        y: N,
        mo: N,
        d: N,
        h: N,
        mi: N,
        s: N,
        n: N,
        offset: ZoneId,
      ) => offsetDateTime(new LocalDateTime(LocalDate.of(y, mo, d), clock(h, mi, s, n)), offset),
      'OffsetDateTime ofInstant(Instant,ZoneId)': (moment: Instant, zone: ZoneId) => {
        const offset = zone.offsetAt(moment.seconds);
        return offsetDateTime(moment.local.plusSeconds(offset), offsetOfSeconds(offset));
      },
      'OffsetDateTime parse(CharSequence)': (text: Value) =>
        parsedAs(offsetDateTimeFrom, textOf(text), ISO_OFFSET_DATE_TIME),
      'OffsetDateTime parse(CharSequence,DateTimeFormatter)': (
        text: Value,
        by: DateTimeFormatter,
      ) => parsedAs(offsetDateTimeFrom, textOf(text), by),
      'Comparator timeLineOrder()': byTimeLine,
    },
    methods: {
      ...parts('OffsetDateTime'),
      ...compare('OffsetDateTime'),
      'boolean isAfter(OffsetDateTime)': (self: ZonedDateTime, other: ZonedDateTime) =>
        self.instant.compareTo(other.instant) > 0,
      'boolean isBefore(OffsetDateTime)': (self: ZonedDateTime, other: ZonedDateTime) =>
        self.instant.compareTo(other.instant) < 0,
      'boolean isEqual(OffsetDateTime)': (self: ZonedDateTime, other: ZonedDateTime) =>
        self.instant.compareTo(other.instant) === 0,
      'ZonedDateTime atZoneSameInstant(ZoneId)': (self: ZonedDateTime, zone: ZoneId) =>
        ZonedDateTime.ofInstant(self.instant, zone),
      'ZonedDateTime atZoneSimilarLocal(ZoneId)': (self: ZonedDateTime, zone: ZoneId) =>
        ofLocal(self.local, zone, offsetOfSeconds(self.offset)),
      'OffsetTime toOffsetTime()': (self: ZonedDateTime) =>
        new OffsetTime(new LocalTime(self.local.nanos), offsetOfSeconds(self.offset)),
      'ZonedDateTime toZonedDateTime()': (self: ZonedDateTime) =>
        new ZonedDateTime(self.local, offsetOfSeconds(self.offset)),
      'OffsetDateTime withOffsetSameInstant(ZoneOffset)': at,
      'OffsetDateTime withOffsetSameLocal(ZoneOffset)': (self: ZonedDateTime, offset: ZoneId) =>
        offsetDateTime(self.local, offset),
    },
  },
];
