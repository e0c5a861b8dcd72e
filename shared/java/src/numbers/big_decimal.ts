/** `java.math.BigDecimal`: an unscaled integer and a power of ten, with Java's rounding modes. */
import { allocate, spend } from '../values/meter.js';
import { arithmetic, illegalArgument, numberFormat } from '../values/throwable.js';
import { JavaObject, type Value } from '../values/value.js';

export abstract class Big extends JavaObject {
  override equals(other: Value): boolean {
    return (
      other instanceof Big && other.className === this.className && other.text() === this.text()
    );
  }
  override hashCode(): number {
    return hashOfInteger(this.unscaled);
  }
  override key(): string {
    return `B${this.className}${this.text()}`;
  }
  abstract readonly unscaled: bigint;
}

/** `BigInteger.hashCode`, made of the 32-bit words of the magnitude, the highest first. */
function hashOfInteger(value: bigint): number {
  const hex = sizeOf(value).toString(16);
  let hash = 0;
  for (let at = hex.length % 8 || 8, from = 0; from < hex.length; from = at, at += 8) {
    hash = (Math.imul(hash, 31) + Number.parseInt(hex.slice(from, at), 16)) | 0;
  }
  return value < 0n ? -hash | 0 : hash;
}

/**
 * The memory charged to a run for a number of any size. Large numbers count more than their digits,
 * since operations on them take longer than reading them.
 */
export function bigSize(value: bigint): number {
  return BigInt.asIntN(64, value) === value ? 64 : 64 + 4 * value.toString(16).length;
}

const ten = (power: number): bigint => {
  allocate(Math.max(0, power));
  return 10n ** BigInt(Math.max(0, power));
};

