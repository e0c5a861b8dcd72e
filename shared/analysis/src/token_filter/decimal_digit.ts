import type { TokenFilterType } from '../build/component_type.js';
import { termFilter } from './shapes.js';

/** `decimal_digit`: digits of all scripts become 0 to 9. */
export const DECIMAL_DIGIT: TokenFilterType = {
  name: 'decimal_digit',
  create: () =>
    termFilter('decimal_digit', (term) => term.replace(/(?![0-9])\p{Nd}/gu, latinDigit), {
      charLevel: true,
    }),
};

/** Digits of a script stand in a row that starts at a zero; a row is ten long. */
function latinDigit(digit: string): string {
  let codePoint = digit.codePointAt(0) as number;
  for (let value = 0; ; value++, codePoint--) {
    if (value === 9 || !/\p{Nd}/u.test(String.fromCodePoint(codePoint - 1))) return String(value);
  }
}
