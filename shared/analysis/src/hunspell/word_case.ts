/**
 * The case of a word, and its other spellings: a word in capitals may be a name or a common word,
 * and one with a capital the first word of a sentence. The rules are those of Lucene's `Stemmer`.
 */
import type { AffixFile } from './affix_file.js';

type WordCase = 'upper' | 'title' | 'lower' | 'mixed' | 'none';

/** Letters without another case, such as `ß`, count as neither. */
export function caseOf(word: string): WordCase {
  const [first = '', ...rest] = word;
  const hasUpper = rest.some(isUpper);
  const hasLower = rest.some(isLower);
  if (isUpper(first)) {
    if (!hasLower) return 'upper';
    return hasUpper ? 'mixed' : 'title';
  }
  if (isLower(first)) return hasUpper ? 'mixed' : 'lower';
  return hasUpper && hasLower ? 'mixed' : 'none';
}

function isUpper(letter: string): boolean {
  return /^\p{Uppercase}$/u.test(letter);
}

function isLower(letter: string): boolean {
  return /^\p{Lowercase}$/u.test(letter) && [...letter.toUpperCase()].length === 1;
}

type Casing = Pick<AffixFile, 'turkic' | 'checksSharpS'>;

export function lowered(text: string, { turkic }: Pick<Casing, 'turkic'>): string {
  return turkic ? text.toLocaleLowerCase('tr') : text.toLowerCase();
}

/** The word with only its first letter as it is. */
export function titled(word: string, casing: Pick<Casing, 'turkic'>): string {
  const [first = '', ...rest] = word;
  return first + lowered(rest.join(''), casing);
}

/** The other spellings of a word in capitals or with a capital, in the order of Lucene's. */
export function* caseVariants(word: string, casing: Casing): Generator<string> {
  const wordCase = caseOf(word);
  if (wordCase !== 'upper' && wordCase !== 'title') return;
  const isInCapitals = wordCase === 'upper';
  const title = isInCapitals ? titled(word, casing) : word;
  const sharp = (text: string) => (casing.checksSharpS ? sharpVariants(text) : []);
  if (isInCapitals) {
    const behindApostrophe = capitalBehindApostrophe(title);
    if (behindApostrophe !== title) yield behindApostrophe;
    yield title;
    yield* sharp(title);
  }
  // The capital of a dotted i has no other case in most languages.
  if (word.startsWith('\u0130') && !casing.turkic) return;
  const lower = lowered(title, casing);
  yield lower;
  if (isInCapitals) yield* sharp(lower);
}

/** `Sant'elia` to `Sant'Elia`: of Catalan, French and Italian. */
function capitalBehindApostrophe(word: string): string {
  return word.replace(/(?<=.')\p{Ll}/su, (letter) => letter.toUpperCase());
}

/** More of `ss` are not varied, since each doubles the spellings. */
const MOST_SHARP = 6;

/** The spellings with `ß` in place of some `ss`. */
function sharpVariants(word: string): readonly string[] {
  const [first = '', ...parts] = word.split('ss');
  let variants = [''];
  const varied = parts.slice(0, MOST_SHARP);
  const rest = parts.slice(MOST_SHARP).map((part) => `ss${part}`);
  for (const part of varied.toReversed()) {
    variants = variants.flatMap((tail) => [`ss${part}${tail}`, `ß${part}${tail}`]);
  }
  return variants.map((tail) => first + tail + rest.join('')).filter((each) => each !== word);
}
