/** Decimal digits of numbers and their rounding, as used by number formats. */

import { expectDefined } from '@skein/base';
import { kindOf, rawNumber } from '../values/convert.js';
import { allocate } from '../values/meter.js';
import type { Value } from '../values/value.js';
import { JBigDecimal, type Rounding, roundedQuotient } from './big_decimal.js';
import { JBigInteger } from './big_integer.js';
import { doubleText } from './number_text.js';

/**
 * `unscaled` times ten to the power of minus `scale`; the sign is separate because of negative
 * zero.
 */
export interface Digits {
  readonly negative: boolean;
  /** Never negative. */
  readonly unscaled: bigint;
  readonly scale: number;
  /** The exact digits of a double, of which these are the fewest that name it. */
  readonly exact?: () => Digits;
}

const sized = (value: bigint): bigint => (value < 0n ? -value : value);

/** The digits that Java prints for a finite double. */
function digitsOfDouble(value: number): Digits {
  const negative = value < 0 || Object.is(value, -0);
  const parsed = JBigDecimal.parse(doubleText(Math.abs(value)));
  return { negative, unscaled: parsed.unscaled, scale: parsed.scale };
}

/**
 * The digits that a double is rounded by in number formats: those that Java prints, and the exact
 * ones for the nearest number. 1.005 is a bit less than its digits say, so it is nearer to 1.00.
 */
export function roundableDigits(value: number): Digits {
  return { ...digitsOfDouble(value), exact: () => exactDigits(value) };
}

/** A double is a whole number divided by a power of two. */
function exactDigits(value: number): Digits {
  let halvings = 0;
  let whole = Math.abs(value);
  // Doubling is exact, and ends before the number has more bits than a double.
  for (; !Number.isInteger(whole); halvings++) whole *= 2;
  const unscaled = BigInt(whole) * 5n ** BigInt(halvings);
  return { negative: value < 0 || Object.is(value, -0), unscaled, scale: halvings };
}

/** The digits of any number except NaN and infinities; undefined for other values. */
export function digitsOf(value: Value): Digits | undefined {
  if (value instanceof JBigDecimal)
    return { negative: value.unscaled < 0n, unscaled: sized(value.unscaled), scale: value.scale };
  if (value instanceof JBigInteger)
    return { negative: value.unscaled < 0n, unscaled: sized(value.unscaled), scale: 0 };
  const kind = kindOf(value);
  if (kind === undefined || kind === 'char') return undefined;
  const raw = rawNumber(value);
  if (kind === 'double' || kind === 'float') return digitsOfDouble(Number(raw));
  const whole = BigInt(raw);
  return { negative: whole < 0n, unscaled: sized(whole), scale: 0 };
}

/** Rounds to `scale` fraction digits. */
export function scaledTo(given: Digits, scale: number, rounding: Rounding): Digits {
  const { exact } = given;
  const isCut = scale < given.scale && rounding.startsWith('HALF_');
  const digits = isCut && exact !== undefined ? exact() : given;
  const by = scale - digits.scale;
  allocate(Math.abs(by));
  const { negative } = digits;
  if (by >= 0) return { negative, unscaled: digits.unscaled * 10n ** BigInt(by), scale };
  const signed = negative ? -digits.unscaled : digits.unscaled;
  const unscaled = sized(roundedQuotient(signed, 10n ** BigInt(-by), rounding));
  return { negative, unscaled, scale };
}

/** The power of ten of the first digit. */
export const exponentOf = ({ unscaled, scale }: Digits): number =>
  unscaled === 0n ? 0 : String(unscaled).length - 1 - scale;

/**
 * Rounds to `significant` digits. If rounding up adds a digit, the last one is a zero and is
 * dropped.
 */
export function roundedTo(digits: Digits, significant: number, rounding: Rounding): Digits {
  if (digits.unscaled === 0n) return { ...digits, scale: significant - 1 };
  const rounded = scaledTo(digits, significant - 1 - exponentOf(digits), rounding);
  return String(rounded.unscaled).length > significant
    ? scaledTo(rounded, rounded.scale - 1, rounding)
    : rounded;
}

/** A finite number with this many fraction digits, rounded half up. */
export function decimalText(value: Value, fractionDigits: number): string {
  const digits = expectDefined(digitsOf(value), 'a finite number has digits');
  const { whole, fraction } = plainParts(scaledTo(digits, fractionDigits, 'HALF_UP'));
  return `${digits.negative ? '-' : ''}${whole}.${fraction}`;
}

/** The digits before and after the decimal point. */
export function plainParts({ unscaled, scale }: Digits): { whole: string; fraction: string } {
  if (scale <= 0) return { whole: String(unscaled * 10n ** BigInt(-scale)), fraction: '' };
  const text = String(unscaled).padStart(scale + 1, '0');
  return { whole: text.slice(0, -scale), fraction: text.slice(-scale) };
}
