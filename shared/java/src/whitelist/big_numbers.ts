/** BigInteger, BigDecimal. */
import type { ClassTable } from '../class_table.js';
import { JArray } from '../containers/container_types.js';
import {
  checkedDigits,
  divide,
  divideTo,
  divisionSteps,
  engineeringText,
  exactInteger,
  greatestDivisor,
  inBits,
  integralQuotient,
  JBigDecimal,
  type Precision,
  precisionOf,
  ROUNDING,
  type Rounding,
  remainder,
  roundTo,
  stripZeros,
  withScale,
} from '../numbers/big_decimal.js';
import { JBigInteger } from '../numbers/big_integer.js';
import { doubleText } from '../numbers/number_text.js';
import { EnumConstant } from '../values/enum_constant.js';
import { allocate, ELEMENT, spend } from '../values/meter.js';
import { arithmetic, numberFormat } from '../values/throwable.js';
import { JavaObject, type Value } from '../values/value.js';
import { enumTable } from './enums.js';

/** The value of an unsigned long field. */
export function bigInteger(value: bigint): Value {
  return new JBigInteger(value);
}

function nonZero(value: bigint): bigint {
  if (value === 0n) throw arithmetic('BigInteger divide by zero');
  return value;
}

type I = JBigInteger;
type D = JBigDecimal;
const big = (value: bigint): JBigInteger => new JBigInteger(value);

/** The maximum number of bits of a power. */
const MAX_BITS = 1_000_000;

function power(base: bigint, exponent: number): bigint {
  if (exponent < 0) throw arithmetic('Negative exponent');
  // Powers of -1, 0 and 1 depend only on whether the exponent is 0, odd or even.
  if (base >= -1n && base <= 1n) return base ** BigInt(exponent % 2 || Math.min(exponent, 2));
  const bits = base.toString(2).length * exponent;
  allocate(bits);
  if (bits > MAX_BITS) throw arithmetic('BigInteger would overflow supported range');
  return base ** BigInt(exponent);
}

export const MODES = ROUNDING.map((name, i) => new EnumConstant('java.math.RoundingMode', name, i));
const modeOf = (mode: EnumConstant<Rounding>): Rounding => mode.name;

class MathContext extends JavaObject implements Precision {
  readonly className: string = 'java.math.MathContext';
  readonly digits: number;
  readonly rounding: Rounding;

  constructor(digits: number, rounding: Rounding = 'HALF_UP') {
    super();
    this.digits = checkedDigits(digits);
    this.rounding = rounding;
  }

  override text(): string {
    return `precision=${this.digits} roundingMode=${this.rounding}`;
  }

  override equals(other: Value): boolean {
    return other instanceof MathContext && other.text() === this.text();
  }
}

const fits: Readonly<Record<string, number>> = { byte: 8, short: 16, int: 32, long: 64 };

/** `intValueExact` and similar methods; `whole` returns the integer or throws. */
function exactMethods<T>(name: string, whole: (self: T) => bigint): ClassTable['methods'] {
  return Object.fromEntries(
    Object.entries(fits).map(([type, bits]) => [
      `${type} ${type}ValueExact()`,
      (self: T) => {
        const value = inBits(
          whole(self),
          bits,
          name === 'BigInteger' ? `BigInteger out of ${type} range` : 'Overflow',
        );
        return type === 'long' ? value : Number(value);
      },
    ]),
  );
}

function modPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n % modulus;
  let factor = ((base % modulus) + modulus) % modulus;
  allocate(exponent.toString(2).length * modulus.toString(16).length);
  for (let left = exponent; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  return result;
}

function modInverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [((value % modulus) + modulus) % modulus, modulus, 1n, 0n];
  const cost = divisionSteps(modulus);
  while (b > 0n) {
    spend(cost);
    const quotient = a / b;
    [a, b, x, y] = [b, a % b, y, x - quotient * y];
  }
  if (a !== 1n) throw arithmetic('BigInteger not invertible.');
  return ((x % modulus) + modulus) % modulus;
}

function positive(modulus: bigint): bigint {
  if (modulus <= 0n) throw arithmetic('BigInteger: modulus not positive');
  return modulus;
}

function bitIndex(bit: number): bigint {
  if (bit < 0) throw arithmetic('Negative bit address');
  if (bit > MAX_BITS) throw arithmetic('BigInteger would overflow supported range');
  allocate(bit >> 3);
  return BigInt(bit);
}

function shifted(value: bigint, by: number): bigint {
  if (by <= 0) return value >> BigInt(-by);
  if (value === 0n) return 0n;
  return value << bitIndex(by);
}

