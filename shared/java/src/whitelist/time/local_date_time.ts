/** java.time.LocalDateTime. */
import type { ClassTable } from '../../class_table.js';
import { localDateTimeFrom, parsedAs } from '../../time/formatter/conversions.js';
import type { DateTimeFormatter } from '../../time/formatter/formatter.js';
import { ISO_LOCAL_DATE_TIME } from '../../time/formatter/predefined.js';
import {
  DAY_NANOS,
  type Instant,
  LocalDate,
  LocalDateTime,
  LocalTime,
  MAX_YEAR,
} from '../../time/time.js';
import { checkedField, chronoField } from '../../time/time_fields.js';
import { offsetDateTime, ZonedDateTime, type ZoneId } from '../../time/zone.js';
import { textOf, type Value } from '../../values/value.js';
import { ACCESSOR, clock, dateMethods, settable, T, timeMethods, UNTIL } from './shared.js';

type N = number;

/** OpenSearch's whitelist omits `withNano`. */
const { 'LocalDateTime withNano(int)': _withNano, ...clockMethods } = timeMethods<LocalDateTime>(
  'LocalDateTime',
  {
    nanos: (self) => self.nanos,
    with: (self, nanos) => new LocalDateTime(self.date, nanos),
  },
);

export const localDateTime: readonly ClassTable[] = [
  {
    name: `${T}LocalDateTime`,
    supers: [`${T}chrono.ChronoLocalDateTime`],
    constants: {
      'LocalDateTime MAX': new LocalDateTime(LocalDate.of(MAX_YEAR, 12, 31), DAY_NANOS - 1),
      'LocalDateTime MIN': new LocalDateTime(LocalDate.of(-MAX_YEAR, 1, 1), 0),
    },
    statics: {
      'LocalDateTime from(TemporalAccessor)': localDateTimeFrom,
      'LocalDateTime of(int,int,int,int,int)': (y: N, mo: N, d: N, h: N, mi: N) =>
        new LocalDateTime(LocalDate.of(y, mo, d), clock(h, mi)),
      'LocalDateTime of(int,int,int,int,int,int)': (y: N, mo: N, d: N, h: N, mi: N, s: N) =>
        new LocalDateTime(LocalDate.of(y, mo, d), clock(h, mi, s)),
      'LocalDateTime of(int,int,int,int,int,int,int)': (
        y: N,
        mo: N,
        d: N,
        h: N,
        mi: N,
        s: N,
        n: N,
      ) => new LocalDateTime(LocalDate.of(y, mo, d), clock(h, mi, s, n)),
      'LocalDateTime of(LocalDate,LocalTime)': (date: LocalDate, at: LocalTime) =>
        new LocalDateTime(date, at.nanos),
      'LocalDateTime ofEpochSecond(long,int,ZoneOffset)': (
        seconds: bigint,
        nano: number,
        zone: ZoneId,
      ) =>
        LocalDateTime.ofSeconds(
          seconds + BigInt(zone.fixed ?? 0),
          checkedField(chronoField('NANO_OF_SECOND'), BigInt(nano)),
        ),
      'LocalDateTime ofInstant(Instant,ZoneId)': (at: Instant, zone: ZoneId) =>
        ZonedDateTime.ofInstant(at, zone).local,
      'LocalDateTime parse(CharSequence)': (text: Value) =>
        parsedAs(localDateTimeFrom, textOf(text), ISO_LOCAL_DATE_TIME),
      'LocalDateTime parse(CharSequence,DateTimeFormatter)': (text: Value, by: DateTimeFormatter) =>
        parsedAs(localDateTimeFrom, textOf(text), by),
    },
    methods: {
      ...UNTIL,
      ...ACCESSOR,
      ...settable('LocalDateTime'),
      ...dateMethods<LocalDateTime>('LocalDateTime', {
        date: (self) => self.date,
        with: (self, date) => new LocalDateTime(date, self.nanos),
      }),
      ...clockMethods,
      'OffsetDateTime atOffset(ZoneOffset)': offsetDateTime,
      'ZonedDateTime atZone(ZoneId)': (self: LocalDateTime, zone: ZoneId) =>
        new ZonedDateTime(self, zone),
      'LocalDate toLocalDate()': (self: LocalDateTime) => self.date,
      'LocalTime toLocalTime()': (self: LocalDateTime) => new LocalTime(self.nanos),
    },
  },
];
