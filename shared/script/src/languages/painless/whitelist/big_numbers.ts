/** BigInteger, BigDecimal. */
import type { ClassTable } from '../class_table.js';
import { allocate } from '../runtime/meter.js';
import { arithmetic, numberFormat } from '../runtime/throwable.js';
import { hashLong, JavaObject, type Value } from '../runtime/value.js';

abstract class Big extends JavaObject {
  override equals(other: Value): boolean {
    return (
      other instanceof Big && other.className === this.className && other.text() === this.text()
    );
  }
  override hashCode(): number {
    return hashLong(BigInt.asIntN(64, this.unscaled));
  }
  override key(): string {
    return `B${this.className}${this.text()}`;
  }
  abstract readonly unscaled: bigint;
}

class JBigInteger extends Big {
  readonly className: string = 'java.math.BigInteger';
  readonly unscaled: bigint;
  constructor(value: bigint) {
    super();
    this.unscaled = value;
    allocate(64 + value.toString(16).length);
  }
  toNumber(): bigint {
    return BigInt.asIntN(64, this.unscaled);
  }
  override text(): string {
    return String(this.unscaled);
  }
  override compareTo(other: Value): number {
    const to = (other as JBigInteger).unscaled;
    return this.unscaled < to ? -1 : Number(this.unscaled > to);
  }
}

/** The value of an unsigned long field. */
export function bigInteger(value: bigint): Value {
  return new JBigInteger(value);
}

const ten = (power: number): bigint => {
  allocate(Math.max(0, power));
  return 10n ** BigInt(Math.max(0, power));
};

