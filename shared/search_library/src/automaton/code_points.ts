/**
 * Deterministic automata over code points, the natural alphabet of patterns, and the same automata over the bytes of UTF-8, the alphabet
 * of terms. Byte states are a code point state and the part of a character read so far; they are made as they are reached.
 */
import { type ByteAutomaton, DEAD } from './byte_automaton.js';

export const MAX_CODE_POINT = 0x10ffff;

export interface CodePointMove {
  /** Inclusive. */
  readonly from: number;
  readonly to: number;
  readonly state: number;
}

/** State 0 is the start. */
export interface CodePointAutomaton {
  /** Ascending and disjoint; nothing is accepted after a character without a move. */
  moves(state: number): readonly CodePointMove[];
  accepts(state: number): boolean;
}

/** The state after a whole text, or `DEAD`. */
export function runText(automaton: CodePointAutomaton, text: string): number {
  let state = 0;
  for (const character of text) {
    state = follow(automaton, state, character.codePointAt(0) as number);
    if (state === DEAD) return DEAD;
  }
  return state;
}

function follow(automaton: CodePointAutomaton, state: number, codePoint: number): number {
  for (const move of automaton.moves(state)) {
    if (codePoint < move.from) break;
    if (codePoint <= move.to) return move.state;
  }
  return DEAD;
}

interface ByteState {
  readonly state: number;
  /** Continuation bytes still to come, and the bits of the character so far. */
  readonly remaining: number;
  readonly bits: number;
}

const UNKNOWN = -2;

export function utf8Automaton(automaton: CodePointAutomaton): ByteAutomaton {
  const states: ByteState[] = [];
  const rows: Int32Array[] = [];
  const numbers = new Map<string, number>();

  const numberOf = (byteState: ByteState): number => {
    const key = `${byteState.state},${byteState.remaining},${byteState.bits}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, states.length);
    rows.push(new Int32Array(256).fill(UNKNOWN));
    return states.push(byteState) - 1;
  };
  /** A character of which some bytes are read lives on while some character that begins so has a move. */
  const reach = (next: ByteState): number => {
    if (next.remaining === 0) {
      const state = follow(automaton, next.state, next.bits);
      return state === DEAD ? DEAD : numberOf({ state, remaining: 0, bits: 0 });
    }
    const least = next.bits * 64 ** next.remaining;
    const greatest = (next.bits + 1) * 64 ** next.remaining - 1;
    const moves = automaton.moves(next.state);
    return moves.some(({ from, to }) => from <= greatest && to >= least) ? numberOf(next) : DEAD;
  };
  numberOf({ state: 0, remaining: 0, bits: 0 });
  return {
    step(number, byte) {
      const row = rows[number];
      if (row[byte] === UNKNOWN) {
        const next = withByte(states[number], byte);
        row[byte] = next === undefined ? DEAD : reach(next);
      }
      return row[byte];
    },
    accepts: (number) => states[number].remaining === 0 && automaton.accepts(states[number].state),
  };
}

function withByte({ state, remaining, bits }: ByteState, byte: number): ByteState | undefined {
  if (remaining > 0) {
    if (byte >> 6 !== 0b10) return undefined;
    return { state, remaining: remaining - 1, bits: bits * 64 + (byte & 0x3f) };
  }
  if (byte < 0x80) return { state, remaining: 0, bits: byte };
  if (byte < 0xc0) return undefined;
  if (byte < 0xe0) return { state, remaining: 1, bits: byte & 0x1f };
  if (byte < 0xf0) return { state, remaining: 2, bits: byte & 0x0f };
  return byte < 0xf8 ? { state, remaining: 3, bits: byte & 0x07 } : undefined;
}
