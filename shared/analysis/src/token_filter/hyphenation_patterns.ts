/// <reference path="./sax.d.ts" />
/**
 * Places where words may be hyphenated, by the patterns of a file in the form of Apache FOP:
 * classes of letters that count as one, words with their hyphens, and patterns of letters with a
 * digit for each place between letters (F. M. Liang's, as in TeX). The highest digit at a place
 * counts; an odd digit allows a hyphen.
 */
import { onDemand } from '@skein/base';
import { ApiError } from '@skein/errors';

const sax = onDemand<typeof import('sax')>(import.meta.url, 'sax');

export interface HyphenationPatterns {
  /** Letters by the letter that represents their class. */
  readonly classes: Map<string, string>;
  /** Ends of the pieces of each word. */
  readonly exceptions: Map<string, readonly number[]>;
  /** Digits before each letter of a pattern and behind the last letter. */
  readonly patterns: Map<string, readonly number[]>;
  /** Letters in the longest pattern. */
  longest: number;
}

export function noPatterns(): HyphenationPatterns {
  return { classes: new Map(), exceptions: new Map(), patterns: new Map(), longest: 0 };
}

/** Stands for an element `hyphen` inside of an exception. */
const HYPHEN = '\0';

export function readPatterns(xml: string): HyphenationPatterns {
  const read = noPatterns();
  const parser = sax().parser(true);
  let section = '';
  let text = '';
  let hyphen = '-';
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    if (name === 'hyphen') text += HYPHEN + String(attributes.no ?? '') + HYPHEN;
    else if (name === 'hyphen-char') hyphen = String(attributes.value ?? hyphen);
    else [section, text] = [name, ''];
  };
  parser.ontext = (part) => {
    text += part;
  };
  parser.oncdata = parser.ontext;
  parser.onclosetag = (name) => {
    if (name !== section) return;
    const words = text.split(/\s+/).filter((word) => word !== '');
    if (name === 'classes') for (const word of words) addClass(read, word);
    if (name === 'exceptions') for (const word of words) addException(read, word, hyphen);
    if (name === 'patterns') for (const word of words) addPattern(read, word);
  };
  try {
    parser.write(xml).close();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const cause = new ApiError('illegal_argument_exception', error.message.split('\n', 1)[0] ?? '');
    const reason = 'Exception while reading hyphenation_patterns_path.';
    throw new ApiError('illegal_argument_exception', reason, { cause });
  }
  return read;
}

function addClass({ classes }: HyphenationPatterns, letters: string): void {
  for (let i = 0; i < letters.length; i++) classes.set(letters.charAt(i), letters.charAt(0));
}

/**
 * Adds an exception. The text that an element gives for the unhyphenated word is part of the word;
 * a plain hyphen is not.
 */
function addException({ exceptions }: HyphenationPatterns, word: string, hyphen: string): void {
  const parts = word.split(HYPHEN);
  let plain = '';
  let length = 0;
  const ends: number[] = [];
  for (const [index, part] of parts.entries()) {
    // Every second part is the text of an element.
    if (index % 2 === 1) {
      plain += part;
      continue;
    }
    for (const piece of part.split(hyphen)) {
      plain += piece;
      length += piece.length;
      if (piece !== '') ends.push(length);
    }
  }
  exceptions.set(plain, ends);
}

function addPattern(read: HyphenationPatterns, word: string): void {
  const letters = word.replace(/\d/g, '');
  const values: number[] = [];
  for (let i = 0; i <= word.length; i++) {
    const digit = /\d/.test(word.charAt(i)) ? Number(word.charAt(i)) : -1;
    values.push(Math.max(0, digit));
    if (digit >= 0) i++;
  }
  read.patterns.set(letters, values);
  read.longest = Math.max(read.longest, letters.length);
}

/**
 * Places where a word may be hyphenated, with its beginning and its end; empty if it may not be.
 */
export function hyphenationPoints(word: string, read: HyphenationPatterns): number[] {
  const known = lettersOf(word, read);
  if (known === undefined || known.letters.length < 2) return [];
  const { letters, ignored } = known;
  const points = read.exceptions.get(letters)?.filter((at) => at >= 1 && at < letters.length - 1);
  const found = points ?? oddPlaces(letters, read);
  if (found.length === 0) return [];
  return [0, ...found.map((at) => at + ignored), letters.length];
}

/**
 * The letters of a word. Other characters may stand before the word, and behind it if no letter
 * follows.
 */
function lettersOf(
  word: string,
  { classes }: HyphenationPatterns,
): { readonly letters: string; readonly ignored: number } | undefined {
  let letters = '';
  let ignored = 0;
  let ended = false;
  for (let i = 0; i < word.length; i++) {
    const letter = classes.get(word.charAt(i));
    if (letter === undefined) {
      if (letters === '') ignored++;
      else ended = true;
    } else if (ended) return undefined;
    else letters += letter;
  }
  return { letters, ignored };
}

function oddPlaces(letters: string, { patterns, longest }: HyphenationPatterns): number[] {
  const marked = `.${letters}.`;
  const digits = new Uint8Array(marked.length + 2);
  for (let start = 0; start <= letters.length; start++) {
    for (let end = start + 1; end <= Math.min(marked.length, start + longest); end++) {
      const values = patterns.get(marked.slice(start, end)) ?? [];
      for (let i = 0; i < values.length; i++) {
        digits[start + i] = Math.max(digits[start + i] ?? 0, values[i]);
      }
    }
  }
  const places: number[] = [];
  for (let at = 1; at < letters.length; at++) {
    if ((digits[at + 1] & 1) === 1) places.push(at);
  }
  return places;
}
