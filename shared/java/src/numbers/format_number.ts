/** The conversions of numbers: d, o, x, e, f, g, a. */

import { expectDefined } from '@skein/base';
import type { Specifier } from '../text/format.js';
import { flagMismatch, illegalConversion } from '../text/format_fault.js';
import { kindOf, rawNumber } from '../values/convert.js';
import { allocate } from '../values/meter.js';
import type { Value } from '../values/value.js';
import { JBigDecimal } from './big_decimal.js';
import { JBigInteger } from './big_integer.js';
import {
  type Digits,
  digitsOf,
  exponentOf,
  plainParts,
  roundedTo,
  scaledTo,
} from './decimal_digits.js';
import type { NumberSigns } from './decimal_symbols.js';
import { hexText } from './hex_text.js';

/** The widths of the types that are not as wide as `int`. */
const BITS: Readonly<Record<string, number>> = { byte: 8, short: 16, long: 64 };
const WHOLE = /^(?:byte|short|int|long)$/;

export function formatNumber(
  value: NonNullable<Value>,
  one: Specifier,
  signs: NumberSigns,
): string {
  const letter = one.isUpper ? one.conversion.toUpperCase() : one.conversion;
  const kind = kindOf(value);
  const isWhole = value instanceof JBigInteger || (kind !== undefined && WHOLE.test(kind));
  switch (one.conversion) {
    case 'd':
      if (!isWhole) throw illegalConversion(letter, value);
      return finish({ ...parts(value), fraction: '' }, one, signs);
    case 'o':
    case 'x':
      if (!isWhole) throw illegalConversion(letter, value);
      return inRadix(value, one);
    default: {
      const isDecimal = value instanceof JBigDecimal && one.conversion !== 'a';
      if (kind !== 'double' && kind !== 'float' && !isDecimal)
        throw illegalConversion(letter, value);
      const raw = value instanceof JBigDecimal ? 0 : Number(rawNumber(value));
      if (!Number.isFinite(raw)) return notFinite(raw, one);
      return one.conversion === 'a' ? hexadecimal(value, one) : decimal(value, one, signs);
    }
  }
}

interface Written {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
  /** The exponent, such as `e+10`. */
  readonly exponent?: string;
}

function parts(value: Value): Written {
  const digits = digitsIn(value);
  return { negative: digits.negative, ...plainParts(digits) };
}

function digitsIn(value: Value): Digits {
  return expectDefined(digitsOf(value), 'a finite number has digits');
}

/** All forms of `FormattedFloatingDecimal` round half up. */
function decimal(value: Value, one: Specifier, signs: NumberSigns): string {
  const digits = digitsIn(value);
  const precision = one.precision ?? 6;
  allocate(precision);
  if (one.conversion === 'e') return finish(scientific(digits, precision), one, signs);
  if (one.conversion === 'f') return finish(fixed(digits, precision), one, signs);
  const significant = precision === 0 ? 1 : precision;
  const rounded = roundedTo(digits, significant, 'HALF_UP');
  const exponent = exponentOf(rounded);
  const isPlain = digits.unscaled === 0n || (exponent >= -4 && exponent < significant);
  return finish(
    isPlain
      ? fixed(digits, significant - 1 - (digits.unscaled === 0n ? 0 : exponent))
      : scientific(digits, significant - 1),
    one,
    signs,
  );
}

function fixed(digits: Digits, precision: number): Written {
  const scaled = scaledTo(digits, precision, 'HALF_UP');
  return { negative: digits.negative, ...plainParts(scaled) };
}

function scientific(digits: Digits, precision: number): Written {
  const rounded = roundedTo(digits, precision + 1, 'HALF_UP');
  const exponent = exponentOf(rounded);
  const text = String(rounded.unscaled).padEnd(precision + 1, '0');
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return {
    negative: digits.negative,
    whole: text.slice(0, 1),
    fraction: text.slice(1, precision + 1),
    exponent: `e${exponent < 0 ? '-' : '+'}${size}`,
  };
}

/** Adds grouping, sign, leading zeros and padding. */
function finish(
  { negative, whole, fraction, exponent = '' }: Written,
  one: Specifier,
  signs: NumberSigns,
): string {
  const { flags } = one;
  const grouped = flags.includes(',') ? inGroups(whole, signs.grouping) : whole;
  const point =
    fraction !== '' || (flags.includes('#') && one.conversion !== 'd') ? signs.decimal : '';
  return signed(`${grouped}${point}${fraction}${exponent}`, negative, one);
}

/** Puts a separator before each three digits, counted from the end. */
function inGroups(digits: string, separator: string): string {
  const first = digits.length % 3;
  const groups = first === 0 ? [] : [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join(separator);
}

function signOf(negative: boolean, flags: string): string {
  if (negative) return '-';
  if (flags.includes('+')) return '+';
  return flags.includes(' ') ? ' ' : '';
}

function signed(digits: string, negative: boolean, { flags, width = 0 }: Specifier): string {
  const isBracketed = negative && flags.includes('(');
  const before = isBracketed ? '(' : signOf(negative, flags);
  const after = isBracketed ? ')' : '';
  allocate(Math.max(width - digits.length, 0));
  if (flags.includes('0'))
    return before + digits.padStart(width - before.length - after.length, '0') + after;
  const text = before + digits + after;
  return flags.includes('-') ? text.padEnd(width) : text.padStart(width);
}

function inRadix(value: NonNullable<Value>, one: Specifier): string {
  const { flags, conversion, width = 0 } = one;
  const radix = conversion === 'o' ? 8 : 16;
  const prefix = flags.includes('#') ? (radix === 8 ? '0' : '0x') : '';
  if (value instanceof JBigInteger) {
    const size = value.unscaled < 0n ? -value.unscaled : value.unscaled;
    return signed(prefix + size.toString(radix), value.unscaled < 0n, one);
  }
  const foreign = /[+ (]/.exec(flags)?.[0];
  if (foreign !== undefined)
    throw flagMismatch(foreign, one.isUpper ? conversion.toUpperCase() : conversion);
  const bits = BITS[kindOf(value) ?? ''] ?? 32;
  const text = BigInt.asUintN(bits, BigInt(rawNumber(value))).toString(radix);
  if (flags.includes('0')) return prefix + text.padStart(width - prefix.length, '0');
  return flags.includes('-') ? (prefix + text).padEnd(width) : (prefix + text).padStart(width);
}

function notFinite(value: number, one: Specifier): string {
  const flags = one.flags.replace('0', '');
  const text = Number.isNaN(value) ? 'NaN' : 'Infinity';
  return Number.isNaN(value)
    ? signed(text, false, { ...one, flags: flags.replace(/[+ (]/g, '') })
    : signed(text, value < 0, { ...one, flags });
}

function hexadecimal(value: Value, one: Specifier): string {
  const raw = Number(rawNumber(value));
  const negative = raw < 0 || Object.is(raw, -0);
  const text = hexText(Math.abs(raw), 52);
  if (!one.flags.includes('0')) return signed(text, negative, one);
  const { width = 0 } = one;
  const rest = width - 2 - (negative || /[+ ]/.test(one.flags) ? 1 : 0);
  return signed(`0x${text.slice(2).padStart(rest, '0')}`, negative, {
    ...one,
    flags: one.flags.replace('0', ''),
  });
}
