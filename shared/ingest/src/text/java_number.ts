/** Parses texts of numbers like Java's own parsers. */
import { asciiDigits, javaTrim } from '@skein/base';
import { ApiError } from '@skein/errors';
import { numberFormat } from '../faults.js';

const WHOLE = /^[+-]?\d+$/;
const HEX = /^(-?)0x([0-9a-fA-F]+)$/;
const FLOATING = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/;
const HEX_FLOATING = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)[fFdD]?$/;
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

/** `Double.parseDouble`; undefined if the text is not a number. */
export function parseDouble(text: string): number | undefined {
  const trimmed = javaTrim(text);
  if (FLOATING.test(trimmed)) return Number(trimmed.replace(/[fFdD]$/, ''));
  const [, sign, whole = '', fraction = '', exponent] = HEX_FLOATING.exec(trimmed) ?? [];
  if (exponent === undefined || whole + fraction === '') return undefined;
  const digits = Number.parseInt(whole + fraction, 16);
  return (sign === '-' ? -1 : 1) * digits * 2 ** (Number(exponent) - 4 * fraction.length);
}

/** The error of `Double.parseDouble` for an invalid text. */
export function notFloating(text: string): ApiError {
  const trimmed = javaTrim(text);
  if (trimmed === '') return new ApiError('number_format_exception', 'empty String');
  if (/^[+-]?\d*\.\d*\./.test(trimmed)) {
    return new ApiError('number_format_exception', 'multiple points');
  }
  return numberFormat(trimmed);
}
