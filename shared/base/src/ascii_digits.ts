/** In whole numbers Java accepts digits of any script that take one code unit each. */

/** The text with such digits replaced by ASCII digits. */
export function asciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}\d]/gu, (digit) => (digit.length > 1 ? digit : digitOf(digit)));
}

/**
 * The ASCII digit for a digit of any script. The ten digits of a script are consecutive, from a
 * code that ends in 0 or in 6.
 */
function digitOf(character: string): string {
  const code = character.charCodeAt(0);
  const first = code & ~0xf;
  const zero = /\p{Nd}/u.test(String.fromCharCode(first)) ? first : first + 6;
  return String(code - zero);
}
