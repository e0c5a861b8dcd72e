/**
 * Texts at most two edits from a word: an edit inserts, drops or replaces a character or, when asked, swaps two neighbours. A state of
 * the automaton is the set of places in the word that may have been reached, each with the edits spent (Schulz and Mihov, "Fast
 * String Correction with Levenshtein Automata", 2002), built only as far as terms lead there.
 */
import { type CodePointAutomaton, type CodePointMove, MAX_CODE_POINT } from './code_points.js';

export interface LevenshteinOptions {
  /** 0, 1 or 2. */
  readonly maxEdits: number;
  /** Characters at the beginning that must be as they are. */
  readonly prefixLength: number;
  /** A swap of two neighbours is one edit. */
  readonly transpositions: boolean;
}

export interface LevenshteinAutomaton extends CodePointAutomaton {
  /** Edits between the word and the text that leads to an accepting state. */
  distance(state: number): number;
}

/** A place in the word. `swapped`: its next character was read, the one here must follow. */
interface Place {
  readonly index: number;
  readonly edits: number;
  readonly swapped: boolean;
}

/** Any character the word does not have. */
const OTHER = -1;

export function levenshteinAutomaton(
  word: string,
  given: LevenshteinOptions,
): LevenshteinAutomaton {
  const text = Array.from(word, (character) => character.codePointAt(0) as number);
  const options = { ...given, prefixLength: Math.min(given.prefixLength, text.length) };
  const alphabet = [...new Set(text)].sort((a, b) => a - b);
  const sets: (readonly Place[])[] = [];
  const known = new Map<string, number>();
  const moves: (readonly CodePointMove[] | undefined)[] = [];
  const stateOf = (places: readonly Place[]): number => {
    const key = places.map((one) => `${one.index}.${one.edits}${one.swapped ? 's' : ''}`).join();
    let state = known.get(key);
    if (state === undefined) {
      state = sets.push(places) - 1;
      known.set(key, state);
    }
    return state;
  };
  const target = (state: number, character: number): number | undefined => {
    const places = prune(sets[state].flatMap((place) => after(text, place, character, options)));
    return places.length === 0 ? undefined : stateOf(places);
  };
  stateOf([{ index: 0, edits: 0, swapped: false }]);
  const distance = (state: number): number =>
    Math.min(...sets[state].map((place) => distanceAtEnd(text, place, options)));
  return {
    moves: (state) => {
      moves[state] ??= movesOver(alphabet, (character) => target(state, character));
      return moves[state] as readonly CodePointMove[];
    },
    accepts: (state) => distance(state) <= options.maxEdits,
    distance,
  };
}

/** One move for each character of the alphabet, one for each stretch between them. */
function movesOver(
  alphabet: readonly number[],
  target: (character: number) => number | undefined,
): CodePointMove[] {
  const moves: CodePointMove[] = [];
  const other = target(OTHER);
  const add = (from: number, to: number, state: number | undefined): void => {
    if (from <= to && state !== undefined) moves.push({ from, to, state });
  };
  let from = 0;
  for (const character of alphabet) {
    add(from, character - 1, other);
    add(character, character, target(character));
    from = character + 1;
  }
  add(from, MAX_CODE_POINT, other);
  return moves;
}

function after(
  text: readonly number[],
  { index, edits, swapped }: Place,
  character: number,
  options: LevenshteinOptions,
): Place[] {
  const at = (place: number, spent: number): Place => ({
    index: place,
    edits: spent,
    swapped: false,
  });
  if (swapped) return text[index] === character ? [at(index + 2, edits)] : [];
  const next: Place[] = [];
  if (text[index] === character) next.push(at(index + 1, edits));
  if (edits === options.maxEdits || index < options.prefixLength) return next;
  next.push(at(index, edits + 1));
  if (index < text.length) next.push(at(index + 1, edits + 1));
  for (let dropped = 1; edits + dropped <= options.maxEdits; dropped++) {
    if (text[index + dropped] === character) next.push(at(index + dropped + 1, edits + dropped));
  }
  if (options.transpositions && text[index + 1] === character) {
    next.push({ index, edits: edits + 1, swapped: true });
  }
  return next;
}

/** Places in order, without those that another one can do everything for with fewer edits. */
function prune(places: readonly Place[]): readonly Place[] {
  const kept = places.filter(
    (place, i) => !places.some((other, k) => k !== i && covers(other, place, k < i)),
  );
  return kept.sort((a, b) => a.index - b.index || a.edits - b.edits || +a.swapped - +b.swapped);
}

function covers(other: Place, place: Place, earlier: boolean): boolean {
  if (other.index !== place.index || other.swapped !== place.swapped) return false;
  return other.edits < place.edits || (other.edits === place.edits && earlier);
}

function distanceAtEnd(
  text: readonly number[],
  { index, edits, swapped }: Place,
  { prefixLength }: LevenshteinOptions,
): number {
  if (swapped || index < prefixLength) return Number.POSITIVE_INFINITY;
  return edits + text.length - index;
}
