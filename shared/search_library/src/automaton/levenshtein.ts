/**
 * Accepts texts at most two edits from a word. An edit inserts, drops or replaces a character or,
 * optionally, swaps two neighbours. A state is a position in the word and a shape of
 * `parametric_levenshtein.ts`; states are made when terms lead to them.
 */
import { type CodePointAutomaton, type CodePointMove, MAX_CODE_POINT } from './code_points.js';
import { NO_SHAPE, ParametricLevenshtein } from './parametric_levenshtein.js';

export interface LevenshteinOptions {
  /** The maximum number of edits: 0, 1 or 2. */
  readonly maxEdits: number;
  /** Number of leading characters that must match exactly. */
  readonly prefixLength: number;
  /** If true, a swap of two neighbours is one edit. */
  readonly transpositions: boolean;
}

export interface LevenshteinAutomaton extends CodePointAutomaton {
  /** Number of edits between the word and the text that leads to an accepting state. */
  distance(state: number): number;
}

/** Shapes for each number of edits, with and without transpositions. */
const shapes = new Map<string, ParametricLevenshtein>();

function shapesFor(maxEdits: number, transpositions: boolean): ParametricLevenshtein {
  const key = `${maxEdits}${transpositions}`;
  let known = shapes.get(key);
  if (known === undefined) {
    known = new ParametricLevenshtein(maxEdits, transpositions);
    shapes.set(key, known);
  }
  return known;
}

/** States before the end of the prefix consist of a position only. */
interface State {
  readonly base: number;
  readonly shape: number;
}

export function levenshteinAutomaton(
  word: string,
  given: LevenshteinOptions,
): LevenshteinAutomaton {
  const text = Array.from(word, (character) => character.codePointAt(0) ?? 0);
  const prefixLength = Math.min(given.prefixLength, text.length);
  const parametric = shapesFor(given.maxEdits, given.transpositions);
  const states: State[] = [];
  const known = new Map<number, number>();
  const moves: (readonly CodePointMove[] | undefined)[] = [];
  const stateOf = (base: number, shape: number): number => {
    const key = shape * (text.length + 1) + base;
    let state = known.get(key);
    if (state === undefined) {
      state = states.push({ base, shape }) - 1;
      known.set(key, state);
    }
    return state;
  };
  /** The state after a character that equals those characters of the window whose bits are set. */
  const target = ({ base, shape }: State, equal: number): number | undefined => {
    const step = parametric.step(shape, text.length - base, equal);
    return step.shape === NO_SHAPE ? undefined : stateOf(base + step.shift, step.shape);
  };
  const windows: (readonly WindowCharacter[])[] = [];
  const movesOf = (state: State): readonly CodePointMove[] => {
    const { base } = state;
    if (base < prefixLength) {
      return [{ from: text[base], to: text[base], state: stateOf(base + 1, 0) }];
    }
    windows[base] ??= windowCharacters(text.slice(base, base + parametric.window));
    return movesOver(windows[base], (equal) => target(state, equal));
  };
  stateOf(0, 0);
  const distance = (state: number): number => {
    const { base, shape } = states[state];
    if (base < prefixLength) return Number.POSITIVE_INFINITY;
    return parametric.distance(shape, text.length - base);
  };
  return {
    moves: (state) => {
      moves[state] ??= movesOf(states[state]);
      return moves[state];
    },
    accepts: (state) => distance(state) <= given.maxEdits,
    distance,
  };
}

interface WindowCharacter {
  readonly character: number;
  /** The character's positions in the window as bits. */
  readonly equal: number;
}

/** The distinct characters, ascending. */
function windowCharacters(window: readonly number[]): readonly WindowCharacter[] {
  const equals = new Map<number, number>();
  window.forEach((character, i) => {
    equals.set(character, (equals.get(character) ?? 0) | (1 << i));
  });
  return Array.from(equals, ([character, equal]) => ({ character, equal })).sort(
    (a, b) => a.character - b.character,
  );
}

/** Makes a move for each character of the window, and for each range between them. */
function movesOver(
  window: readonly WindowCharacter[],
  target: (equal: number) => number | undefined,
): CodePointMove[] {
  const moves: CodePointMove[] = [];
  const other = target(0);
  const add = (from: number, to: number, state: number | undefined): void => {
    if (from <= to && state !== undefined) moves.push({ from, to, state });
  };
  let from = 0;
  for (const { character, equal } of window) {
    add(from, character - 1, other);
    add(character, character, target(equal));
    from = character + 1;
  }
  add(from, MAX_CODE_POINT, other);
  return moves;
}
