/** java.time.LocalTime and OffsetTime. */
import type { ClassTable } from '../../class_table.js';
import { localTimeFrom, offsetTimeFrom, parsedAs } from '../../time/formatter/conversions.js';
import type { DateTimeFormatter } from '../../time/formatter/formatter.js';
import { ISO_LOCAL_TIME, ISO_OFFSET_TIME } from '../../time/formatter/predefined.js';
import {
  DAY_NANOS,
  type Instant,
  type LocalDate,
  LocalDateTime,
  LocalTime,
} from '../../time/time.js';
import { checkedField, chronoField } from '../../time/time_fields.js';
import { OffsetTime, offsetOfSeconds, type ZoneId } from '../../time/zone.js';
import { textOf, type Value } from '../../values/value.js';
import {
  ACCESSOR,
  ADJUSTER,
  amounts,
  clock,
  compare,
  FORMAT,
  order,
  settable,
  T,
  TEMPORAL,
  timeMethods,
  UNTIL,
} from './shared.js';

const checked = (field: string, value: bigint): number => checkedField(chronoField(field), value);

const around = (nanos: number): LocalTime =>
  new LocalTime(((nanos % DAY_NANOS) + DAY_NANOS) % DAY_NANOS);
const MIN_OFFSET = offsetOfSeconds(-64_800);
const MAX_OFFSET = offsetOfSeconds(64_800);

export const localTime: readonly ClassTable[] = [
  {
    name: `${T}LocalTime`,
    supers: [TEMPORAL, ADJUSTER, 'java.lang.Comparable'],
    constants: {
      'LocalTime MIDNIGHT': new LocalTime(0),
      'LocalTime MIN': new LocalTime(0),
      'LocalTime MAX': new LocalTime(DAY_NANOS - 1),
      'LocalTime NOON': new LocalTime(DAY_NANOS / 2),
    },
    statics: {
      'LocalTime from(TemporalAccessor)': localTimeFrom,
      'LocalTime of(int,int)': (h: number, m: number) => new LocalTime(clock(h, m)),
      'LocalTime of(int,int,int)': (h: number, m: number, s: number) =>
        new LocalTime(clock(h, m, s)),
      'LocalTime of(int,int,int,int)': (h: number, m: number, s: number, n: number) =>
        new LocalTime(clock(h, m, s, n)),
      'LocalTime ofNanoOfDay(long)': (nanos: bigint) =>
        new LocalTime(checked('NANO_OF_DAY', nanos)),
      'LocalTime ofSecondOfDay(long)': (seconds: bigint) =>
        new LocalTime(checked('SECOND_OF_DAY', seconds) * 1e9),
      'LocalTime parse(CharSequence)': (text: Value) =>
        parsedAs(localTimeFrom, textOf(text), ISO_LOCAL_TIME),
      'LocalTime parse(CharSequence,DateTimeFormatter)': (text: Value, by: DateTimeFormatter) =>
        parsedAs(localTimeFrom, textOf(text), by),
    },
    methods: {
      ...ACCESSOR,
      ...settable('LocalTime'),
      ...timeMethods<LocalTime>('LocalTime', {
        nanos: (self) => self.nanos,
        with: (_self, nanos) => new LocalTime(nanos),
      }),
      ...amounts('LocalTime'),
      ...UNTIL,
      ...FORMAT,
      ...order('LocalTime'),
      ...compare('LocalTime'),
      'LocalDateTime atDate(LocalDate)': (self: LocalTime, date: LocalDate) =>
        new LocalDateTime(date, self.nanos),
      'OffsetTime atOffset(ZoneOffset)': (self: LocalTime, offset: ZoneId) =>
        new OffsetTime(self, offset),
      'long toNanoOfDay()': (self: LocalTime) => BigInt(self.nanos),
      'int toSecondOfDay()': (self: LocalTime) => Math.floor(self.nanos / 1e9),
    },
  },
  {
    name: `${T}OffsetTime`,
    supers: [TEMPORAL, ADJUSTER, 'java.lang.Comparable'],
    constants: {
      'OffsetTime MAX': new OffsetTime(new LocalTime(DAY_NANOS - 1), MIN_OFFSET),
      'OffsetTime MIN': new OffsetTime(new LocalTime(0), MAX_OFFSET),
    },
    statics: {
      'OffsetTime from(TemporalAccessor)': offsetTimeFrom,
      'OffsetTime of(LocalTime,ZoneOffset)': (time: LocalTime, offset: ZoneId) =>
        new OffsetTime(time, offset),
      'OffsetTime of(int,int,int,int,ZoneOffset)': (
        h: number,
        m: number,
        s: number,
        n: number,
        offset: ZoneId,
      ) => new OffsetTime(new LocalTime(clock(h, m, s, n)), offset),
      'OffsetTime ofInstant(Instant,ZoneId)': (at: Instant, zone: ZoneId) => {
        const offset = offsetOfSeconds(zone.offsetAt(at.seconds));
        return new OffsetTime(new LocalTime(at.local.plusSeconds(offset.fixed ?? 0).nanos), offset);
      },
      'OffsetTime parse(CharSequence)': (text: Value) =>
        parsedAs(offsetTimeFrom, textOf(text), ISO_OFFSET_TIME),
      'OffsetTime parse(CharSequence,DateTimeFormatter)': (text: Value, by: DateTimeFormatter) =>
        parsedAs(offsetTimeFrom, textOf(text), by),
    },
    methods: {
      ...ACCESSOR,
      ...settable('OffsetTime'),
      ...timeMethods<OffsetTime>('OffsetTime', {
        nanos: (self) => self.time.nanos,
        with: (self, nanos) => new OffsetTime(new LocalTime(nanos), self.offset),
      }),
      ...amounts('OffsetTime'),
      ...UNTIL,
      ...FORMAT,
      ...compare('OffsetTime'),
      'boolean isAfter(OffsetTime)': (self: OffsetTime, other: OffsetTime) =>
        self.instantNanos > other.instantNanos,
      'boolean isBefore(OffsetTime)': (self: OffsetTime, other: OffsetTime) =>
        self.instantNanos < other.instantNanos,
      'boolean isEqual(OffsetTime)': (self: OffsetTime, other: OffsetTime) =>
        self.instantNanos === other.instantNanos,
      'ZoneOffset getOffset()': (self: OffsetTime) => self.offset,
      'LocalTime toLocalTime()': (self: OffsetTime) => self.time,
      'OffsetTime withOffsetSameInstant(ZoneOffset)': (self: OffsetTime, offset: ZoneId) => {
        const shift = (offset.fixed ?? 0) - (self.offset.fixed ?? 0);
        return new OffsetTime(around(self.time.nanos + shift * 1e9), offset);
      },
      'OffsetTime withOffsetSameLocal(ZoneOffset)': (self: OffsetTime, offset: ZoneId) =>
        new OffsetTime(self.time, offset),
    },
  },
];