/** The bits of the two's complement without the sign. */
const bitLength = (value: bigint): number =>
  value === 0n || value === -1n ? 0 : (value < 0n ? ~value : value).toString(2).length;

/** The bytes of the two's complement, the most significant first. */
function bytesOf(value: bigint): JArray {
  const count = Math.floor(bitLength(value) / 8) + 1;
  allocate(count * ELEMENT);
  const hex = BigInt.asUintN(8 * count, value)
    .toString(16)
    .padStart(2 * count, '0');
  const byteAt = (i: number) => (Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16) << 24) >> 24;
  return new JArray(
    'byte',
    Array.from({ length: count }, (_, i) => byteAt(i)),
  );
}

function parseRadix(text: string, radix: number): JBigInteger {
  if (radix < 2 || radix > 36) throw numberFormat('Radix out of range');
  const digits = text.replace(/^[+-]/, '');
  if (digits === '') throw numberFormat('Zero length BigInteger');
  if (/[+-]/.test(digits)) throw numberFormat('Illegal embedded sign character');
  allocate(digits.length * 4);
  for (const digit of digits) {
    if (Number.isNaN(Number.parseInt(digit, radix)))
      throw numberFormat(`For input string: "${text}"`);
  }
  const value = valueOfDigits(digits, radix);
  return big(text.startsWith('-') ? -value : value);
}

/** So many digits of any radix are an integer that a double holds exactly. */
const DIGITS_OF_DOUBLE = 10;

/** Reads the halves apart, so that the time is that of a few multiplications of long numbers. */
function valueOfDigits(digits: string, radix: number): bigint {
  if (digits.length <= DIGITS_OF_DOUBLE) return BigInt(Number.parseInt(digits, radix));
  const low = digits.length >> 1;
  const high = valueOfDigits(digits.slice(0, -low), radix);
  return high * BigInt(radix) ** BigInt(low) + valueOfDigits(digits.slice(-low), radix);
}

const plusOf = (a: D, b: D): JBigDecimal => {
  const { a: x, b: y, scale } = a.aligned(b);
  return new JBigDecimal(x + y, scale);
};
const negative = (a: D): JBigDecimal => new JBigDecimal(-a.unscaled, a.scale);
const absolute = (a: D): JBigDecimal => (a.unscaled < 0n ? negative(a) : a);
const product = (a: D, b: D): JBigDecimal =>
  new JBigDecimal(a.unscaled * b.unscaled, a.scale + b.scale);

function decimalPower(a: D, exponent: number): JBigDecimal {
  if (exponent < 0 || exponent > 999_999_999) throw arithmetic('Invalid operation');
  return new JBigDecimal(power(a.unscaled, exponent), a.scale * exponent);
}

function movedPoint(a: D, by: number): JBigDecimal {
  const scale = a.scale + by;
  return scale < 0
    ? withScale(new JBigDecimal(a.unscaled, scale), 0)
    : new JBigDecimal(a.unscaled, scale);
}

const difference = (a: D, b: D): JBigDecimal => plusOf(a, negative(b));

/** The whole quotient, if it has no more digits than the context allows. */
function quotientTo(a: D, b: D, to: MathContext): JBigDecimal {
  const quotient = integralQuotient(a, b);
  if (to.digits === 0 || precisionOf(stripZeros(quotient).unscaled) <= to.digits)
    return to.digits === 0 ? quotient : roundTo(quotient, to);
  throw arithmetic('Division impossible');
}

/**
 * Computes a power by repeated squaring, with as many additional digits as the exponent has (ANSI
 * X3.274).
 */
function powerTo(a: D, exponent: number, to: MathContext): JBigDecimal {
  if (to.digits === 0) return decimalPower(a, exponent);
  if (Math.abs(exponent) > 999_999_999) throw arithmetic('Invalid operation');
  if (exponent === 0) return new JBigDecimal(1n, 0);
  const size = Math.abs(exponent);
  if (String(size).length > to.digits) throw arithmetic('Invalid operation');
  const working = { digits: to.digits + String(size).length + 1, rounding: to.rounding };
  let result = new JBigDecimal(1n, 0);
  for (const bit of size.toString(2)) {
    result = roundTo(product(result, result), working);
    if (bit === '1') result = roundTo(product(result, a), working);
  }
  if (exponent < 0) result = divideTo(new JBigDecimal(1n, 0), result, working);
  return roundTo(result, to);
}

