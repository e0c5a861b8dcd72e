/** java.time. */
import type { ClassTable, Implementation } from '../class_table.js';
import { JArray } from '../runtime/container_types.js';
import {
  arithmetic,
  dateTime,
  dateTimeParse,
  illegalArgument,
  unsupportedTemporal,
} from '../runtime/throwable.js';
import {
  CHRONO_UNIT,
  DAY_OF_WEEK,
  type Dated,
  Duration,
  type EnumConstant,
  Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  lengthOfMonth,
  MONTH,
  offsetText,
  Period,
  UTC,
  ZonedDateTime,
  type ZoneId,
  zoneOf,
} from '../runtime/time.js';
import { ofYearDay, weekBasedYear, weekOfWeekBasedYear } from '../runtime/time_fields.js';
import { DateTimeFormatter, dateOf, nanosOf, parseIso } from '../runtime/time_format.js';
import { between, monthsBetween, plus, UNIT_NANOS } from '../runtime/time_math.js';
import { classNameOf, textOf, type Value } from '../runtime/value.js';
import { clock } from './local_time.js';
import { ACCESSOR, MONTH_METHODS, settable, timeFieldMethods } from './time_fields.js';

const T = 'java.time.';
const ZONED = `${T}ZonedDateTime`;
/** A date of a document: a ZonedDateTime that prints milliseconds. */
export const DOC_DATE = 'org.opensearch.script.JodaCompatibleZonedDateTime';
const SECOND = 1e9;

type Table = Record<string, Implementation>;

const unit = (name: string): EnumConstant =>
  CHRONO_UNIT.find((one) => one.name === name) as EnumConstant;

/** `plusDays`, `minusDays` … for the units named. */
function steps(type: string, units: readonly string[]): Table {
  const table: Table = {};
  for (const name of units) {
    const title = name.charAt(0) + name.slice(1).toLowerCase();
    table[`${type} plus${title}(long)`] = (self: Dated, amount: bigint) =>
      plus(self, amount, unit(name));
    table[`${type} minus${title}(long)`] = (self: Dated, amount: bigint) =>
      plus(self, -amount, unit(name));
  }
  return table;
}

function plusAmount(self: Dated, amount: Duration | Period, sign: bigint): Dated {
  if (amount instanceof Duration) return plus(self, amount.nanos * sign, unit('NANOS'));
  const months = plus(self, BigInt(amount.years * 12 + amount.months) * sign, unit('MONTHS'));
  return plus(months, BigInt(amount.days) * sign, unit('DAYS'));
}

const eraYear = ({ local }: ZonedDateTime): number =>
  local.date.year > 0 ? local.date.year : 1 - local.date.year;

const COMMON: Table = {
  'long until(Temporal,TemporalUnit)': (self: Dated, end: Dated, by: EnumConstant) =>
    between(by, self, end),
};

function amounts(type: string): Table {
  return {
    [`${type} plus(TemporalAmount)`]: (self: Dated, amount: Duration | Period) =>
      plusAmount(self, amount, 1n),
    [`${type} minus(TemporalAmount)`]: (self: Dated, amount: Duration | Period) =>
      plusAmount(self, amount, -1n),
    [`${type} plus(long,TemporalUnit)`]: (self: Dated, amount: bigint, by: EnumConstant) =>
      plus(self, amount, by),
    [`${type} minus(long,TemporalUnit)`]: (self: Dated, amount: bigint, by: EnumConstant) =>
      plus(self, -amount, by),
  };
}

