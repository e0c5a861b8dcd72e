/** java.time.Instant and Clock. */
import type { ClassTable } from '../../class_table.js';
import { instantFrom, parsedAs } from '../../time/formatter/conversions.js';
import { ISO_INSTANT } from '../../time/formatter/predefined.js';
import { type Duration, Instant } from '../../time/time.js';
import { UNIT_NANOS } from '../../time/time_math.js';
import { offsetDateTime, ZonedDateTime, type ZoneId } from '../../time/zone.js';
import type { EnumConstant } from '../../values/enum_constant.js';
import { arithmetic, illegalArgument, unsupportedTemporal } from '../../values/throwable.js';
import { JavaObject, textOf, type Value } from '../../values/value.js';
import {
  ACCESSOR,
  ADJUSTER,
  amounts,
  compare,
  order,
  settable,
  steps,
  T,
  TEMPORAL,
  UNTIL,
} from './shared.js';

const SECOND = 1_000_000_000n;

/** Nanoseconds beyond a second are added to the seconds. */
function ofEpochSecond(seconds: bigint, nanos: bigint): Instant {
  const nano = ((nanos % SECOND) + SECOND) % SECOND;
  const total = seconds + (nanos - nano) / SECOND;
  if (BigInt.asIntN(64, total) !== total) throw arithmetic('long overflow');
  return new Instant(total, Number(nano));
}

function truncatedTo(self: Instant, by: EnumConstant): Instant {
  const size = UNIT_NANOS[by.name];
  if (size === undefined) throw unsupportedTemporal('Unit is too large to be used for truncation');
  const nanos = self.secondOfDay * 1e9 + self.nano;
  const kept = nanos - (nanos % size);
  const seconds = BigInt(self.day) * 86_400n + BigInt(Math.floor(kept / 1e9));
  return new Instant(seconds, kept % 1e9);
}

/** A clock created by a script: it is fixed, or based on another clock. */
class JClock extends JavaObject {
  readonly className: string = `${T}Clock`;
  readonly #read: () => Instant;
  readonly zone: ZoneId;
  readonly #shown: string;

  constructor(read: () => Instant, zone: ZoneId, shown: string) {
    super();
    this.#read = read;
    this.zone = zone;
    this.#shown = shown;
  }

  now(): Instant {
    return this.#read();
  }

  override equals(other: Value): boolean {
    return other instanceof JClock && other.text() === this.text();
  }

  override text(): string {
    return this.#shown;
  }

  override key(): string {
    return this.#shown;
  }
}

const total = (at: Instant): bigint => at.exactSeconds * SECOND + BigInt(at.nano);

function tick(clock: JClock, by: Duration): JClock {
  if (by.nanos < 0n) throw illegalArgument('Tick duration must not be negative');
  if (by.nanos <= 1n) return clock;
  if (by.nanos % 1_000_000n !== 0n && SECOND % by.nanos !== 0n)
    throw illegalArgument('Invalid tick duration');
  const read = (): Instant => {
    const now = total(clock.now());
    return ofEpochSecond(0n, now - (((now % by.nanos) + by.nanos) % by.nanos));
  };
  return new JClock(read, clock.zone, `TickClock[${clock.text()},${by.text()}]`);
}

export const instant: readonly ClassTable[] = [
  {
    name: `${T}Instant`,
    supers: [TEMPORAL, ADJUSTER, 'java.lang.Comparable'],
    constants: {
      'Instant EPOCH': new Instant(0),
      'Instant MAX': new Instant(31_556_889_864_403_199n, 999_999_999),
      'Instant MIN': new Instant(-31_557_014_167_219_200n),
    },
    statics: {
      'Instant from(TemporalAccessor)': instantFrom,
      'Instant ofEpochMilli(long)': Instant.ofMillis,
      'Instant ofEpochSecond(long)': (seconds: bigint) => new Instant(seconds),
      'Instant ofEpochSecond(long,long)': ofEpochSecond,
      'Instant parse(CharSequence)': (text: Value) =>
        parsedAs(instantFrom, textOf(text), ISO_INSTANT),
    },
    methods: {
      ...ACCESSOR,
      ...settable('Instant'),
      ...steps('Instant', ['SECONDS', 'NANOS', 'MILLIS']),
      ...amounts('Instant'),
      ...UNTIL,
      ...order('Instant'),
      ...compare('Instant'),
      'OffsetDateTime atOffset(ZoneOffset)': (self: Instant, offset: ZoneId) =>
        offsetDateTime(self.local.plusSeconds(offset.fixed ?? 0), offset),
      'ZonedDateTime atZone(ZoneId)': (self: Instant, zone: ZoneId) =>
        ZonedDateTime.ofInstant(self, zone),
      'long getEpochSecond()': (self: Instant) => self.exactSeconds,
      'int getNano()': (self: Instant) => self.nano,
      'long toEpochMilli()': (self: Instant) => self.millis,
      'Instant truncatedTo(TemporalUnit)': truncatedTo,
    },
  },
  {
    name: `${T}Clock`,
    statics: {
      'Clock fixed(Instant,ZoneId)': (at: Instant, zone: ZoneId) =>
        new JClock(() => at, zone, `FixedClock[${at.text()},${zone.id}]`),
      'Clock offset(Clock,Duration)': (clock: JClock, by: Duration) =>
        by.nanos === 0n
          ? clock
          : new JClock(
              () => ofEpochSecond(0n, total(clock.now()) + by.nanos),
              clock.zone,
              `OffsetClock[${clock.text()},${by.text()}]`,
            ),
      'Clock tick(Clock,Duration)': tick,
    },
    methods: {
      'ZoneId getZone()': (self: JClock) => self.zone,
      'Instant instant()': (self: JClock) => self.now(),
      'long millis()': (self: JClock) => self.now().millis,
    },
  },
];
