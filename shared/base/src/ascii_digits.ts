/** Java reads digits of any script in whole numbers, one code unit each. */

/** The text with such digits as those of ASCII. */
export function asciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}\d]/gu, (digit) => (digit.length > 1 ? digit : digitOf(digit)));
}

/** The ten digits of a script follow each other, from a code that ends in 0 or in 6. */
function digitOf(character: string): string {
  const code = character.charCodeAt(0);
  const first = code & ~0xf;
  const zero = /\p{Nd}/u.test(String.fromCharCode(first)) ? first : first + 6;
  return String(code - zero);
}
