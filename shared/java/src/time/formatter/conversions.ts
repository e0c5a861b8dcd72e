/**
 * `LocalDate.from`, `ZonedDateTime.parse` and similar methods: build an object of a class from a
 * temporal object or a text.
 */

import { EnumConstant } from '../../values/enum_constant.js';
import type { JavaObject } from '../../values/value.js';
import { MonthDay, Year, YearMonth } from '../partial_dates.js';
import {
  DAY_OF_WEEK,
  Instant,
  type LocalDate,
  LocalDateTime,
  type LocalTime,
  MONTH,
  type Temporal,
} from '../time.js';
import { chronoField, fieldOf, hasField } from '../time_fields.js';
import { OffsetTime, offsetDateTime, ZonedDateTime, type ZoneId } from '../zone.js';
import { type DateTimeFormatter, wanted, withFault } from './formatter.js';
import { localDateIn, localTimeIn, offsetIn, zoneOfTemporal } from './queries.js';

export type From<T> = (from: JavaObject) => T;

const read = (from: JavaObject, name: string): number | undefined => {
  const field = chronoField(name);
  return hasField(from, field) ? Number(fieldOf(from, field)) : undefined;
};

export const localDateFrom: From<LocalDate> = (from) =>
  wanted(localDateIn(from), from, 'LocalDate');
export const localTimeFrom: From<LocalTime> = (from) =>
  wanted(localTimeIn(from), from, 'LocalTime');

export const localDateTimeFrom: From<LocalDateTime> = (from) => {
  if (from instanceof LocalDateTime) return from;
  if (from instanceof ZonedDateTime) return from.local;
  const [date, time] = [localDateIn(from), localTimeIn(from)];
  const made =
    date === undefined || time === undefined ? undefined : new LocalDateTime(date, time.nanos);
  return wanted(made, from, 'LocalDateTime');
};

export const instantFrom: From<Instant> = (from) => {
  if (from instanceof Instant) return from;
  if (from instanceof ZonedDateTime) return from.instant;
  const seconds = chronoField('INSTANT_SECONDS');
  if (!hasField(from, seconds)) return wanted<Instant>(undefined, from, 'Instant');
  return new Instant(fieldOf(from, seconds), read(from, 'NANO_OF_SECOND') ?? 0);
};

export const zonedFrom: From<ZonedDateTime> = (from) => {
  if (from instanceof ZonedDateTime && from.className !== 'java.time.OffsetDateTime') return from;
  const zone = zoneOfTemporal(from, true);
  if (zone === undefined) return wanted<ZonedDateTime>(undefined, from, 'ZonedDateTime');
  if (hasField(from, chronoField('INSTANT_SECONDS')))
    return ZonedDateTime.ofInstant(instantFrom(from), zone);
  const [date, time] = [localDateIn(from), localTimeIn(from)];
  if (date === undefined || time === undefined)
    return wanted<ZonedDateTime>(undefined, from, 'ZonedDateTime');
  return new ZonedDateTime(new LocalDateTime(date, time.nanos), zone);
};

export const offsetDateTimeFrom: From<ZonedDateTime> = (from) => {
  if (from instanceof ZonedDateTime && from.className === 'java.time.OffsetDateTime') return from;
  const offset = offsetIn(from);
  if (offset === undefined) return wanted<ZonedDateTime>(undefined, from, 'OffsetDateTime');
  const [date, time] = [localDateIn(from), localTimeIn(from)];
  if (date !== undefined && time !== undefined)
    return offsetDateTime(new LocalDateTime(date, time.nanos), offset);
  const at = instantFrom(from);
  return offsetDateTime(at.local.plusSeconds(offset.fixed ?? 0), offset);
};

export const offsetTimeFrom: From<OffsetTime> = (from) => {
  if (from instanceof OffsetTime) return from;
  const [time, offset] = [localTimeIn(from), offsetIn(from)];
  const made =
    time === undefined || offset === undefined ? undefined : new OffsetTime(time, offset);
  return wanted(made, from, 'OffsetTime');
};

export const yearFrom: From<Year> = (from) => {
  if (from instanceof Year) return from;
  const year = read(from, 'YEAR');
  return wanted(year === undefined ? undefined : new Year(year), from, 'Year');
};

export const yearMonthFrom: From<YearMonth> = (from) => {
  if (from instanceof YearMonth) return from;
  const [year, month] = [read(from, 'YEAR'), read(from, 'MONTH_OF_YEAR')];
  const made = year === undefined || month === undefined ? undefined : new YearMonth(year, month);
  return wanted(made, from, 'YearMonth');
};

export const monthDayFrom: From<MonthDay> = (from) => {
  if (from instanceof MonthDay) return from;
  const [month, day] = [read(from, 'MONTH_OF_YEAR'), read(from, 'DAY_OF_MONTH')];
  const made = month === undefined || day === undefined ? undefined : new MonthDay(month, day);
  return wanted(made, from, 'MonthDay');
};

const constantFrom =
  (all: readonly EnumConstant[], field: string, type: string): From<EnumConstant> =>
  (from) => {
    if (from instanceof EnumConstant && from.className === `java.time.${type}`) return from;
    const value = read(from, field);
    return wanted(value === undefined ? undefined : all[value - 1], from, type);
  };

export const monthFrom = constantFrom(MONTH, 'MONTH_OF_YEAR', 'Month');
export const dayOfWeekFrom = constantFrom(DAY_OF_WEEK, 'DAY_OF_WEEK', 'DayOfWeek');
export const zoneFrom: From<ZoneId> = (from) => wanted(zoneOfTemporal(from, true), from, 'ZoneId');
export const offsetFrom: From<ZoneId> = (from) => wanted(offsetIn(from), from, 'ZoneOffset');

/** Parses a text with a formatter; errors about missing fields mention the text. */
export function parsedAs<T>(from: From<T>, text: string, formatter: DateTimeFormatter): T {
  const parsed = formatter.parse(text);
  return withFault(text, () => from(parsed));
}

const KINDS: Readonly<Record<string, From<Temporal>>> = {
  'java.time.Instant': instantFrom,
  'java.time.LocalDate': localDateFrom,
  'java.time.LocalDateTime': localDateTimeFrom,
  'java.time.LocalTime': localTimeFrom,
  'java.time.OffsetDateTime': offsetDateTimeFrom,
  'java.time.OffsetTime': offsetTimeFrom,
  'java.time.Year': yearFrom,
  'java.time.YearMonth': yearMonthFrom,
  'java.time.ZonedDateTime': zonedFrom,
};

/** The end of an interval as an object of its start's class. */
export const sameKind = (start: Temporal, end: Temporal): Temporal =>
  KINDS[start.className]?.(end) ?? end;
