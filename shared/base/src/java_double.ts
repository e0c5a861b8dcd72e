/** Java's `Double.parseDouble`, with the messages of its exceptions. */
import { javaTrim } from './java_trim.js';

const DECIMAL = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/;
const HEXADECIMAL = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)[fFdD]?$/;
const TWO_POINTS = /^[+-]?\d*\.\d*\./;

/** Returns `undefined` if the text is not a number. */
export function javaDouble(text: string): number | undefined {
  const trimmed = javaTrim(text);
  if (DECIMAL.test(trimmed)) return Number(trimmed.replace(/[fFdD]$/, ''));
  const [, sign, whole = '', fraction = '', exponent] = HEXADECIMAL.exec(trimmed) ?? [];
  if (exponent === undefined || whole + fraction === '') return undefined;
  const digits = Number.parseInt(whole + fraction, 16);
  return (sign === '-' ? -1 : 1) * digits * 2 ** (Number(exponent) - 4 * fraction.length);
}

/** The message of the `NumberFormatException` for a text that is not a number. */
export function javaDoubleFault(text: string): string {
  const trimmed = javaTrim(text);
  if (trimmed === '') return 'empty String';
  return TWO_POINTS.test(trimmed) ? 'multiple points' : `For input string: "${trimmed}"`;
}

/** Java's `(int)` of a double: without the fraction, within 32 bits, and 0 for `NaN`. */
export function javaInteger(number: number): number {
  if (Number.isNaN(number)) return 0;
  const within = Math.min(Math.max(Math.trunc(number), -(2 ** 31)), 2 ** 31 - 1);
  // An integer has no negative zero.
  return within + 0;
}
