/**
 * Finds the places where `word_delimiter` cuts a word: at delimiters, between cases, between
 * letters and digits; a final `'s` is dropped.
 */
export interface WordPart {
  readonly start: number;
  readonly end: number;
  readonly kind: number;
}

export const LOWER = 1;
export const UPPER = 2;
export const ALPHA = LOWER | UPPER;
export const DIGIT = 4;
export const DELIMITER = 8;

export interface SplitOptions {
  readonly splitOnCaseChange: boolean;
  readonly splitOnNumerics: boolean;
  readonly stemPossessive: boolean;
  readonly kinds: CharacterKinds;
}

const PAGE = 256;

/** The kinds of UTF-16 code units, found once for each. */
export class CharacterKinds {
  readonly #typeTable: ReadonlyMap<string, number>;
  /** Kinds by code unit, in pages; 0: not found yet. */
  readonly #pages: (Uint8Array | undefined)[] = [];

  /** `typeTable`: the kinds of characters that the settings set. */
  constructor(typeTable: ReadonlyMap<string, number>) {
    this.#typeTable = typeTable;
  }

  of(unit: number): number {
    const page = this.#pages[unit >> 8] ?? new Uint8Array(PAGE);
    this.#pages[unit >> 8] = page;
    const at = unit & (PAGE - 1);
    page[at] ||= kindOf(String.fromCharCode(unit), this.#typeTable);
    return page[at];
  }
}

function kindOf(character: string, typeTable: ReadonlyMap<string, number>): number {
  const set = typeTable.get(character);
  if (set !== undefined) return set;
  if (typeTable.size === 0 && character < FIRST_BY_CATEGORY) return latinKind(character);
  if (/\p{Lu}/u.test(character)) return UPPER;
  if (/\p{Ll}/u.test(character)) return LOWER;
  if (/[\p{L}\p{M}]/u.test(character)) return ALPHA;
  if (/\p{N}/u.test(character)) return DIGIT;
  // Halves of surrogate pairs stay with the characters around them.
  return /[\ud800-\udfff]/.test(character) ? ALPHA | DIGIT : DELIMITER;
}

/**
 * Lucene has a table of its own for the characters before this one, which it uses unless the
 * settings set kinds.
 */
const FIRST_BY_CATEGORY = '\u0100';

/** Only ASCII digits count as numbers; ordinal indicators are lower-case letters. */
function latinKind(character: string): number {
  if (/\p{Lowercase}/u.test(character)) return LOWER;
  if (/\p{Uppercase}/u.test(character)) return UPPER;
  return /\d/.test(character) ? DIGIT : DELIMITER;
}

export function splitWord(word: string, options: SplitOptions): WordPart[] {
  const kinds = Array.from({ length: word.length }, (_, i) => options.kinds.of(word.charCodeAt(i)));
  const parts: WordPart[] = [];
  let at = 0;
  while (at < word.length) {
    if (kinds[at] === DELIMITER) {
      at++;
      continue;
    }
    const start = at;
    let last = kinds[at];
    for (at++; at < word.length && !breaks(last, kinds[at], options); at++) {
      last = kinds[at];
    }
    parts.push({ start, end: at, kind: partKind(kinds[start]) });
    if (options.stemPossessive && isPossessive(word, kinds, at)) at += 2;
  }
  return parts;
}

function partKind(first: number): number {
  return (first & ALPHA) !== 0 ? first | ALPHA : first;
}

function breaks(last: number, kind: number, options: SplitOptions): boolean {
  if ((last & kind) !== 0) return false;
  const lastAlpha = (last & ALPHA) !== 0;
  const alpha = (kind & ALPHA) !== 0;
  if (lastAlpha && alpha && (!options.splitOnCaseChange || last === UPPER)) return false;
  const lastDigit = (last & DIGIT) !== 0;
  const digit = (kind & DIGIT) !== 0;
  return options.splitOnNumerics || !((lastAlpha && digit) || (lastDigit && alpha));
}

function isPossessive(word: string, kinds: readonly number[], end: number): boolean {
  const mark = word.charAt(end) === "'" && /[sS]/.test(word.charAt(end + 1));
  const letterBefore = (kinds[end - 1] & ALPHA) !== 0;
  return mark && letterBefore && (end + 2 === word.length || kinds[end + 2] === DELIMITER);
}