/** What a date part can be asked; `date` finds it. */
function dateMethods<S extends Dated>(
  type: string,
  parts: { date: (self: S) => LocalDate; with: (self: S, date: LocalDate) => S },
): Table {
  const { date } = parts;
  const withDate = (self: S, year: number, month: number, day: number): S =>
    parts.with(self, LocalDate.of(year, month, day));
  return {
    'int getYear()': (self: S) => date(self).year,
    'int getMonthValue()': (self: S) => date(self).month,
    'Month getMonth()': (self: S) => MONTH[date(self).month - 1],
    'int getDayOfMonth()': (self: S) => date(self).dayOfMonth,
    'int getDayOfYear()': (self: S) => date(self).dayOfYear,
    'DayOfWeek getDayOfWeek()': (self: S) => DAY_OF_WEEK[date(self).dayOfWeek - 1],
    [`${type} withYear(int)`]: (self: S, year: number) =>
      withDate(
        self,
        year,
        date(self).month,
        Math.min(date(self).dayOfMonth, lengthOfMonth(year, date(self).month)),
      ),
    [`${type} withMonth(int)`]: (self: S, month: number) =>
      withDate(
        self,
        date(self).year,
        month,
        Math.min(date(self).dayOfMonth, lengthOfMonth(date(self).year, month)),
      ),
    [`${type} withDayOfYear(int)`]: (self: S, day: number) =>
      parts.with(self, ofYearDay(date(self).year, day)),
    [`${type} withDayOfMonth(int)`]: (self: S, day: number) =>
      withDate(self, date(self).year, date(self).month, day),
    'String format(DateTimeFormatter)': (self: S, format: DateTimeFormatter) => format.format(self),
    ...steps(type, ['DAYS', 'WEEKS', 'MONTHS', 'YEARS']),
    ...amounts(type),
  };
}

function timeMethods<S extends Dated>(
  type: string,
  parts: { local: (self: S) => LocalDateTime; with: (self: S, local: LocalDateTime) => S },
): Table {
  const { local } = parts;
  const seconds = (self: S): number => Math.floor(local(self).nanos / SECOND);
  const set = (self: S, nanos: number): S =>
    parts.with(self, new LocalDateTime(local(self).date, nanos));
  const truncated: Readonly<Record<string, number>> = {
    DAYS: 864e11,
    HOURS: 36e11,
    MINUTES: 6e10,
    SECONDS: 1e9,
    MILLIS: 1e6,
    MICROS: 1e3,
    NANOS: 1,
  };
  return {
    'int getHour()': (self: S) => Math.floor(seconds(self) / 3600),
    'int getMinute()': (self: S) => Math.floor(seconds(self) / 60) % 60,
    'int getSecond()': (self: S) => seconds(self) % 60,
    'int getNano()': (self: S) => local(self).nano,
    [`${type} withHour(int)`]: (self: S, hour: number) =>
      set(self, (local(self).nanos % 36e11) + hour * 36e11),
    [`${type} withMinute(int)`]: (self: S, minute: number) =>
      set(self, local(self).nanos - (Math.floor(seconds(self) / 60) % 60) * 6e10 + minute * 6e10),
    [`${type} withSecond(int)`]: (self: S, second: number) =>
      set(self, local(self).nanos - (seconds(self) % 60) * SECOND + second * SECOND),
    [`${type} withNano(int)`]: (self: S, nano: number) =>
      set(self, local(self).nanos - local(self).nano + nano),
    [`${type} truncatedTo(TemporalUnit)`]: (self: S, by: EnumConstant) =>
      set(self, local(self).nanos - (local(self).nanos % (truncated[by.name] ?? 864e11))),
    ...steps(type, ['HOURS', 'MINUTES', 'SECONDS', 'NANOS']),
  };
}

const order = (type: string): Table => ({
  [`boolean isAfter(${type})`]: (self: LocalDate, other: LocalDate) => self.compareTo(other) > 0,
  [`boolean isBefore(${type})`]: (self: LocalDate, other: LocalDate) => self.compareTo(other) < 0,
});

const zonedMethods: Table = {
  ...COMMON,
  ...order('ChronoZonedDateTime'),
  ...ACCESSOR,
  ...settable('ZonedDateTime'),
  ...dateMethods<ZonedDateTime>('ZonedDateTime', {
    date: (self) => self.local.date,
    with: (self, date) => self.with(new LocalDateTime(date, self.local.nanos)),
  }),
  ...timeMethods<ZonedDateTime>('ZonedDateTime', {
    local: (self) => self.local,
    with: (self, local) => self.with(local),
  }),
  'boolean isEqual(ChronoZonedDateTime)': (self: ZonedDateTime, other: ZonedDateTime) =>
    self.compareTo(other) === 0,
  'ZoneId getZone()': (self: ZonedDateTime) => self.zone,
  'ZoneOffset getOffset()': (self: ZonedDateTime) => zoneOf(offsetText(self.offset)),
  'Instant toInstant()': (self: ZonedDateTime) => self.instant,
  'long toEpochSecond()': (self: ZonedDateTime) => BigInt(self.instant.seconds),
  'LocalDate toLocalDate()': (self: ZonedDateTime) => self.local.date,
  'LocalDateTime toLocalDateTime()': (self: ZonedDateTime) => self.local,
  'LocalTime toLocalTime()': (self: ZonedDateTime) => new LocalTime(self.local.nanos),
  'ZonedDateTime withZoneSameInstant(ZoneId)': (self: ZonedDateTime, zone: ZoneId) =>
    ZonedDateTime.ofInstant(self.instant, zone),
  'ZonedDateTime withZoneSameLocal(ZoneId)': (self: ZonedDateTime, zone: ZoneId) =>
    new ZonedDateTime(self.local, zone),
};

