import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `decimal_digit`: digits of all scripts become 0 to 9. */
export const DECIMAL_DIGIT: TokenFilterType = {
  name: 'decimal_digit',
  create: () => termFilter('decimal_digit', latinDigits, { charLevel: true }),
};

export function latinDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, latinDigit);
}

/**
 * The value of a digit. The digits of a script are a row of ten code points that starts at a zero;
 * rows may follow each other directly, as the mathematical ones do.
 */
function latinDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(codePoint - before - 1))) before++;
  return String(before % 10);
}
