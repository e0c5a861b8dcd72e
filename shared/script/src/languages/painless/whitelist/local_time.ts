/** java.time.LocalTime. */
import type { ClassTable } from '../class_table.js';
import { dateTime, dateTimeParse, unsupportedTemporal } from '../runtime/throwable.js';
import {
  CHRONO_UNIT,
  DAY_NANOS,
  Duration,
  type EnumConstant,
  type LocalDate,
  LocalDateTime,
  LocalTime,
  ZonedDateTime,
} from '../runtime/time.js';
import { CHRONO_FIELD, checkedField } from '../runtime/time_fields.js';
import { type DateTimeFormatter, nanosOf, parseIso } from '../runtime/time_format.js';
import { between, plus } from '../runtime/time_math.js';
import { textOf, type Value } from '../runtime/value.js';
import { ACCESSOR, settable } from './time_fields.js';

const UNITS = ['HOURS', 'MINUTES', 'SECONDS', 'NANOS'] as const;
const SIZE: Readonly<Record<string, number>> = {
  HOURS: 36e11,
  MINUTES: 6e10,
  SECONDS: 1e9,
  MILLIS: 1e6,
  MICROS: 1e3,
  NANOS: 1,
  HALF_DAYS: 432e11,
};

const unit = (name: string): EnumConstant =>
  CHRONO_UNIT.find((one) => one.name === name) as EnumConstant;

function checked(field: string, value: number | bigint): number {
  const known = CHRONO_FIELD.find((one) => one.name === field) as EnumConstant;
  return checkedField(known, BigInt(value));
}

/** Nanoseconds of a day at a time of the clock. */
export function clock(hour: number, minute: number, second = 0, nano = 0): number {
  return (
    checked('HOUR_OF_DAY', hour) * 36e11 +
    checked('MINUTE_OF_HOUR', minute) * 6e10 +
    checked('SECOND_OF_MINUTE', second) * 1e9 +
    checked('NANO_OF_SECOND', nano)
  );
}

function plusAmount(self: LocalTime, amount: Value, sign: bigint): LocalTime {
  if (amount instanceof Duration)
    return plus(self, amount.nanos * sign, unit('NANOS')) as LocalTime;
  throw unsupportedTemporal('Unsupported unit: Days');
}

function truncated(self: LocalTime, by: EnumConstant): LocalTime {
  if (by.name === 'DAYS') return new LocalTime(0);
  const size = SIZE[by.name];
  if (size === undefined) throw unsupportedTemporal('Unit is too large to be used for truncation');
  return new LocalTime(self.nanos - (self.nanos % size));
}

function parse(text: string): LocalTime {
  try {
    return new LocalTime(parseIso(`1970-01-01T${text}`, { time: true, zone: false }).local.nanos);
  } catch {
    throw dateTimeParse(`Text '${text}' could not be parsed at index ${badIndex(text)}`);
  }
}

function badIndex(text: string): number {
  const good = /^(?:\d\d(?::(?:\d\d(?::(?:\d\d)?)?)?)?)?/.exec(text)?.[0] ?? '';
  return good.length;
}

function from(temporal: Value): LocalTime {
  if (temporal instanceof LocalTime) return temporal;
  if (temporal instanceof LocalDateTime) return new LocalTime(temporal.nanos);
  if (temporal instanceof ZonedDateTime) return new LocalTime(temporal.local.nanos);
  throw dateTime(`Unable to obtain LocalTime from TemporalAccessor: ${textOf(temporal)}`);
}

const title = (name: string): string => name.charAt(0) + name.slice(1).toLowerCase();

const parts = {
  Hour: { field: 'HOUR_OF_DAY', size: 36e11, turn: 24 },
  Minute: { field: 'MINUTE_OF_HOUR', size: 6e10, turn: 60 },
  Second: { field: 'SECOND_OF_MINUTE', size: 1e9, turn: 60 },
  Nano: { field: 'NANO_OF_SECOND', size: 1, turn: 1e9 },
};