const ABOVE: Readonly<Record<string, readonly string[]>> = {
  ChronoUnit: [`${T}temporal.TemporalUnit`],
  ChronoField: [`${T}temporal.TemporalField`],
  DayOfWeek: [`${T}temporal.TemporalAccessor`, `${T}temporal.TemporalAdjuster`],
  Month: [`${T}temporal.TemporalAccessor`, `${T}temporal.TemporalAdjuster`],
};

const enumTable = (name: string, all: readonly EnumConstant[], more: Table = {}): ClassTable => {
  const short = name.slice(name.lastIndexOf('.') + 1);
  return {
    name,
    supers: [...(ABOVE[short] ?? []), 'java.lang.Comparable'],
    constants: Object.fromEntries(all.map((one) => [`${short} ${one.name}`, one])),
    methods: {
      'String name()': (self: EnumConstant) => self.name,
      'int ordinal()': (self: EnumConstant) => self.ordinal,
      ...more,
    },
    statics: {
      [`${short} valueOf(String)`]: (text: string) => {
        const found = all.find((one) => one.name === text);
        if (found === undefined) throw illegalArgument(`No enum constant ${name}.${text}`);
        return found;
      },
      [`${short}[] values()`]: () => new JArray(name, [...all]),
      ...(name === `${T}Month` || name === `${T}DayOfWeek`
        ? { [`${short} of(int)`]: (value: number) => numbered(name, all, value) }
        : {}),
    },
  };
};

/** Java looks at the length of the text first: each has one form. */
function offsetOf(id: string): ZoneId {
  if (id === 'Z') return UTC;
  if (!/^.{2,3}$|^.{5,7}$|^.{9}$/.test(id))
    throw dateTime(`Invalid ID for ZoneOffset, invalid format: ${id}`);
  const [, sign, digits = ''] = /^(.)(.*)$/.exec(id) ?? [];
  if (!/^[\d:]+$/.test(digits))
    throw dateTime(`Invalid ID for ZoneOffset, non numeric characters found: ${id}`);
  if (sign !== '+' && sign !== '-')
    throw dateTime(`Invalid ID for ZoneOffset, plus/minus not found when expected: ${id}`);
  return zoneOf(id);
}

/** `Month.of(1)`. */
function numbered(name: string, all: readonly EnumConstant[], value: number): EnumConstant {
  const found = all[value - 1];
  const short = name.slice(T.length).replace('Month', 'MonthOfYear');
  if (found === undefined) throw dateTime(`Invalid value for ${short}: ${value}`);
  return found;
}

const cycle = (
  all: readonly EnumConstant[],
  self: EnumConstant,
  by: bigint,
): EnumConstant | undefined =>
  all[(((self.ordinal + Number(by % BigInt(all.length))) % all.length) + all.length) % all.length];

const PERIOD =
  /^([+-]?)P(?:([+-]?\d{1,9})Y)?(?:([+-]?\d{1,9})M)?(?:([+-]?\d{1,9})W)?(?:([+-]?\d{1,9})D)?$/i;

function parsePeriod(from: Value): Period {
  const text = textOf(from);
  const parts = PERIOD.exec(text);
  const [, sign, ...sizes] = parts ?? [];
  if (parts === null || sizes.every((size) => size === undefined))
    throw dateTimeParse('Text cannot be parsed to a Period');
  const [years = 0, months = 0, weeks = 0, days = 0] = sizes.map(
    (size) => Number(size ?? 0) * (sign === '-' ? -1 : 1),
  );
  return new Period(years, months, weeks * 7 + days);
}

const DURATION =
  /^([+-]?)P(?:([+-]?\d+)D)?(T(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+)(?:[.,](\d{0,9}))?S)?)?$/i;

