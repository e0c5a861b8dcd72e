/** java.util.Random. */
import type { ClassTable, Implementation } from '../class_table.js';
import type { JArray } from '../containers/container_types.js';
import { JStream, type StreamKind } from '../containers/streams.js';
import { randomBytes } from '../host/world.js';
import { spend } from '../values/meter.js';
import { JRandom } from '../values/random.js';
import { illegalArgument } from '../values/throwable.js';

/** Takes four bytes of each number, the lowest first. */
function fillBytes(self: JRandom, { items }: JArray): void {
  spend(items.length);
  for (let at = 0; at < items.length; at += 4) {
    const bits = self.next(32);
    for (let i = 0; i < 4 && at + i < items.length; i++)
      items[at + i] = (bits << (24 - 8 * i)) >> 24;
  }
}

function boundedDouble(self: JRandom, low: number, high: number): number {
  const value = self.nextDouble() * (high - low) + low;
  return value >= high ? high - (high - low) * 2 ** -53 : value;
}

function boundedInt(self: JRandom, low: number, high: number): number {
  const size = (high - low) | 0;
  if (size > 0) {
    // Numbers of streams are drawn by another algorithm than single ones: by the remainder of all
    // bits.
    const mask = size - 1;
    const drawn = self.next(32);
    if ((size & mask) === 0) return ((drawn & mask) + low) | 0;
    for (let positive = drawn >>> 1; ; positive = self.next(32) >>> 1) {
      const rest = positive % size;
      if (((positive + mask - rest) | 0) >= 0) return (rest + low) | 0;
    }
  }
  for (;;) {
    const value = self.next(32);
    if (value >= low && value < high) return value;
  }
}

/**
 * Uses a mask for powers of two, otherwise the remainder, rejecting the last incomplete part of the
 * range.
 */
function boundedLong(self: JRandom, low: bigint, high: bigint): bigint {
  const size = BigInt.asIntN(64, high - low);
  let value = self.nextLong();
  if ((size & (size - 1n)) === 0n) return BigInt.asIntN(64, (value & (size - 1n)) + low);
  if (size <= 0n) {
    while (value < low || value >= high) value = self.nextLong();
    return value;
  }
  for (;;) {
    const positive = BigInt.asUintN(64, value) >> 1n;
    const rest = positive % size;
    if (BigInt.asIntN(64, positive + (size - 1n) - rest) >= 0n) return rest + low;
    value = self.nextLong();
  }
}

type Kind = 'Int' | 'Long' | 'Double';
type Bound = number | bigint;
interface Draw<B extends Bound> {
  readonly any: (self: JRandom) => B;
  readonly within: (self: JRandom, low: B, high: B) => B;
  readonly isRange: (low: B, high: B) => boolean;
}

function* drawn(count: bigint, next: () => Bound): Generator<Bound> {
  for (let left = count; left > 0n; left--) yield next();
}

/** `ints(long)`, `ints(long,int,int)` and similar methods. */
function streams<B extends Bound>(
  kind: Kind,
  type: string,
  { any, within, isRange }: Draw<B>,
): Record<string, Implementation> {
  const name: StreamKind = `java.util.stream.${kind}Stream`;
  const made = (count: bigint, next: () => Bound): JStream => {
    if (count < 0n) throw illegalArgument('size must be non-negative');
    return new JStream(drawn(count, next), name);
  };
  const plural = `${kind}Stream ${kind.toLowerCase()}s`;
  return {
    [`${plural}(long)`]: (self: JRandom, count: bigint) => made(count, () => any(self)),
    [`${plural}(long,${type},${type})`]: (self: JRandom, count: bigint, low: B, high: B) => {
      if (!isRange(low, high)) throw illegalArgument('bound must be greater than origin');
      return made(count, () => within(self, low, high));
    },
  };
}

export const random: readonly ClassTable[] = [
  {
    name: 'java.util.Random',
    constructors: {
      '()': () => new JRandom(new DataView(randomBytes(8).slice().buffer).getBigInt64(0)),
      '(long)': (seed: bigint) => new JRandom(seed),
    },
    methods: {
      ...streams('Double', 'double', {
        any: (self) => self.nextDouble(),
        within: boundedDouble,
        isRange: (low, high) => low < high && high - low < Number.POSITIVE_INFINITY,
      }),
      ...streams('Int', 'int', {
        any: (self) => self.next(32),
        within: boundedInt,
        isRange: (low, high) => low < high,
      }),
      ...streams('Long', 'long', {
        any: (self) => self.nextLong(),
        within: boundedLong,
        isRange: (low, high) => low < high,
      }),
      'void nextBytes(byte[])': fillBytes,
      'boolean nextBoolean()': (self: JRandom) => self.next(1) !== 0,
      'double nextDouble()': (self: JRandom) => self.nextDouble(),
      'float nextFloat()': (self: JRandom) => Math.fround(self.next(24) / 2 ** 24),
      'double nextGaussian()': (self: JRandom) => self.nextGaussian(),
      'int nextInt()': (self: JRandom) => self.next(32),
      'int nextInt(int)': (self: JRandom, bound: number) => self.nextInt(bound),
      'long nextLong()': (self: JRandom) => self.nextLong(),
      'void setSeed(long)': (self: JRandom, seed: bigint) => self.setSeed(seed),
    },
  },
];