const pair = (a: D, b: D): JArray =>
  new JArray('java.math.BigDecimal', [integralQuotient(a, b), remainder(a, b)]);

export const bigNumbers: readonly ClassTable[] = [
  enumTable('java.math.RoundingMode', MODES),
  {
    name: 'java.math.MathContext',
    constants: {
      'MathContext DECIMAL128': new MathContext(34, 'HALF_EVEN'),
      'MathContext DECIMAL32': new MathContext(7, 'HALF_EVEN'),
      'MathContext DECIMAL64': new MathContext(16, 'HALF_EVEN'),
      'MathContext UNLIMITED': new MathContext(0, 'HALF_UP'),
    },
    constructors: {
      '(int)': (digits: number) => new MathContext(digits),
      '(int,RoundingMode)': (digits: number, mode: EnumConstant<Rounding>) =>
        new MathContext(digits, modeOf(mode)),
    },
    methods: {
      'int getPrecision()': (self: MathContext) => self.digits,
      'RoundingMode getRoundingMode()': (self: MathContext) =>
        MODES.find((mode) => mode.name === self.rounding),
    },
  },
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
      '(String,int)': parseRadix,
    },
    statics: { 'BigInteger valueOf(long)': big },
    methods: {
      ...exactMethods<I>('BigInteger', (self) => self.unscaled),
      'BigInteger and(BigInteger)': (a: I, b: I) => big(a.unscaled & b.unscaled),
      'BigInteger andNot(BigInteger)': (a: I, b: I) => big(a.unscaled & ~b.unscaled),
      'BigInteger or(BigInteger)': (a: I, b: I) => big(a.unscaled | b.unscaled),
      'BigInteger xor(BigInteger)': (a: I, b: I) => big(a.unscaled ^ b.unscaled),
      'BigInteger not()': (a: I) => big(~a.unscaled),
      'int bitCount()': (a: I) =>
        (a.unscaled < 0n ? ~a.unscaled : a.unscaled).toString(2).replaceAll('0', '').length,
      'int bitLength()': (a: I) => bitLength(a.unscaled),
      'BigInteger clearBit(int)': (a: I, bit: number) => big(a.unscaled & ~(1n << bitIndex(bit))),
      'BigInteger flipBit(int)': (a: I, bit: number) => big(a.unscaled ^ (1n << bitIndex(bit))),
      'BigInteger setBit(int)': (a: I, bit: number) => big(a.unscaled | (1n << bitIndex(bit))),
      'boolean testBit(int)': (a: I, bit: number) => {
        if (bit < 0) throw arithmetic('Negative bit address');
        return ((a.unscaled >> BigInt(bit)) & 1n) === 1n;
      },
      'BigInteger[] divideAndRemainder(BigInteger)': (a: I, b: I) =>
        new JArray('java.math.BigInteger', [
          big(a.unscaled / nonZero(b.unscaled)),
          big(a.unscaled % b.unscaled),
        ]),
      'BigInteger gcd(BigInteger)': (a: I, b: I) => big(greatestDivisor(a.unscaled, b.unscaled)),
      'int getLowestSetBit()': (a: I) =>
        a.unscaled === 0n ? -1 : (a.unscaled & -a.unscaled).toString(2).length - 1,
      'BigInteger modInverse(BigInteger)': (a: I, b: I) =>
        big(modInverse(a.unscaled, positive(b.unscaled))),
      'BigInteger modPow(BigInteger,BigInteger)': (a: I, b: I, m: I) => {
        const modulus = positive(m.unscaled);
        const base = b.unscaled < 0n ? modInverse(a.unscaled, modulus) : a.unscaled;
        return big(modPower(base, b.unscaled < 0n ? -b.unscaled : b.unscaled, modulus));
      },
      'BigInteger shiftLeft(int)': (a: I, by: number) => big(shifted(a.unscaled, by)),
      'BigInteger shiftRight(int)': (a: I, by: number) => big(shifted(a.unscaled, -by)),
      'byte[] toByteArray()': (a: I) => bytesOf(a.unscaled),
      'String toString(int)': (a: I, radix: number) =>
        a.unscaled.toString(radix < 2 || radix > 36 ? 10 : radix),
      'BigInteger abs()': (a: I) => big(a.unscaled < 0n ? -a.unscaled : a.unscaled),
      'BigInteger add(BigInteger)': (a: I, b: I) => big(a.unscaled + b.unscaled),
      'BigInteger subtract(BigInteger)': (a: I, b: I) => big(a.unscaled - b.unscaled),
      'BigInteger multiply(BigInteger)': (a: I, b: I) => big(a.unscaled * b.unscaled),
      'BigInteger divide(BigInteger)': (a: I, b: I) => big(a.unscaled / nonZero(b.unscaled)),
      'int compareTo(BigInteger)': (a: I, b: I) => a.compareTo(b),
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
    constructors: {
      '(String)': (text: string) => JBigDecimal.parse(text),
      '(String,MathContext)': (text: string, to: Precision) => roundTo(JBigDecimal.parse(text), to),
    },
    statics: {
      'BigDecimal valueOf(double)': (value: number) => JBigDecimal.parse(doubleText(value)),
    },
    methods: {
      ...exactMethods<D>('BigDecimal', exactInteger),
      'BigDecimal abs()': absolute,
      'BigDecimal abs(MathContext)': (a: D, to: Precision) => roundTo(absolute(a), to),
      'BigDecimal add(BigDecimal)': plusOf,
      'BigDecimal add(BigDecimal,MathContext)': (a: D, b: D, to: Precision) =>
        roundTo(plusOf(a, b), to),
      'BigDecimal subtract(BigDecimal)': (a: D, b: D) => plusOf(a, negative(b)),
      'BigDecimal subtract(BigDecimal,MathContext)': (a: D, b: D, to: Precision) =>
        roundTo(plusOf(a, negative(b)), to),
      'BigDecimal multiply(BigDecimal)': product,
      'BigDecimal multiply(BigDecimal,MathContext)': (a: D, b: D, to: Precision) =>
        roundTo(product(a, b), to),
      'BigDecimal divide(BigDecimal)': divide,
      'BigDecimal divide(BigDecimal,MathContext)': divideTo,
      'BigDecimal[] divideAndRemainder(BigDecimal)': pair,
      'int compareTo(BigDecimal)': (a: D, b: D) => a.compareTo(b),
      'BigDecimal[] divideAndRemainder(BigDecimal,MathContext)': (a: D, b: D, to: MathContext) => {
        const quotient = quotientTo(a, b, to);
        return new JArray('java.math.BigDecimal', [quotient, difference(a, product(quotient, b))]);
      },
      'BigDecimal divideToIntegralValue(BigDecimal,MathContext)': quotientTo,
      'BigDecimal pow(int,MathContext)': powerTo,
      'BigDecimal remainder(BigDecimal,MathContext)': (a: D, b: D, to: MathContext) =>
        difference(a, product(quotientTo(a, b, to), b)),
      'BigDecimal divideToIntegralValue(BigDecimal)': integralQuotient,
      'BigDecimal remainder(BigDecimal)': remainder,
      'BigDecimal movePointLeft(int)': movedPoint,
      'BigDecimal movePointRight(int)': (a: D, by: number) => movedPoint(a, -by),
      'BigDecimal negate()': negative,
      'BigDecimal negate(MathContext)': (a: D, to: Precision) => roundTo(negative(a), to),
      'BigDecimal plus()': (a: D) => a,
      'BigDecimal plus(MathContext)': roundTo,
      'BigDecimal pow(int)': decimalPower,
      'BigDecimal round(MathContext)': roundTo,
      'BigDecimal scaleByPowerOfTen(int)': (a: D, by: number) =>
        new JBigDecimal(a.unscaled, a.scale - by),
      'BigDecimal setScale(int)': (a: D, scale: number) => withScale(a, scale),
      'BigDecimal setScale(int,RoundingMode)': (
        a: D,
        scale: number,
        mode: EnumConstant<Rounding>,
      ) => withScale(a, scale, modeOf(mode)),
      'BigDecimal stripTrailingZeros()': (a: D) => stripZeros(a),
      'BigInteger toBigInteger()': (a: D) => big(withScale(a, 0, 'DOWN').unscaled),
      'BigInteger toBigIntegerExact()': (a: D) => big(exactInteger(a)),
      'String toEngineeringString()': engineeringText,
      'BigDecimal ulp()': (a: D) => new JBigDecimal(1n, a.scale),
      'BigDecimal max(BigDecimal)': (a: D, b: D) => (a.compareTo(b) >= 0 ? a : b),
      'BigDecimal min(BigDecimal)': (a: D, b: D) => (a.compareTo(b) <= 0 ? a : b),
      'int precision()': (a: D) => precisionOf(a.unscaled),
      'int scale()': (a: D) => a.scale,
      'int signum()': (a: D) => Number(a.unscaled > 0n) - Number(a.unscaled < 0n),
      'String toPlainString()': (a: D) => a.plain(),
    },
  },
];
