/** Reads digits of a text. */

function isDigitAt(text: string, at: number): boolean {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9;
}

export function countDigits(text: string, at: number, most: number): number {
  let count = 0;
  while (count < most && isDigitAt(text, at + count)) count++;
  return count;
}

/** Longest number of digits that a double sums exactly. */
const EXACT_DIGITS = 15;

/** The number that `width` digits stand for. */
export function wholeAt(text: string, start: number, width: number): number {
  if (width > EXACT_DIGITS) return Number(text.slice(start, start + width));
  let value = 0;
  for (let at = start; at < start + width; at++) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
}
