/**
 * Numbers in the notation of OpenSearch's Java: 1.0, 1.0E10, 1.0E-5, Infinity. The digits come from
 * Steele and White's free-format algorithm as implemented in the class library of that release:
 * usually, but not always, the shortest that read back.
 */
import { type DigitsAndPower, digitsOfBinary } from '../text/free_format.js';

export function doubleText(value: number): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  return javaForm(value, shortDigits(value) ?? digitsOfBinary(Math.abs(value), 52));
}

export function floatText(value: number): string {
  if (!Number.isFinite(value)) return nonFinite(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  return javaForm(value, digitsOfBinary(Math.abs(value), 23));
}

/** For few digits near the point, all algorithms give the same result. */
function shortDigits(value: number): DigitsAndPower | undefined {
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e7) return undefined;
  const text = String(size);
  if (text.length > 14) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const digits = whole + fraction;
  const zeros = /^0*/.exec(digits)?.[0].length ?? 0;
  return { digits: digits.slice(zeros), power: whole.length - 1 - zeros };
}

function nonFinite(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? 'Infinity' : '-Infinity';
}

/** Plain notation from 10^-3 to 10^7, otherwise with an exponent. */
function javaForm(value: number, { digits: all, power }: DigitsAndPower): string {
  const sign = value < 0 ? '-' : '';
  const digits = trimZeros(all);
  if (power >= -3 && power < 7) return sign + plain(digits, power);
  return `${sign}${digits[0]}.${digits.slice(1) || '0'}E${power}`;
}

function plain(digits: string, power: number): string {
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0');
  return `${whole}.${digits.slice(power + 1) || '0'}`;
}

function trimZeros(digits: string): string {
  let end = digits.length;
  while (end > 1 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
