/**
 * The upper and lower case of single letters, as Java's `Character` has them: a letter whose other
 * case has several letters keeps its own.
 */

const changed = (letter: number, to: string): number => {
  const code = to.codePointAt(0) ?? letter;
  return to.length === (code > 0xffff ? 2 : 1) ? code : letter;
};

/** `\u0130`, a capital I with a dot, has two letters in lower case, but Java gives the first. */
const DOTTED_I = 0x130;

export function toLower(letter: number): number {
  if (letter === DOTTED_I) return 'i'.charCodeAt(0);
  return changed(letter, String.fromCodePoint(letter).toLowerCase());
}

/**
 * Greek letters with an iota below have two letters in upper case, but Java gives the one with the
 * iota beside it.
 */
export function toUpper(letter: number): number {
  if (letter >= 0x1f80 && letter <= 0x1faf) return letter | 8;
  if (letter === 0x1fb3 || letter === 0x1fc3 || letter === 0x1ff3) return letter + 9;
  return changed(letter, String.fromCodePoint(letter).toUpperCase());
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * The text whose letters `equalsIgnoreCase` compares: each in the lower case of its upper case. The
 * length stays the same.
 */
export function foldCase(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return Array.from(text, (letter) =>
    String.fromCodePoint(toLower(toUpper(letter.codePointAt(0) ?? 0))),
  ).join('');
}
