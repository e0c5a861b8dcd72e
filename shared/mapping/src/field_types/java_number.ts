/** Parses numbers like Java's `parseDouble` and `parseLong`, with Java's messages. */
import { asciiDigits, javaDouble, javaDoubleFault } from '@skein/base';
import { ApiError } from '@skein/errors';

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?$/;
const INTEGER = /^[+-]?\d+$/;
/** Sign, digits before and behind the point, exponent. */
const PARTS = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;
/** An integer with more digits is beyond 64 bits. */
const MOST_DIGITS = 20;

export const LONG_MIN = -(2n ** 63n);
export const LONG_MAX = 2n ** 63n - 1n;
export const UNSIGNED_LONG_MAX = 2n ** 64n - 1n;

export function parseJavaDouble(text: string): number {
  const number = javaDouble(text);
  if (number !== undefined) return number;
  throw new ApiError('number_format_exception', javaDoubleFault(text));
}

/** A number for a 64-bit column: `bigint` only if a double would lose digits. */
export function compactLong(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

interface IntegerRules {
  readonly min: bigint;
  readonly max: bigint;
  /** `a long` or `an unsigned long` in messages. */
  readonly called: string;
  /** True if a fraction is truncated rather than refused. */
  readonly coerce: boolean;
}

/** Exact for every 64-bit integer, with an exponent too; a fraction is truncated. */
export function parseJavaInteger(text: string, rules: IntegerRules): bigint {
  const value = integerPart(text, rules.coerce);
  if (value >= rules.min && value <= rules.max) return value;
  throw new ApiError(
    'illegal_argument_exception',
    `Value [${text}] is out of range for ${rules.called}`,
  );
}

function integerPart(text: string, coerce: boolean): bigint {
  if (INTEGER.test(text)) return BigInt(text);
  if (!DECIMAL.test(text) || /[dDfF]$/.test(text)) {
    const digits = asciiDigits(text);
    if (INTEGER.test(digits)) return BigInt(digits);
    throw new ApiError('illegal_argument_exception', `For input string: "${text}"`);
  }
  if (!coerce && hasDecimalPart(text)) {
    throw new ApiError('illegal_argument_exception', `Value [${text}] has a decimal part`);
  }
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS.exec(text) ?? [];
  const digits = whole + fraction;
  if (/^0*$/.test(digits)) return 0n;
  const end = whole.length + Number(exponent);
  if (end > digits.length + MOST_DIGITS) return UNSIGNED_LONG_MAX * 2n;
  return end <= 0 ? 0n : BigInt(sign + digits.slice(0, end).padEnd(end, '0'));
}

export function hasDecimalPart(value: string | number | bigint): boolean {
  if (typeof value === 'bigint') return false;
  if (typeof value === 'number') return value % 1 !== 0;
  return INTEGER.test(value) ? false : parseJavaDouble(value) % 1 !== 0;
}
