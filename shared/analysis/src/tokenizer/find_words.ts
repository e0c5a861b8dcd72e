/**
 * Finds a few words in a text without making tokens of all others: it searches for the words as
 * they are written, and cuts only the piece between spaces around a hit into words. Word breaks
 * never depend on text beyond a space.
 */
import type { WordFinder } from '../analyzer.js';
import { foldLower } from '../token_filter/lowercase.js';

interface TextPart {
  readonly from: number;
  readonly to: number;
}

/** Visits all words of a part of a text. */
type EachWord = (text: string, visit: (start: number, end: number) => void, part: TextPart) => void;

/**
 * Finds the next place, at the offset or behind it, where a term may begin; -1 if there is none.
 * Calls must have ascending offsets.
 */
type NextTerm = (text: string, from: number) => number;

export function findWords(
  terms: ReadonlySet<string>,
  lower: boolean,
  eachWord: EachWord,
): WordFinder {
  const written = [...terms].filter((term) => term !== '');
  const openNext = written.length <= FEW ? () => byTerms(written) : () => byPattern(written);
  return (text, visit) => {
    const folded = lower ? foldedAlike(text) : text;
    const take = (start: number, end: number): void => {
      const term = folded?.slice(start, end) ?? foldLower(text.slice(start, end));
      if (terms.has(term)) visit(term, start, end);
    };
    if (folded === undefined) {
      eachWord(text, take, { from: 0, to: text.length });
      return;
    }
    const next = openNext();
    for (let at = next(folded, 0); at >= 0; ) {
      const part = partAround(text, at);
      eachWord(text, take, part);
      at = next(folded, part.to);
    }
  };
}

/**
 * The text in lower case if every offset stays and each letter folds alike in every word, as is
 * nearly always so; else `undefined`.
 */
function foldedAlike(text: string): string | undefined {
  const folded = text.toLowerCase();
  return folded.length === text.length && !text.includes(SIGMA) ? folded : undefined;
}

const SIGMA = '\u03a3';
const FEW = 8;

const NOWHERE = -1;
/** The place of a term that has not been searched for yet. */
const BEFORE = -2;

function byTerms(terms: readonly string[]): NextTerm {
  const places = terms.map(() => BEFORE);
  return (text, from) => {
    let first = -1;
    for (let i = 0; i < terms.length; i++) {
      let place = places[i];
      if (place !== NOWHERE && place < from) place = text.indexOf(terms[i], from);
      places[i] = place;
      if (place >= 0 && (first < 0 || place < first)) first = place;
    }
    return first;
  };
}

function byPattern(terms: readonly string[]): NextTerm {
  const pattern = new RegExp(terms.map(escaped).join('|'), 'g');
  return (text, from) => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? -1;
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function partAround(text: string, at: number): TextPart {
  let from = at;
  let to = at;
  while (from > 0 && !isSpace(text.charCodeAt(from - 1))) from--;
  while (to < text.length && !isSpace(text.charCodeAt(to))) to++;
  return { from, to: Math.max(to, at + 1) };
}

const TAB = 9;
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;

function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === RETURN || code === TAB;
}
