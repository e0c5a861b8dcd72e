/** Deterministic automata over code points, the natural alphabet of patterns. */
import { DEAD } from './byte_automaton.js';

export const MAX_CODE_POINT = 0x10ffff;

export interface CodePointMove {
  /** Bounds of the characters, both inclusive. */
  readonly from: number;
  readonly to: number;
  readonly state: number;
}

/** An automaton with start state 0. */
export interface CodePointAutomaton {
  /** Moves, ascending and disjoint. The automaton rejects a character without a move. */
  moves(state: number): readonly CodePointMove[];
  accepts(state: number): boolean;
}

/** The state after a whole text, or `DEAD`. */
export function runText(automaton: CodePointAutomaton, text: string): number {
  let state = 0;
  for (const character of text) {
    state = follow(automaton, state, character.codePointAt(0) ?? 0);
    if (state === DEAD) return DEAD;
  }
  return state;
}

/** The state after a character, or `DEAD`. */
export function follow(automaton: CodePointAutomaton, state: number, codePoint: number): number {
  for (const move of automaton.moves(state)) {
    if (codePoint < move.from) break;
    if (codePoint <= move.to) return move.state;
  }
  return DEAD;
}
