/**
 * The kinds of characters in a text, for the rules of boundaries. Characters of one UTF-16 unit
 * have a table, which is filled when a character is first met, because most texts use about a
 * hundred of them.
 */

interface Characters {
  /** The kind of the character at the offset, which may be a surrogate pair. */
  at(text: string, offset: number): number;
}

const UNITS = 0x10000;
const FIRST_OF_PAIRS = 0xd800;
const LAST_OF_PAIRS = 0xdbff;
const LAST_SURROGATE = 0xdfff;

/** `kindOf` returns a number from 1 to 255. */
export function characters(kindOf: (character: string) => number): Characters {
  let kinds: Uint8Array | undefined;
  return {
    at(text, offset) {
      if (widthAt(text, offset) === 2) return kindOf(text.slice(offset, offset + 2));
      kinds ??= new Uint8Array(UNITS);
      const unit = text.charCodeAt(offset);
      const known = kinds[unit] ?? 0;
      if (known !== 0) return known;
      const kind = kindOf(text.charAt(offset));
      kinds[unit] = kind;
      return kind;
    },
  };
}

export function isSurrogate(unit: number): boolean {
  return unit >= FIRST_OF_PAIRS && unit <= LAST_SURROGATE;
}

/** The number of UTF-16 units of the character at the offset. */
export function widthAt(text: string, offset: number): 1 | 2 {
  const unit = text.charCodeAt(offset);
  if (unit < FIRST_OF_PAIRS || unit > LAST_OF_PAIRS) return 1;
  return (text.codePointAt(offset) ?? 0) < UNITS ? 1 : 2;
}