export class JBigDecimal extends Big {
  readonly className: string = 'java.math.BigDecimal';
  readonly unscaled: bigint;
  readonly scale: number;
  constructor(unscaled: bigint, scale: number) {
    super();
    allocate(bigSize(unscaled));
    this.unscaled = unscaled;
    this.scale = scale;
  }
  static parse(text: string): JBigDecimal {
    const parts = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,10}))?$/.exec(text);
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts ?? [];
    if (parts === null || whole + fraction === '') throw numberFormat(null);
    const scale = fraction.length - Number(exponent);
    const isInt = Number(exponent) === (Number(exponent) | 0);
    if (!isInt) throw numberFormat('Exponent overflow.');
    if (scale !== (scale | 0)) throw numberFormat('Scale out of range.');
    return new JBigDecimal(BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`), scale);
  }
  /** The unscaled values of both at the larger scale. */
  aligned(other: JBigDecimal): { a: bigint; b: bigint; scale: number } {
    const scale = Math.max(this.scale, other.scale);
    return {
      a: this.unscaled * ten(scale - this.scale),
      b: other.unscaled * ten(scale - other.scale),
      scale,
    };
  }
  /** The lowest 64 bits of the whole part. */
  toLong(): bigint {
    if (this.scale <= -64 || this.#magnitude <= 0) return 0n;
    const { unscaled, scale } = this;
    return BigInt.asIntN(64, scale > 0 ? unscaled / ten(scale) : unscaled * ten(-scale));
  }
  toDouble(): number {
    return Number(`${this.unscaled}e${-this.scale}`);
  }
  plain(): string {
    if (this.scale <= 0) return String(this.unscaled * ten(-this.scale));
    allocate(this.scale);
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
  override hashCode(): number {
    return (Math.imul(super.hashCode(), 31) + this.scale) | 0;
  }
  /** Numbers of different magnitudes are not brought to one scale, which may be far off. */
  override compareTo(other: this): number {
    const [sign, otherSign] = [signOf(this.unscaled), signOf(other.unscaled)];
    if (sign !== otherSign || sign === 0) return Math.sign(sign - otherSign);
    const larger = this.#magnitude - other.#magnitude;
    if (larger !== 0) return sign * Math.sign(larger);
    const { a, b } = this.aligned(other);
    return a < b ? -1 : Number(a > b);
  }
  /** The exponent of the first digit, plus one. */
  get #magnitude(): number {
    return precisionOf(this.unscaled) - this.scale;
  }
}

/** The modes in the order of `java.math.RoundingMode`. */
export const ROUNDING = [
  'UP',
  'DOWN',
  'CEILING',
  'FLOOR',
  'HALF_UP',
  'HALF_DOWN',
  'HALF_EVEN',
  'UNNECESSARY',
] as const;
export type Rounding = (typeof ROUNDING)[number];

const signOf = (value: bigint): number => (value < 0n ? -1 : Number(value > 0n));

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value);

/** The quotient, rounded to an integer. */
export function roundedQuotient(a: bigint, b: bigint, rounding: Rounding): bigint {
  const quotient = a / b;
  const rest = a % b;
  if (rest === 0n) return quotient;
  const sign = a < 0n === b < 0n ? 1n : -1n;
  const twice = sizeOf(rest) * 2n - sizeOf(b);
  const away = {
    UP: true,
    DOWN: false,
    CEILING: sign > 0n,
    FLOOR: sign < 0n,
    HALF_UP: twice >= 0n,
    HALF_DOWN: twice > 0n,
    HALF_EVEN: twice > 0n || (twice === 0n && quotient % 2n !== 0n),
    UNNECESSARY: undefined,
  }[rounding];
  if (away === undefined) throw arithmetic('Rounding necessary');
  return away ? quotient + sign : quotient;
}

export function withScale(
  value: JBigDecimal,
  scale: number,
  rounding: Rounding = 'UNNECESSARY',
): JBigDecimal {
  if (scale >= value.scale)
    return new JBigDecimal(value.unscaled * ten(scale - value.scale), scale);
  return new JBigDecimal(
    roundedQuotient(value.unscaled, ten(value.scale - scale), rounding),
    scale,
  );
}

export const precisionOf = (value: bigint): number => String(sizeOf(value)).length;

/** `java.math.MathContext`: the number of significant digits; 0 for all of them. */
export interface Precision {
  readonly digits: number;
  readonly rounding: Rounding;
}

export function roundTo(value: JBigDecimal, { digits, rounding }: Precision): JBigDecimal {
  let now = value;
  // Rounding up 9.99 adds a digit, so the value is then rounded once more.
  while (digits > 0 && precisionOf(now.unscaled) > digits)
    now = withScale(now, now.scale - (precisionOf(now.unscaled) - digits), rounding);
  return now;
}

export function stripZeros(value: JBigDecimal, least = Number.NEGATIVE_INFINITY): JBigDecimal {
  const { unscaled, scale } = value;
  if (unscaled === 0n) return least === Number.NEGATIVE_INFINITY ? new JBigDecimal(0n, 0) : value;
  const zeros = Math.min(trailingZeros(unscaled), Math.max(0, scale - least));
  return zeros === 0 ? value : new JBigDecimal(unscaled / ten(zeros), scale - zeros);
}

/** The number of zeros at the end of a number that is not 0. */
function trailingZeros(value: bigint): number {
  if (value % 10n !== 0n) return 0;
  const digits = String(value);
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.length - end;
}

/** The steps charged for a division by a number of this size. */
export function divisionSteps(value: bigint): number {
  return 1 + (value.toString(16).length >> 3);
}

/** Euclid's algorithm. */
export function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [sizeOf(a), sizeOf(b)];
  const cost = divisionSteps(y);
  while (y > 0n) {
    spend(cost);
    [x, y] = [y, x % y];
  }
  return x;
}

function refuseZero(a: JBigDecimal, b: JBigDecimal): void {
  if (b.unscaled === 0n)
    throw arithmetic(a.unscaled === 0n ? 'Division undefined' : 'Division by zero');
}

/**
 * The exact quotient, or Java's error. A reduced fraction has as many decimal digits as the greater
 * exponent of 2 and 5 in its denominator, and no end if that has any other factor.
 */
export function divide(a: JBigDecimal, b: JBigDecimal): JBigDecimal {
  refuseZero(a, b);
  const denominator = sizeOf(b.unscaled) / greatestDivisor(a.unscaled, b.unscaled);
  const twos = withoutFactor(denominator, 2n);
  const fives = withoutFactor(twos.rest, 5n);
  if (fives.rest !== 1n)
    throw arithmetic('Non-terminating decimal expansion; no exact representable decimal result.');
  const digits = Math.max(twos.count, fives.count);
  return new JBigDecimal((a.unscaled * ten(digits)) / b.unscaled, a.scale - b.scale + digits);
}

/** Divides by a factor as often as there is no remainder. */
function withoutFactor(value: bigint, factor: bigint): { rest: bigint; count: number } {
  let rest = value;
  let count = 0;
  const cost = divisionSteps(value);
  for (; rest % factor === 0n; count++) {
    spend(cost);
    rest /= factor;
  }
  return { rest, count };
}

/** The quotient with the given precision. */
export function divideTo(a: JBigDecimal, b: JBigDecimal, precision: Precision): JBigDecimal {
  if (precision.digits === 0) return divide(a, b);
  refuseZero(a, b);
  const preferred = a.scale - b.scale;
  if (a.unscaled === 0n) return new JBigDecimal(0n, preferred);
  const extra = precision.digits + 3 + precisionOf(b.unscaled) - precisionOf(a.unscaled);
  const shift = Math.max(0, extra);
  const numerator = a.unscaled * ten(shift);
  // A nonzero digit after the last one keeps halves from looking exact.
  const exact = numerator % b.unscaled === 0n;
  const quotient = exact
    ? numerator / b.unscaled
    : (numerator / b.unscaled) * 10n + (a.unscaled < 0n === b.unscaled < 0n ? 1n : -1n);
  const scale = preferred + shift + (exact ? 0 : 1);
  const rounded = roundTo(new JBigDecimal(quotient, scale), precision);
  return exact ? stripZeros(rounded, preferred) : rounded;
}

/** The whole part of the quotient. */
export function integralQuotient(a: JBigDecimal, b: JBigDecimal): JBigDecimal {
  refuseZero(a, b);
  const { a: x, b: y } = a.aligned(b);
  const preferred = a.scale - b.scale;
  const whole = new JBigDecimal(x / y, 0);
  return preferred >= 0 ? withScale(whole, preferred) : stripZeros(whole, preferred);
}

export function remainder(a: JBigDecimal, b: JBigDecimal): JBigDecimal {
  const whole = integralQuotient(a, b);
  const product = new JBigDecimal(whole.unscaled * b.unscaled, whole.scale + b.scale);
  const { a: x, b: y, scale } = a.aligned(product);
  return new JBigDecimal(x - y, scale);
}

/** The text with an exponent that is a multiple of three. */
export function engineeringText(value: JBigDecimal): string {
  if (value.unscaled === 0n) return engineeringZero(value);
  const text = value.text();
  const parts = /^(-?)(\d)(?:\.(\d+))?E([+-]\d+)$/.exec(text);
  if (parts === null) return text;
  const [, sign = '', head = '', rest = '', exponent = '0'] = parts;
  const power = Math.floor(Number(exponent) / 3) * 3;
  const whole = 1 + Number(exponent) - power;
  const digits = (head + rest).padEnd(whole, '0');
  const fraction = digits.slice(whole);
  const shown = `${sign}${digits.slice(0, whole)}${fraction === '' ? '' : `.${fraction}`}`;
  return power === 0 ? shown : `${shown}E${power > 0 ? '+' : ''}${power}`;
}

/** A zero gets digits behind the point instead of an exponent that is no multiple of three. */
function engineeringZero(value: JBigDecimal): string {
  const text = value.text();
  const exponent = /E([+-]\d+)$/.exec(text)?.[1];
  if (exponent === undefined) return text;
  const power = Math.ceil(Number(exponent) / 3) * 3;
  const zeros = '0'.repeat(power - Number(exponent));
  const shown = zeros === '' ? '0' : `0.${zeros}`;
  return power === 0 ? shown : `${shown}E${power > 0 ? '+' : ''}${power}`;
}

/** The value as an exact integer, or Java's error. */
export function exactInteger(value: JBigDecimal): bigint {
  return withScale(value, 0).unscaled;
}

/** Checks that a value fits in `bits` bits. */
export function inBits(value: bigint, bits: number, name: string): bigint {
  if (BigInt.asIntN(bits, value) === value) return value;
  throw arithmetic(name);
}

export function checkedDigits(digits: number): number {
  if (digits < 0) throw illegalArgument('Digits < 0');
  return digits;
}
