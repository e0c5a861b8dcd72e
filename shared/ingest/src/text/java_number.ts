/** Parses texts of numbers like Java's own parsers. */
import { asciiDigits, javaDoubleFault } from '@skein/base';
import { ApiError } from '@skein/errors';

const WHOLE = /^[+-]?\d+$/;
const HEX = /^(-?)0x([0-9a-fA-F]+)$/;
/** The most common numbers, which always fit in 32 bits. */
const FEW_DIGITS = /^[0-9]{1,9}$/;
/** More digits than any number of 64 bits has. */
const MAX_DIGITS = 40;

/**
 * `Integer.parseInt`, `Long.parseLong`, and `decode` for texts that start with `0x`; undefined if
 * the text is invalid or out of range.
 */
export function parseWhole(given: string, bits: 32 | 64): bigint | undefined {
  if (given.length > MAX_DIGITS) return undefined;
  if (FEW_DIGITS.test(given)) return BigInt(given);
  const text = asciiDigits(given);
  const [, sign, digits] = HEX.exec(text) ?? [];
  if (digits === undefined && !WHOLE.test(text)) return undefined;
  const value =
    digits === undefined
      ? BigInt(text.startsWith('+') ? text.slice(1) : text)
      : BigInt(`0x${digits}`) * (sign === '-' ? -1n : 1n);
  return value === BigInt.asIntN(bits, value) ? value : undefined;
}

/** The number of digits that always fit in an `int`. */
const INT_DIGITS = 9;

/** `parseWhole` of 32 bits, as a number. */
export function parseInteger(text: string): number | undefined {
  const { length } = text;
  if (length === 0 || length > INT_DIGITS) return slowInteger(text);
  let value = 0;
  for (let i = 0; i < length; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return slowInteger(text);
    value = value * 10 + digit;
  }
  return value;
}

const ZERO = 0x30;

function slowInteger(text: string): number | undefined {
  const value = parseWhole(text, 32);
  return value === undefined ? undefined : Number(value);
}

/** The error of `Double.parseDouble` for an invalid text. */
export function notFloating(text: string): ApiError {
  return new ApiError('number_format_exception', javaDoubleFault(text));
}
