/** java.util.UUID. */
import type { ClassTable } from '../class_table.js';
import type { JArray } from '../containers/container_types.js';
import { randomBytes } from '../host/world.js';
import { md5 } from '../text/digests.js';
import { illegalArgument, numberFormat, unsupported } from '../values/throwable.js';
import { hashLong, JavaObject, type Value } from '../values/value.js';

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

  /** The halves are compared as signed numbers. */
  override compareTo(other: this): number {
    const { high, low } = other;
    if (this.high !== high) return this.high < high ? -1 : 1;
    return this.low < low ? -1 : Number(this.low > low);
  }

  override key(): string {
    return `u${this.text()}`;
  }
}

const MAX_LENGTH = 36;

/** Each of the five parts is a hexadecimal `long`, of which the lowest bits count. */
function parseUuid(text: string): JUuid {
  if (text.length > MAX_LENGTH) throw illegalArgument('UUID string too large');
  const parts = text.split('-');
  if (parts.length !== 5) throw illegalArgument(`Invalid UUID string: ${text}`);
  const [a = '', b = '', c = '', d = '', e = ''] = parts;
  const part = (one: string, bits: number): bigint => BigInt.asUintN(bits, hexLong(one));
  const high = (part(a, 32) << 32n) | (part(b, 16) << 16n) | part(c, 16);
  return new JUuid(BigInt.asIntN(64, high), BigInt.asIntN(64, (part(d, 16) << 48n) | part(e, 48)));
}

/** `Long.parseLong` of a part of a text, with base 16. */
function hexLong(text: string): bigint {
  if (text === '') throw numberFormat('');
  const first = text.startsWith('+') ? 1 : 0;
  let value = 0n;
  for (let at = first; at === first || at < text.length; at++) {
    const digit = Number.parseInt(text.charAt(at), 16);
    value = value * 16n + BigInt(digit || 0);
    if (Number.isNaN(digit) || BigInt.asIntN(64, value) !== value)
      throw numberFormat(`Error at index ${at} in: "${text}"`);
  }
  return value;
}

function timeBased(self: JUuid): void {
  if (((self.high >> 12n) & 15n) !== 1n) throw unsupported('Not a time-based UUID');
}

/** Sets the bits of version and variant in sixteen bytes (RFC 9562, 4.1 and 4.2). */
function versioned(bytes: Uint8Array, version: number): JUuid {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | (version << 4));
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  return new JUuid(view.getBigInt64(0), view.getBigInt64(8));
}

export const uuid: readonly ClassTable[] = [
  {
    name: 'java.util.UUID',
    supers: ['java.lang.Comparable'],
    constructors: { '(long,long)': (high: bigint, low: bigint) => new JUuid(high, low) },
    statics: {
      'UUID fromString(String)': parseUuid,
      'UUID nameUUIDFromBytes(byte[])': (name: JArray) =>
        versioned(md5(Uint8Array.from(name.numbers)), 3),
      'UUID randomUUID()': () => versioned(randomBytes(16), 4),
    },
    methods: {
      'int compareTo(UUID)': (self: JUuid, other: JUuid) => self.compareTo(other),
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
];
