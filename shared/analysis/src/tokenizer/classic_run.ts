/**
 * A run of words with one joining character between each two, as the `classic` tokenizer's grammar
 * joins them, and the possible matches that begin at each word.
 */
import { classicCharacters, DIGIT, LETTER, WORD } from './classic_characters.js';

const APOSTROPHE = 0x27;
const DOT = 0x2e;

/** The arrays are indexed by the number of the word in its run. */
export interface WordRun {
  readonly count: number;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** The last word that dots alone join to this one. */
  readonly dots: Uint32Array;
  /** The last word that dots and dashes join to this one. */
  readonly dashes: Uint32Array;
  /** The last word that dots, dashes and underscores join to this one. */
  readonly names: Uint32Array;
  /**
   * The end of the longest number of two words or more whose first, third and fifth word (and so
   * on) has a digit; 0 if there is none.
   */
  readonly digitsFirst: Uint32Array;
  /** The same end for numbers whose second, fourth and sixth word (and so on) has a digit. */
  readonly digitsSecond: Uint32Array;
}

export function runOfWords(text: string, from: number): WordRun {
  const kinds = classicCharacters();
  const isWord = (at: number) => (kinds[text.charCodeAt(at)] & WORD) !== 0;
  const starts: number[] = [];
  const ends: number[] = [];
  let at = from;
  do {
    starts.push(at);
    while (at < text.length && isWord(at)) at++;
    ends.push(at);
  } while (at + 1 < text.length && joins(text.charCodeAt(at)) && isWord(++at));
  const count = starts.length;
  const run = {
    count,
    starts,
    ends,
    dots: new Uint32Array(count),
    dashes: new Uint32Array(count),
    names: new Uint32Array(count),
    digitsFirst: new Uint32Array(count),
    digitsSecond: new Uint32Array(count),
  };
  for (let word = count - 1; word >= 0; word--) lookAhead(text, run, word);
  return run;
}

function lookAhead(text: string, run: WordRun, word: number): void {
  const next = word + 1;
  const joint = next < run.count ? text.charAt(run.ends[word]) : '';
  const isOneOf = (joints: string) => joint !== '' && joints.includes(joint);
  run.dots[word] = isOneOf('.') ? run.dots[next] : word;
  run.dashes[word] = isOneOf('.-') ? run.dashes[next] : word;
  run.names[word] = isOneOf('.-_') ? run.names[next] : word;
  const start = run.starts[word];
  run.digitsFirst[word] = numberFrom(text, run, word, start);
  run.digitsSecond[word] = isOneOf('_-/.,') ? digitsBegin(text, run, next) : 0;
}

/** The end of a number that begins with this word; 0 if the word has no digit. */
function digitsBegin(text: string, run: WordRun, word: number): number {
  const start = run.starts[word];
  const end = run.ends[word];
  return run.digitsFirst[word] || digitsEnd(text, start, end);
}

/**
 * The end of a number of two words or more, of which the first, read from `start`, has a digit; 0
 * if there is none.
 */
export function numberFrom(text: string, run: WordRun, word: number, start: number): number {
  const next = word + 1;
  const end = run.ends[word];
  if (next >= run.count || !'_-/.,'.includes(text.charAt(end))) return 0;
  if (digitsEnd(text, start, end) !== end) return 0;
  return Math.max(run.ends[next], run.digitsSecond[next]);
}

/** The end of the letters and digits from a place on; 0 if no digit is among them. */
function digitsEnd(text: string, start: number, end: number): number {
  const kinds = classicCharacters();
  let hasDigit = false;
  let at = start;
  while (at < end) {
    const kind = kinds[text.charCodeAt(at)];
    if ((kind & (LETTER | DIGIT)) === 0) break;
    if ((kind & DIGIT) !== 0) hasDigit = true;
    at++;
  }
  return hasDigit ? at : 0;
}

/** The end of the letters from a place on. */
export function lettersEnd(text: string, start: number, end: number): number {
  const kinds = classicCharacters();
  let at = start;
  while (at < end && (kinds[text.charCodeAt(at)] & LETTER) !== 0) at++;
  return at;
}

const JOINTS: ReadonlySet<number> = new Set([...'.-_/,@&'].map((joint) => joint.charCodeAt(0)));

function joins(character: number): boolean {
  return character === APOSTROPHE || character === DOT || JOINTS.has(character);
}