function parseDuration(from: Value): Duration {
  const parts = DURATION.exec(textOf(from));
  const [, sign, days, time, hours, minutes, seconds, fraction = ''] = parts ?? [];
  const none = [days, hours, minutes, seconds].every((part) => part === undefined);
  if (parts === null || none || time?.toUpperCase() === 'T')
    throw dateTimeParse('Text cannot be parsed to a Duration');
  const rest = BigInt(fraction.padEnd(9, '0')) * (seconds?.startsWith('-') ? -1n : 1n);
  const nanos =
    nanosIn(BigInt(days ?? 0), 'DAYS').nanos +
    nanosIn(BigInt(hours ?? 0), 'HOURS').nanos +
    nanosIn(BigInt(minutes ?? 0), 'MINUTES').nanos +
    nanosIn(BigInt(seconds ?? 0), 'SECONDS').nanos +
    rest;
  return new Duration(sign === '-' ? -nanos : nanos);
}

/** Units longer than a day have no exact size. */
function durationIn(amount: bigint, by: EnumConstant): Duration {
  const nanos = UNIT_NANOS[by.name];
  if (nanos === undefined) throw unsupportedTemporal('Unit must not have an estimated duration');
  return new Duration(amount * BigInt(nanos));
}

function periodBetween(a: LocalDate, b: LocalDate): Period {
  const months = monthsBetween(new LocalDateTime(a, 0), new LocalDateTime(b, 0));
  return new Period(Math.trunc(months / 12), months % 12, b.day - a.plusMonths(months).day);
}

function dateFrom(from: Value): LocalDate {
  if (from instanceof LocalDate) return from;
  if (from instanceof LocalDateTime) return from.date;
  if (from instanceof ZonedDateTime) return from.local.date;
  throw dateTime(
    `Unable to obtain LocalDate from TemporalAccessor: ${textOf(from)} of type ${from === null ? 'null' : classNameOf(from)}`,
  );
}

const nanosIn = (count: bigint, name: string): Duration =>
  new Duration(
    count *
      ({
        DAYS: 86400000000000n,
        HOURS: 3600000000000n,
        MINUTES: 60000000000n,
        SECONDS: 1000000000n,
        MILLIS: 1000000n,
        NANOS: 1n,
      }[name] ?? 1n),
  );
const durationOf =
  (name: string): Implementation =>
  (count: bigint) =>
    nanosIn(count, name);
const durationTo =
  (size: bigint): Implementation =>
  (self: Duration) =>
    self.nanos / size;

const UNIT_METHODS: Table = {
  'Temporal addTo(Temporal,long)': (self: EnumConstant, to: Dated, amount: bigint) =>
    plus(to, amount, self),
  'long between(Temporal,Temporal)': between,
  'boolean isDateBased()': (self: EnumConstant) => self.ordinal >= 7 && self.name !== 'FOREVER',
  'boolean isDurationEstimated()': (self: EnumConstant) => self.ordinal >= 7,
  'boolean isTimeBased()': (self: EnumConstant) => self.ordinal < 7,
};