class JBigDecimal extends Big {
  readonly className: string = 'java.math.BigDecimal';
  readonly unscaled: bigint;
  readonly scale: number;
  constructor(unscaled: bigint, scale: number) {
    super();
    this.unscaled = unscaled;
    this.scale = scale;
  }
  static parse(text: string): JBigDecimal {
    const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/.exec(text);
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts ?? [];
    if (parts === null || whole + fraction === '') throw numberFormat(null);
    return new JBigDecimal(
      BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`),
      fraction.length - Number(exponent),
    );
  }
  /** Numerators of both at the larger scale. */
  aligned(other: JBigDecimal): { a: bigint; b: bigint; scale: number } {
    const scale = Math.max(this.scale, other.scale);
    return {
      a: this.unscaled * ten(scale - this.scale),
      b: other.unscaled * ten(scale - other.scale),
      scale,
    };
  }
  toNumber(): number {
    return Number(`${this.unscaled}e${-this.scale}`);
  }
  plain(): string {
    if (this.scale <= 0) return String(this.unscaled * ten(-this.scale));
    const digits = String(this.unscaled < 0n ? -this.unscaled : this.unscaled).padStart(
      this.scale + 1,
      '0',
    );
    return `${this.unscaled < 0n ? '-' : ''}${digits.slice(0, -this.scale)}.${digits.slice(-this.scale)}`;
  }
  override text(): string {
    const digits = String(this.unscaled < 0n ? -this.unscaled : this.unscaled);
    const exponent = digits.length - 1 - this.scale;
    if (this.scale >= 0 && exponent >= -6) return this.plain();
    const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
    return `${this.unscaled < 0n ? '-' : ''}${mantissa}E${exponent >= 0 ? '+' : ''}${exponent}`;
  }
  override compareTo(other: Value): number {
    const { a, b } = this.aligned(other as JBigDecimal);
    return a < b ? -1 : Number(a > b);
  }
}

/** Exact quotient, or Java's refusal. */
function divide(a: JBigDecimal, b: JBigDecimal): JBigDecimal {
  if (b.unscaled === 0n)
    throw arithmetic(a.unscaled === 0n ? 'Division undefined' : 'Division by zero');
  const preferred = a.scale - b.scale;
  for (let extra = 0; extra < 400; extra++) {
    const numerator = a.unscaled * ten(extra);
    if (numerator % b.unscaled === 0n && preferred + extra >= preferred)
      return new JBigDecimal(numerator / b.unscaled, preferred + extra);
  }
  throw arithmetic('Non-terminating decimal expansion; no exact representable decimal result.');
}

function nonZero(value: bigint): bigint {
  if (value === 0n) throw arithmetic('BigInteger divide by zero');
  return value;
}

type I = JBigInteger;
type D = JBigDecimal;
const big = (value: bigint): JBigInteger => new JBigInteger(value);

/** Bits a power may have. */
const MAX_BITS = 1_000_000;

function power(base: bigint, exponent: number): bigint {
  if (exponent < 0) throw arithmetic('Negative exponent');
  const bits = base.toString(2).length * exponent;
  allocate(bits);
  if (bits > MAX_BITS) throw arithmetic('BigInteger would overflow supported range');
  return base ** BigInt(exponent);
}

export const bigNumbers: readonly ClassTable[] = [
  {
    name: 'java.math.BigInteger',
    supers: ['java.lang.Number', 'java.lang.Comparable'],
    constants: {
      'BigInteger ZERO': big(0n),
      'BigInteger ONE': big(1n),
      'BigInteger TEN': big(10n),
    },
    constructors: {
      '(String)': (text: string) => {
        if (!/^[+-]?\d+$/.test(text)) throw numberFormat(`For input string: "${text}"`);
        return big(BigInt(text.replace('+', '')));
      },
    },
    statics: { 'BigInteger valueOf(long)': big },
    methods: {
      'BigInteger abs()': (a: I) => big(a.unscaled < 0n ? -a.unscaled : a.unscaled),
      'BigInteger add(BigInteger)': (a: I, b: I) => big(a.unscaled + b.unscaled),
      'BigInteger subtract(BigInteger)': (a: I, b: I) => big(a.unscaled - b.unscaled),
      'BigInteger multiply(BigInteger)': (a: I, b: I) => big(a.unscaled * b.unscaled),
      'BigInteger divide(BigInteger)': (a: I, b: I) => big(a.unscaled / nonZero(b.unscaled)),
      'BigInteger remainder(BigInteger)': (a: I, b: I) => big(a.unscaled % nonZero(b.unscaled)),
      'BigInteger mod(BigInteger)': (a: I, b: I) => {
        if (b.unscaled <= 0n) throw arithmetic('BigInteger: modulus not positive');
        return big(((a.unscaled % b.unscaled) + b.unscaled) % b.unscaled);
      },
      'BigInteger negate()': (a: I) => big(-a.unscaled),
      'BigInteger pow(int)': (a: I, exponent: number) => big(power(a.unscaled, exponent)),
      'BigInteger max(BigInteger)': (a: I, b: I) => (a.compareTo(b) >= 0 ? a : b),
      'BigInteger min(BigInteger)': (a: I, b: I) => (a.compareTo(b) <= 0 ? a : b),
      'int signum()': (a: I) => Number(a.unscaled > 0n) - Number(a.unscaled < 0n),
    },
  },
  {
    name: 'java.math.BigDecimal',
    supers: ['java.lang.Number', 'java.lang.Comparable'],
    constants: {
      'BigDecimal ZERO': new JBigDecimal(0n, 0),
      'BigDecimal ONE': new JBigDecimal(1n, 0),
      'BigDecimal TEN': new JBigDecimal(10n, 0),
    },
    constructors: { '(String)': (text: string) => JBigDecimal.parse(text) },
    statics: {
      'BigDecimal valueOf(double)': (value: number) =>
        JBigDecimal.parse(
          Number.isInteger(value) && Math.abs(value) < 1e7 ? `${value}.0` : String(value),
        ),
    },
    methods: {
      'BigDecimal abs()': (a: D) =>
        new JBigDecimal(a.unscaled < 0n ? -a.unscaled : a.unscaled, a.scale),
      'BigDecimal add(BigDecimal)': (a: D, other: D) => {
        const { a: x, b, scale } = a.aligned(other);
        return new JBigDecimal(x + b, scale);
      },
      'BigDecimal subtract(BigDecimal)': (a: D, other: D) => {
        const { a: x, b, scale } = a.aligned(other);
        return new JBigDecimal(x - b, scale);
      },
      'BigDecimal multiply(BigDecimal)': (a: D, b: D) =>
        new JBigDecimal(a.unscaled * b.unscaled, a.scale + b.scale),
      'BigDecimal divide(BigDecimal)': divide,
      'BigDecimal negate()': (a: D) => new JBigDecimal(-a.unscaled, a.scale),
      'BigDecimal max(BigDecimal)': (a: D, b: D) => (a.compareTo(b) >= 0 ? a : b),
      'BigDecimal min(BigDecimal)': (a: D, b: D) => (a.compareTo(b) <= 0 ? a : b),
      'int precision()': (a: D) => String(a.unscaled).replace('-', '').length,
      'int scale()': (a: D) => a.scale,
      'int signum()': (a: D) => Number(a.unscaled > 0n) - Number(a.unscaled < 0n),
      'String toPlainString()': (a: D) => a.plain(),
    },
  },
];
