/**
 * Where a few words are in a text, without making tokens of all others: what looks like one is
 * looked for as it is written, and only the piece between spaces that it stands in is cut into
 * words. Words never depend on what is on the other side of a space.
 */
import type { WordFinder } from '../analyzer.js';
import { foldLower } from '../token_filter/lowercase.js';

interface TextPart {
  readonly from: number;
  readonly to: number;
}

/** All words of a part of a text. */
type EachWord = (text: string, visit: (start: number, end: number) => void, part: TextPart) => void;

/**
 * Where the next of the terms may begin, at the offset or behind it; -1: nowhere. Ask with
 * ascending offsets.
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
 * In small letters where each stands where its capital does and is the same in every word, as
 * nearly always.
 */
function foldedAlike(text: string): string | undefined {
  const folded = text.toLowerCase();
  return folded.length === text.length && !text.includes(SIGMA) ? folded : undefined;
}

const SIGMA = '\u03a3';
const FEW = 8;

const NOWHERE = -1;
/** Not looked for yet. */
const BEFORE = -2;

function byTerms(terms: readonly string[]): NextTerm {
  const places = terms.map(() => BEFORE);
  return (text, from) => {
    let first = -1;
    for (let i = 0; i < terms.length; i++) {
      let place = places[i] as number;
      if (place !== NOWHERE && place < from) place = text.indexOf(terms[i] as string, from);
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