export const time: readonly ClassTable[] = [
  { name: `${T}temporal.TemporalUnit`, methods: UNIT_METHODS },
  { name: `${T}temporal.TemporalAmount`, methods: {} },
  { name: `${T}temporal.TemporalAccessor`, methods: ACCESSOR },
  { name: `${T}temporal.Temporal`, supers: [`${T}temporal.TemporalAccessor`], methods: {} },
  {
    name: `${T}chrono.ChronoZonedDateTime`,
    supers: [`${T}temporal.Temporal`, `${T}temporal.TemporalAdjuster`, 'java.lang.Comparable'],
    methods: {},
  },
  enumTable(`${T}temporal.ChronoUnit`, CHRONO_UNIT, UNIT_METHODS),
  enumTable(`${T}temporal.ChronoField`, timeFieldMethods.fields, timeFieldMethods.methods),
  enumTable(`${T}Month`, MONTH, {
    ...MONTH_METHODS,
    'int getValue()': (self: EnumConstant) => self.ordinal + 1,
    'Month plus(long)': (self: EnumConstant, by: bigint) => cycle(MONTH, self, by),
    'Month minus(long)': (self: EnumConstant, by: bigint) => cycle(MONTH, self, -by),
  }),
  enumTable(`${T}DayOfWeek`, DAY_OF_WEEK, {
    ...ACCESSOR,
    'int getValue()': (self: EnumConstant) => self.ordinal + 1,
    'DayOfWeek plus(long)': (self: EnumConstant, by: bigint) => cycle(DAY_OF_WEEK, self, by),
    'DayOfWeek minus(long)': (self: EnumConstant, by: bigint) => cycle(DAY_OF_WEEK, self, -by),
  }),
  {
    name: `${T}ZoneId`,
    statics: { 'ZoneId of(String)': zoneOf },
    methods: { 'String getId()': (self: ZoneId) => self.id },
  },
  {
    name: `${T}ZoneOffset`,
    supers: [`${T}ZoneId`],
    constants: { 'ZoneOffset UTC': UTC },
    statics: {
      'ZoneOffset of(String)': offsetOf,
      'ZoneOffset ofHours(int)': (hours: number) => zoneOf(offsetText(hours * 3600)),
    },
    methods: { 'int getTotalSeconds()': (self: ZoneId) => self.fixed },
  },
  {
    name: `${T}Instant`,
    supers: [`${T}temporal.Temporal`, `${T}temporal.TemporalAdjuster`, 'java.lang.Comparable'],
    constants: { 'Instant EPOCH': new Instant(0) },
    statics: {
      'Instant ofEpochMilli(long)': (ms: bigint) => Instant.ofMillis(ms),
      'Instant ofEpochSecond(long)': (seconds: bigint) => new Instant(Number(seconds)),
      'Instant ofEpochSecond(long,long)': (seconds: bigint, nanos: bigint) =>
        plus(new Instant(Number(seconds)), nanos, unit('NANOS')),
      'Instant parse(CharSequence)': (text: string) => {
        const { local, zone } = parseIso(text, { time: true, zone: true });
        return new ZonedDateTime(local, zone).instant;
      },
    },
    methods: {
      ...COMMON,
      ...order('Instant'),
      'ZonedDateTime atZone(ZoneId)': (self: Instant, zone: ZoneId) =>
        ZonedDateTime.ofInstant(self, zone),
      'long getEpochSecond()': (self: Instant) => BigInt(self.seconds),
      'int getNano()': (self: Instant) => self.nano,
      'long toEpochMilli()': (self: Instant) => self.millis,
      'Instant truncatedTo(TemporalUnit)': (self: Instant, by: EnumConstant) =>
        plus(self, 0n, by) &&
        new Instant(
          self.seconds - (self.seconds % ({ DAYS: 86400, HOURS: 3600, MINUTES: 60 }[by.name] ?? 1)),
          by.name === 'MILLIS' ? self.nano - (self.nano % 1e6) : 0,
        ),
      ...ACCESSOR,
      ...settable('Instant'),
      ...steps('Instant', ['SECONDS', 'NANOS', 'MILLIS']),
      ...amounts('Instant'),
    },
  },
  {
    name: `${T}LocalDate`,
    supers: [`${T}temporal.Temporal`, `${T}temporal.TemporalAdjuster`, 'java.lang.Comparable'],
    statics: {
      'LocalDate of(int,int,int)': LocalDate.of,
      'LocalDate from(TemporalAccessor)': dateFrom,
      'LocalDate ofYearDay(int,int)': ofYearDay,
      'LocalDate ofEpochDay(long)': (day: bigint) => new LocalDate(Number(day)),
      'LocalDate parse(CharSequence)': (text: string) =>
        parseIso(text, { time: false, zone: false }).local.date,
      'LocalDate parse(CharSequence,DateTimeFormatter)': (
        text: string,
        format: DateTimeFormatter,
      ) => dateOf(format.parse(text), text),
    },
    methods: {
      ...COMMON,
      ...order('LocalDate'),
      ...ACCESSOR,
      ...settable('LocalDate'),
      ...dateMethods<LocalDate>('LocalDate', { date: (self) => self, with: (_self, date) => date }),
      'boolean isEqual(LocalDate)': (self: LocalDate, other: LocalDate) =>
        self.compareTo(other) === 0,
      'boolean isLeapYear()': (self: LocalDate) => lengthOfMonth(self.year, 2) === 29,
      'int lengthOfMonth()': (self: LocalDate) => lengthOfMonth(self.year, self.month),
      'int lengthOfYear()': (self: LocalDate) => (lengthOfMonth(self.year, 2) === 29 ? 366 : 365),
      'long toEpochDay()': (self: LocalDate) => BigInt(self.day),
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
      'Period until(LocalDate)': periodBetween,
    },
  },
  {
    name: `${T}LocalDateTime`,
    supers: [`${T}temporal.Temporal`, `${T}temporal.TemporalAdjuster`, 'java.lang.Comparable'],
    statics: {
      'LocalDateTime of(int,int,int,int,int)': (
        y: number,
        mo: number,
        d: number,
        h: number,
        mi: number,
      ) => new LocalDateTime(LocalDate.of(y, mo, d), clock(h, mi)),
      'LocalDateTime of(int,int,int,int,int,int)': (
        y: number,
        mo: number,
        d: number,
        h: number,
        mi: number,
        s: number,
      ) => new LocalDateTime(LocalDate.of(y, mo, d), clock(h, mi, s)),
      'LocalDateTime of(int,int,int,int,int,int,int)': (
        y: number,
        mo: number,
        d: number,
        h: number,
        mi: number,
        s: number,
        n: number,
      ) => new LocalDateTime(LocalDate.of(y, mo, d), clock(h, mi, s, n)),
      'LocalDateTime of(LocalDate,LocalTime)': (date: LocalDate, at: LocalTime) =>
        new LocalDateTime(date, at.nanos),
      'LocalDateTime ofEpochSecond(long,int,ZoneOffset)': (
        seconds: bigint,
        nano: number,
        zone: ZoneId,
      ) => LocalDateTime.ofSeconds(Number(seconds) + (zone.fixed ?? 0), nano),
      'LocalDateTime ofInstant(Instant,ZoneId)': (at: Instant, zone: ZoneId) =>
        ZonedDateTime.ofInstant(at, zone).local,
      'LocalDateTime parse(CharSequence)': (text: string) =>
        parseIso(text, { time: true, zone: false }).local,
      'LocalDateTime parse(CharSequence,DateTimeFormatter)': (
        text: string,
        format: DateTimeFormatter,
      ) => {
        const fields = format.parse(text);
        return new LocalDateTime(dateOf(fields, text), nanosOf(fields));
      },
    },
    methods: {
      ...COMMON,
      ...order('LocalDateTime'),
      ...ACCESSOR,
      ...settable('LocalDateTime'),
      ...dateMethods<LocalDateTime>('LocalDateTime', {
        date: (self) => self.date,
        with: (self, date) => new LocalDateTime(date, self.nanos),
      }),
      ...timeMethods<LocalDateTime>('LocalDateTime', {
        local: (self) => self,
        with: (_self, local) => local,
      }),
      'ZonedDateTime atZone(ZoneId)': (self: LocalDateTime, zone: ZoneId) =>
        new ZonedDateTime(self, zone),
      'LocalDate toLocalDate()': (self: LocalDateTime) => self.date,
      'LocalTime toLocalTime()': (self: LocalDateTime) => new LocalTime(self.nanos),
      'long toEpochSecond(ZoneOffset)': (self: LocalDateTime, zone: ZoneId) =>
        BigInt(self.seconds - zone.offsetOfLocal(self.seconds)),
      'Instant toInstant(ZoneOffset)': (self: LocalDateTime, zone: ZoneId) =>
        new ZonedDateTime(self, zone).instant,
    },
  },
  {
    name: ZONED,
    supers: [`${T}chrono.ChronoZonedDateTime`],
    statics: {
      'ZonedDateTime of(LocalDate,LocalTime,ZoneId)': (
        date: LocalDate,
        at: LocalTime,
        zone: ZoneId,
      ) => new ZonedDateTime(new LocalDateTime(date, at.nanos), zone),
      'ZonedDateTime of(LocalDateTime,ZoneId)': (local: LocalDateTime, zone: ZoneId) =>
        new ZonedDateTime(local, zone),
      'ZonedDateTime of(int,int,int,int,int,int,int,ZoneId)': (
        y: number,
        mo: number,
        d: number,
        h: number,
        mi: number,
        s: number,
        n: number,
        zone: ZoneId,
      ) => new ZonedDateTime(new LocalDateTime(LocalDate.of(y, mo, d), clock(h, mi, s) + n), zone),
      'ZonedDateTime ofInstant(Instant,ZoneId)': (at: Instant, zone: ZoneId) =>
        ZonedDateTime.ofInstant(at, zone),
      'ZonedDateTime parse(CharSequence)': (text: string) => {
        const { local, zone } = parseIso(text, { time: true, zone: true });
        return new ZonedDateTime(local, zone);
      },
      'ZonedDateTime parse(CharSequence,DateTimeFormatter)': (
        text: string,
        format: DateTimeFormatter,
      ) => {
        const fields = format.parse(text);
        const zone = fields.get('zone');
        return new ZonedDateTime(
          new LocalDateTime(dateOf(fields, text), nanosOf(fields)),
          zone === undefined ? (format.zone ?? UTC) : zoneOf(String(zone)),
        );
      },
    },
    methods: zonedMethods,
  },
  {
    name: DOC_DATE,
    imported: false,
    supers: [ZONED],
    methods: {
      'DayOfWeek getDayOfWeekEnum()': (self: ZonedDateTime) =>
        DAY_OF_WEEK[self.local.date.dayOfWeek - 1],
      'int getDayOfWeek()': (self: ZonedDateTime) => self.local.date.dayOfWeek,
      'long getMillis()': (self: ZonedDateTime) => self.instant.millis,
      'int getHourOfDay()': (self: ZonedDateTime) => Math.floor(self.local.nanos / 36e11),
      'int getMinuteOfHour()': (self: ZonedDateTime) => Math.floor(self.local.nanos / 6e10) % 60,
      'int getSecondOfMinute()': (self: ZonedDateTime) =>
        Math.floor(self.local.nanos / SECOND) % 60,
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
        new DateTimeFormatter(pattern).format(self),
    },
  },
  {
    name: `${T}Duration`,
    supers: [`${T}temporal.TemporalAmount`, 'java.lang.Comparable'],
    constants: { 'Duration ZERO': new Duration(0n) },
    statics: {
      'Duration of(long,TemporalUnit)': durationIn,
      'Duration ofSeconds(long,long)': (seconds: bigint, nanos: bigint) =>
        new Duration(nanosIn(seconds, 'SECONDS').nanos + nanos),
      'Duration parse(CharSequence)': parseDuration,
      'Duration between(Temporal,Temporal)': (a: Dated, b: Dated) =>
        new Duration(between(unit('NANOS'), a, b)),
      ...Object.fromEntries(
        ['Days', 'Hours', 'Minutes', 'Seconds', 'Millis', 'Nanos'].map((name) => [
          `Duration of${name}(long)`,
          durationOf(name.toUpperCase()),
        ]),
      ),
    },
    methods: {
      'long toDays()': durationTo(86400000000000n),
      'long toHours()': durationTo(3600000000000n),
      'long toMinutes()': durationTo(60000000000n),
      'long toMillis()': durationTo(1000000n),
      'long toNanos()': durationTo(1n),
      'long getSeconds()': (self: Duration) =>
        (self.nanos - (((self.nanos % 1000000000n) + 1000000000n) % 1000000000n)) / 1000000000n,
      'int getNano()': (self: Duration) =>
        Number(((self.nanos % 1000000000n) + 1000000000n) % 1000000000n),
      'boolean isNegative()': (self: Duration) => self.nanos < 0n,
      'boolean isZero()': (self: Duration) => self.nanos === 0n,
      'Duration abs()': (self: Duration) =>
        new Duration(self.nanos < 0n ? -self.nanos : self.nanos),
      'Duration negated()': (self: Duration) => new Duration(-self.nanos),
      'Duration plus(long,TemporalUnit)': (self: Duration, amount: bigint, by: EnumConstant) =>
        new Duration(self.nanos + durationIn(amount, by).nanos),
      'Duration minus(long,TemporalUnit)': (self: Duration, amount: bigint, by: EnumConstant) =>
        new Duration(self.nanos - durationIn(amount, by).nanos),
      'Duration dividedBy(long)': (self: Duration, by: bigint) => {
        if (by === 0n) throw arithmetic('Cannot divide by zero');
        return new Duration(self.nanos / by);
      },
      'Duration plus(Duration)': (self: Duration, other: Duration) =>
        new Duration(self.nanos + other.nanos),
      'Duration minus(Duration)': (self: Duration, other: Duration) =>
        new Duration(self.nanos - other.nanos),
      'Duration multipliedBy(long)': (self: Duration, by: bigint) => new Duration(self.nanos * by),
      ...Object.fromEntries(
        ['Days', 'Hours', 'Minutes', 'Seconds', 'Millis', 'Nanos'].flatMap((name) =>
          [1n, -1n].map((sign) => [
            `Duration ${sign > 0n ? 'plus' : 'minus'}${name}(long)`,
            (self: Duration, count: bigint) =>
              new Duration(self.nanos + sign * nanosIn(count, name.toUpperCase()).nanos),
          ]),
        ),
      ),
    },
  },
  {
    name: `${T}Period`,
    supers: [`${T}temporal.TemporalAmount`],
    constants: { 'Period ZERO': new Period(0, 0, 0) },
    statics: {
      'Period between(LocalDate,LocalDate)': periodBetween,
      'Period parse(CharSequence)': parsePeriod,
      'Period of(int,int,int)': (y: number, m: number, d: number) => new Period(y, m, d),
      'Period ofDays(int)': (count: number) => new Period(0, 0, count),
      'Period ofWeeks(int)': (count: number) => new Period(0, 0, count * 7),
      'Period ofMonths(int)': (count: number) => new Period(0, count, 0),
      'Period ofYears(int)': (count: number) => new Period(count, 0, 0),
    },
    methods: {
      'boolean isNegative()': (self: Period) => self.years < 0 || self.months < 0 || self.days < 0,
      'boolean isZero()': (self: Period) =>
        self.years === 0 && self.months === 0 && self.days === 0,
      'Period negated()': (self: Period) => new Period(-self.years, -self.months, -self.days),
      'Period multipliedBy(int)': (self: Period, by: number) =>
        new Period(self.years * by, self.months * by, self.days * by),
      'Period normalized()': (self: Period) => {
        const months = self.years * 12 + self.months;
        return new Period(Math.trunc(months / 12), months % 12, self.days);
      },
      'Period withDays(int)': (self: Period, days: number) =>
        new Period(self.years, self.months, days),
      'Period withMonths(int)': (self: Period, months: number) =>
        new Period(self.years, months, self.days),
      'Period withYears(int)': (self: Period, years: number) =>
        new Period(years, self.months, self.days),
      ...Object.fromEntries(
        [1, -1].flatMap((sign) => {
          const verb = sign > 0 ? 'plus' : 'minus';
          return [
            [
              `Period ${verb}Days(long)`,
              (self: Period, count: bigint) =>
                new Period(self.years, self.months, self.days + sign * Number(count)),
            ],
            [
              `Period ${verb}Months(long)`,
              (self: Period, count: bigint) =>
                new Period(self.years, self.months + sign * Number(count), self.days),
            ],
            [
              `Period ${verb}Years(long)`,
              (self: Period, count: bigint) =>
                new Period(self.years + sign * Number(count), self.months, self.days),
            ],
          ];
        }),
      ),
      'int getDays()': (self: Period) => self.days,
      'int getMonths()': (self: Period) => self.months,
      'int getYears()': (self: Period) => self.years,
      'long toTotalMonths()': (self: Period) => BigInt(self.years * 12 + self.months),
    },
  },
  {
    name: `${T}format.DateTimeFormatter`,
    constants: {
      'DateTimeFormatter ISO_LOCAL_DATE': new DateTimeFormatter('uuuu-MM-dd'),
      'DateTimeFormatter ISO_LOCAL_TIME': new DateTimeFormatter('HH:mm:ss'),
      'DateTimeFormatter ISO_LOCAL_DATE_TIME': new DateTimeFormatter("uuuu-MM-dd'T'HH:mm:ss"),
      'DateTimeFormatter ISO_OFFSET_DATE_TIME': new DateTimeFormatter("uuuu-MM-dd'T'HH:mm:ssXXX"),
      'DateTimeFormatter BASIC_ISO_DATE': new DateTimeFormatter('uuuuMMdd'),
    },
    statics: {
      'DateTimeFormatter ofPattern(String)': (text: string) => new DateTimeFormatter(text),
    },
    methods: {
      'String format(TemporalAccessor)': (self: DateTimeFormatter, temporal: Dated) =>
        self.format(temporal),
      'DateTimeFormatter withZone(ZoneId)': (self: DateTimeFormatter, zone: ZoneId) =>
        new DateTimeFormatter(self.pattern, zone),
    },
  },
];
