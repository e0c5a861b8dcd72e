/** java.time.Duration. */
import type { ClassTable, Implementation } from '../../class_table.js';
import { JList } from '../../containers/collections.js';
import { sameKind } from '../../time/formatter/conversions.js';
import { Duration, Period, type Temporal } from '../../time/time.js';
import { checkedField, chronoField, chronoUnit, fieldOf } from '../../time/time_fields.js';
import { between, plusAmount, UNIT_NANOS } from '../../time/time_math.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import { arithmetic, dateTimeParse, unsupportedTemporal } from '../../values/throwable.js';
import { textOf, type Value } from '../../values/value.js';
import { compare, T } from './shared.js';

const SECOND = 1_000_000_000n;
const SIZES: Readonly<Record<string, bigint>> = {
  DAYS: 86_400n * SECOND,
  HOURS: 3600n * SECOND,
  MINUTES: 60n * SECOND,
  SECONDS: SECOND,
  MILLIS: 1_000_000n,
  NANOS: 1n,
};

const nanosIn = (count: bigint, name: string): Duration =>
  new Duration(count * (SIZES[name] ?? 1n));

const FORM =
  /^([+-]?)P(?:([+-]?\d+)D)?(T(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?(?:([+-]?\d+)(?:[.,](\d{0,9}))?S)?)?$/i;

function parse(from: Value): Duration {
  const parts = FORM.exec(textOf(from));
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

/** Units longer than a day have no exact length. */
function durationIn(amount: bigint, by: EnumConstant): Duration {
  const nanos = UNIT_NANOS[by.name];
  if (nanos === undefined) throw unsupportedTemporal('Unit must not have an estimated duration');
  return new Duration(amount * BigInt(nanos));
}

function durationFrom(amount: Duration | Period): Duration {
  if (amount instanceof Duration) return amount;
  if (amount.years !== 0 || amount.months !== 0 || amount instanceof Period)
    throw unsupportedTemporal('Unit must not have an estimated duration');
  return amount;
}

/** Java divides the seconds, which are rounded down. */
const durationTo =
  (seconds: bigint): Implementation =>
  (self: Duration) =>
    secondsOf(self) / seconds;

const nanoOf = ({ nanos }: Duration): bigint => ((nanos % SECOND) + SECOND) % SECOND;
const secondsOf = (self: Duration): bigint => (self.nanos - nanoOf(self)) / SECOND;

function get(self: Duration, unit: EnumConstant): bigint {
  if (unit.name === 'SECONDS') return secondsOf(self);
  if (unit.name === 'NANOS') return nanoOf(self);
  throw unsupportedTemporal(`Unsupported unit: ${unit.text()}`);
}

/** The nanoseconds between far moments are no long; Java shows the errors of seconds. */
function durationBetween(from: Temporal, to: Temporal): Duration {
  const seconds = between(chronoUnit('SECONDS'), from, to);
  const nanos = seconds * SECOND;
  if (BigInt.asIntN(63, nanos) === nanos)
    return new Duration(between(chronoUnit('NANOS'), from, to));
  const part = chronoField('NANO_OF_SECOND');
  const rest = BigInt(fieldOf(to, part)) - BigInt(fieldOf(from, part));
  if (seconds > 0n && rest < 0n) return new Duration(nanos + SECOND + rest);
  return new Duration(seconds < 0n && rest > 0n ? nanos - SECOND + rest : nanos + rest);
}

const LEAST_NANOS = -(2n ** 63n) * SECOND;
const MOST_NANOS = 2n ** 63n * SECOND - 1n;

/** The result of a multiplication, which Java computes as a decimal. */
function scaled(nanos: bigint): Duration {
  if (nanos < LEAST_NANOS || nanos > MOST_NANOS)
    throw arithmetic(`Exceeds capacity of Duration: ${nanos}`);
  return new Duration(nanos);
}

function toLong(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw arithmetic('long overflow');
  return value;
}

const NAMES = ['Days', 'Hours', 'Minutes', 'Seconds', 'Millis', 'Nanos'];

export const duration: readonly ClassTable[] = [
  {
    name: `${T}Duration`,
    supers: [`${T}temporal.TemporalAmount`, 'java.lang.Comparable'],
    constants: { 'Duration ZERO': new Duration(0n) },
    statics: {
      'Duration between(Temporal,Temporal)': (a: Temporal, b: Temporal) =>
        durationBetween(a, sameKind(a, b)),
      'Duration from(TemporalAmount)': durationFrom,
      'Duration of(long,TemporalUnit)': durationIn,
      'Duration ofSeconds(long,long)': (seconds: bigint, nanos: bigint) =>
        new Duration(seconds * SECOND + nanos),
      'Duration parse(CharSequence)': parse,
      ...Object.fromEntries(
        NAMES.map((name) => [
          `Duration of${name}(long)`,
          (count: bigint) => nanosIn(count, name.toUpperCase()),
        ]),
      ),
    },
    methods: {
      ...compare('Duration'),
      'Temporal addTo(Temporal)': (self: Duration, to: Temporal) =>
        plusAmount(to, self, 1n, chronoUnit),
      'Temporal subtractFrom(Temporal)': (self: Duration, to: Temporal) =>
        plusAmount(to, self, -1n, chronoUnit),
      'long get(TemporalUnit)': get,
      'List getUnits()': () => new JList(['SECONDS', 'NANOS'].map(chronoUnit), { fixed: true }),
      'long toDays()': durationTo(86_400n),
      'long toHours()': durationTo(3600n),
      'long toMinutes()': durationTo(60n),
      'long toMillis()': (self: Duration) => toLong(self.nanos / 1_000_000n),
      'long toNanos()': (self: Duration) => toLong(self.nanos),
      'long getSeconds()': secondsOf,
      'int getNano()': (self: Duration) => Number(nanoOf(self)),
      'boolean isNegative()': (self: Duration) => self.nanos < 0n,
      'boolean isZero()': (self: Duration) => self.nanos === 0n,
      'Duration abs()': (self: Duration) => scaled(self.nanos < 0n ? -self.nanos : self.nanos),
      'Duration negated()': (self: Duration) => scaled(-self.nanos),
      'Duration plus(long,TemporalUnit)': (self: Duration, amount: bigint, by: EnumConstant) =>
        new Duration(self.nanos + durationIn(amount, by).nanos),
      'Duration minus(long,TemporalUnit)': (self: Duration, amount: bigint, by: EnumConstant) =>
        new Duration(self.nanos - durationIn(amount, by).nanos),
      'Duration dividedBy(long)': (self: Duration, by: bigint) => {
        if (by === 0n) throw arithmetic('Cannot divide by zero');
        return scaled(self.nanos / by);
      },
      'Duration plus(Duration)': (self: Duration, other: Duration) =>
        new Duration(self.nanos + other.nanos),
      'Duration minus(Duration)': (self: Duration, other: Duration) =>
        new Duration(self.nanos - other.nanos),
      'Duration multipliedBy(long)': (self: Duration, by: bigint) => scaled(self.nanos * by),
      'Duration withNanos(int)': (self: Duration, nano: number) =>
        new Duration(
          secondsOf(self) * SECOND +
            BigInt(checkedField(chronoField('NANO_OF_SECOND'), BigInt(nano))),
        ),
      'Duration withSeconds(long)': (self: Duration, seconds: bigint) =>
        new Duration(seconds * SECOND + nanoOf(self)),
      ...Object.fromEntries(
        NAMES.flatMap((name) =>
          [1n, -1n].map((sign) => [
            `Duration ${sign > 0n ? 'plus' : 'minus'}${name}(long)`,
            (self: Duration, count: bigint) =>
              new Duration(self.nanos + sign * nanosIn(count, name.toUpperCase()).nanos),
          ]),
        ),
      ),
    },
  },
];
