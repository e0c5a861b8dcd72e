/** Arrays, Objects, Base64, UUID, Random. */
import type { ClassTable } from '../class_table.js';
import { decodeBytes, encodeBytes } from '../runtime/base64.js';
import { JList } from '../runtime/collections.js';
import { JArray, type JFunction } from '../runtime/container_types.js';
import { boxAs } from '../runtime/convert.js';
import { illegalArgument, nullPointer, unsupported } from '../runtime/throwable.js';
import { equalValues, hashLong, hashOf, JavaObject, textOf, type Value } from '../runtime/value.js';

/** java.util.Random with a seed: Java's linear congruence, so that the numbers are the same. */
class JRandom extends JavaObject {
  readonly className: string = 'java.util.Random';
  #seed: bigint;
  #gaussian: number | undefined;

  constructor(seed: bigint) {
    super();
    this.#seed = (seed ^ 0x5deece66dn) & 0xffffffffffffn;
  }

  setSeed(seed: bigint): void {
    this.#seed = (seed ^ 0x5deece66dn) & 0xffffffffffffn;
    this.#gaussian = undefined;
  }

  next(bits: number): number {
    this.#seed = (this.#seed * 0x5deece66dn + 0xbn) & 0xffffffffffffn;
    return Number(BigInt.asIntN(32, this.#seed >> BigInt(48 - bits)));
  }

  nextInt(bound: number): number {
    if (bound <= 0) throw illegalArgument('bound must be positive');
    if ((bound & -bound) === bound) return Number((BigInt(bound) * BigInt(this.next(31))) >> 31n);
    for (;;) {
      const bits = this.next(31);
      const value = bits % bound;
      if (((bits - value + (bound - 1)) | 0) >= 0) return value;
    }
  }

  nextLong(): bigint {
    return BigInt.asIntN(64, (BigInt(this.next(32)) << 32n) + BigInt(this.next(32)));
  }

  nextDouble(): number {
    return (this.next(26) * 2 ** 27 + this.next(27)) / 2 ** 53;
  }

  nextGaussian(): number {
    if (this.#gaussian !== undefined) {
      const held = this.#gaussian;
      this.#gaussian = undefined;
      return held;
    }
    for (;;) {
      const a = 2 * this.nextDouble() - 1;
      const b = 2 * this.nextDouble() - 1;
      const square = a * a + b * b;
      if (square >= 1 || square === 0) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      this.#gaussian = b * scale;
      return a * scale;
    }
  }
}

class JUuid extends JavaObject {
  readonly className: string = 'java.util.UUID';
  readonly high: bigint;
  readonly low: bigint;

  constructor(high: bigint, low: bigint) {
    super();
    this.high = high;
    this.low = low;
  }

  override text(): string {
    const hex =
      BigInt.asUintN(64, this.high).toString(16).padStart(16, '0') +
      BigInt.asUintN(64, this.low).toString(16).padStart(16, '0');
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(12, 16),
      hex.slice(16, 20),
      hex.slice(20),
    ].join('-');
  }

  override equals(other: Value): boolean {
    return other instanceof JUuid && other.high === this.high && other.low === this.low;
  }

  override hashCode(): number {
    return hashLong(this.high ^ this.low);
  }

  override key(): string {
    return `u${this.text()}`;
  }
}

function parseUuid(text: string): JUuid {
  const parts = text.split('-');
  if (parts.length !== 5 || parts.some((one) => !/^[0-9a-fA-F]{1,12}$/.test(one)))
    throw illegalArgument(`Invalid UUID string: ${text}`);
  const [a = '0', b = '0', c = '0', d = '0', e = '0'] = parts;
  const part = (one: string, bits: number): bigint => BigInt.asUintN(bits, BigInt(`0x${one}`));
  const high = (part(a, 32) << 32n) | (part(b, 16) << 16n) | part(c, 16);
  return new JUuid(BigInt.asIntN(64, high), BigInt.asIntN(64, (part(d, 16) << 48n) | part(e, 48)));
}

function timeBased(self: JUuid): void {
  if (((self.high >> 12n) & 15n) !== 1n) throw unsupported('Not a time-based UUID');
}

class Coder extends JavaObject {
  readonly className: string;
  constructor(className: string) {
    super();
    this.className = className;
  }
}

function deepEquals(a: Value, b: Value): boolean {
  if (!(a instanceof JArray) || !(b instanceof JArray)) return equalValues(a, b);
  if (a.element !== b.element || a.items.length !== b.items.length) return false;
  const theirs = boxedItems(b);
  return boxedItems(a).every((one, i) => deepEquals(one, theirs[i] ?? null));
}

const boxedItems = (array: JArray): Value[] => {
  const box = boxAs(array.element) as ((value: unknown) => Value) | undefined;
  return box === undefined ? (array.items as Value[]) : array.items.map(box);
};

export const javaUtil: readonly ClassTable[] = [
  {
    name: 'java.util.Arrays',
    statics: {
      'boolean deepEquals(Object[],Object[])': deepEquals,
      'List asList(def[])': (array: JArray) => new JList(boxedItems(array)),
    },
  },
  {
    name: 'java.util.Objects',
    statics: {
      'boolean equals(Object,Object)': equalValues,
      'int compare(def,def,Comparator)': (a: Value, b: Value, order: JFunction) =>
        a === b ? 0 : order.fn(a, b),
      'boolean deepEquals(Object,Object)': deepEquals,
      'int hash(Object[])': (values: JArray) => new JList(values.items as Value[]).hashCode(),
      'int hashCode(Object)': hashOf,
      'boolean isNull(Object)': (value: Value) => value === null,
      'boolean nonNull(Object)': (value: Value) => value !== null,
      'def requireNonNull(def)': (value: Value) => required(value, null),
      'def requireNonNull(def,String)': required,
      'String toString(Object)': textOf,
      'String toString(Object,String)': (value: Value, otherwise: string) =>
        value === null ? otherwise : textOf(value),
    },
  },
  {
    name: 'java.util.Base64',
    statics: {
      'Base64.Decoder getDecoder()': () => new Coder('java.util.Base64$Decoder'),
      'Base64.Encoder getEncoder()': () => new Coder('java.util.Base64$Encoder'),
    },
  },
  {
    name: 'java.util.Base64$Decoder',
    methods: {
      'byte[] decode(String)': (_self: Coder, text: string) =>
        new JArray('byte', decodeBytes(text)),
    },
  },
  {
    name: 'java.util.Base64$Encoder',
    methods: {
      'String encodeToString(byte[])': (_self: Coder, bytes: JArray) =>
        encodeBytes(bytes.items as number[]),
    },
  },
  {
    name: 'java.util.UUID',
    supers: ['java.lang.Comparable'],
    constructors: { '(long,long)': (high: bigint, low: bigint) => new JUuid(high, low) },
    statics: { 'UUID fromString(String)': parseUuid },
    methods: {
      'long getLeastSignificantBits()': (self: JUuid) => self.low,
      'long getMostSignificantBits()': (self: JUuid) => self.high,
      'int variant()': (self: JUuid) => {
        const low = BigInt.asUintN(64, self.low);
        if (low >> 63n === 0n) return 0;
        return low >> 62n === 2n ? 2 : Number(low >> 61n);
      },
      'long timestamp()': (self: JUuid) => {
        timeBased(self);
        const high = BigInt.asUintN(64, self.high);
        return ((high & 0xfffn) << 48n) | (((high >> 16n) & 0xffffn) << 32n) | (high >> 32n);
      },
      'int clockSequence()': (self: JUuid) => {
        timeBased(self);
        return Number((self.low >> 48n) & 0x3fffn);
      },
      'long node()': (self: JUuid) => {
        timeBased(self);
        return self.low & 0xffffffffffffn;
      },
      'int version()': (self: JUuid) => Number((self.high >> 12n) & 15n),
    },
  },
  {
    name: 'java.util.Random',
    constructors: { '(long)': (seed: bigint) => new JRandom(seed) },
    methods: {
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

function required(value: Value, message: string | null): Value {
  if (value === null) throw nullPointer(message);
  return value;
}