const part = (self: LocalTime, size: number, turn: number): number =>
  Math.floor(self.nanos / size) % turn;

export const localTime: readonly ClassTable[] = [
  {
    name: 'java.time.LocalTime',
    supers: [
      'java.time.temporal.Temporal',
      'java.time.temporal.TemporalAdjuster',
      'java.lang.Comparable',
    ],
    constants: {
      'LocalTime MIDNIGHT': new LocalTime(0),
      'LocalTime MIN': new LocalTime(0),
      'LocalTime MAX': new LocalTime(DAY_NANOS - 1),
      'LocalTime NOON': new LocalTime(DAY_NANOS / 2),
    },
    statics: {
      'LocalTime from(TemporalAccessor)': from,
      'LocalTime of(int,int)': (h: number, m: number) => new LocalTime(clock(h, m)),
      'LocalTime of(int,int,int)': (h: number, m: number, s: number) =>
        new LocalTime(clock(h, m, s)),
      'LocalTime of(int,int,int,int)': (h: number, m: number, s: number, n: number) =>
        new LocalTime(clock(h, m, s, n)),
      'LocalTime ofNanoOfDay(long)': (nanos: bigint) =>
        new LocalTime(checked('NANO_OF_DAY', nanos)),
      'LocalTime ofSecondOfDay(long)': (seconds: bigint) =>
        new LocalTime(checked('SECOND_OF_DAY', seconds) * 1e9),
      'LocalTime parse(CharSequence)': (text: Value) => parse(textOf(text)),
      'LocalTime parse(CharSequence,DateTimeFormatter)': (text: Value, format: DateTimeFormatter) =>
        new LocalTime(nanosOf(format.parse(textOf(text)))),
    },
    methods: {
      ...ACCESSOR,
      ...settable('LocalTime'),
      ...Object.fromEntries(
        Object.entries(parts).flatMap(([name, { field, size, turn }]) => [
          [`int get${name}()`, (self: LocalTime) => part(self, size, turn)],
          [
            `LocalTime with${name}(int)`,
            (self: LocalTime, value: number) =>
              new LocalTime(self.nanos + (checked(field, value) - part(self, size, turn)) * size),
          ],
        ]),
      ),
      ...Object.fromEntries(
        UNITS.flatMap((name) => [
          [
            `LocalTime plus${title(name)}(long)`,
            (self: LocalTime, count: bigint) => plus(self, count, unit(name)),
          ],
          [
            `LocalTime minus${title(name)}(long)`,
            (self: LocalTime, count: bigint) => plus(self, -count, unit(name)),
          ],
        ]),
      ),
      'LocalDateTime atDate(LocalDate)': (self: LocalTime, date: LocalDate) =>
        new LocalDateTime(date, self.nanos),
      'String format(DateTimeFormatter)': (self: LocalTime, format: DateTimeFormatter) =>
        format.format(self),
      'boolean isAfter(LocalTime)': (self: LocalTime, other: LocalTime) => self.nanos > other.nanos,
      'boolean isBefore(LocalTime)': (self: LocalTime, other: LocalTime) =>
        self.nanos < other.nanos,
      'LocalTime plus(TemporalAmount)': (self: LocalTime, amount: Value) =>
        plusAmount(self, amount, 1n),
      'LocalTime minus(TemporalAmount)': (self: LocalTime, amount: Value) =>
        plusAmount(self, amount, -1n),
      'LocalTime plus(long,TemporalUnit)': plus,
      'LocalTime minus(long,TemporalUnit)': (self: LocalTime, count: bigint, by: EnumConstant) =>
        plus(self, -count, by),
      'long toNanoOfDay()': (self: LocalTime) => BigInt(self.nanos),
      'int toSecondOfDay()': (self: LocalTime) => Math.floor(self.nanos / 1e9),
      'LocalTime truncatedTo(TemporalUnit)': truncated,
      'long until(Temporal,TemporalUnit)': (self: LocalTime, end: LocalTime, by: EnumConstant) =>
        between(by, self, end),
    },
  },
];
