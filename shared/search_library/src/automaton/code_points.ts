/**
 * Deterministic automata over code points, the natural alphabet of patterns, and the same automata over the bytes of UTF-8, the alphabet
 * of terms. Byte states are a code point state and the part of a character read so far; they are made as they are reached.
 */
import { type ByteAutomaton, DEAD } from './byte_automaton.js';
import { ByteTable, UNKNOWN } from './byte_table.js';

export const MAX_CODE_POINT = 0x10ffff;

const ASCII_END = 0x80;

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

export function utf8Automaton(automaton: CodePointAutomaton): ByteAutomaton {
  const table = new ByteTable();
  const states: ByteState[] = [];
  /** Byte states between characters, by state. */
  const whole: number[] = [];
  const inside = new Map<string, number>();

  const add = (byteState: ByteState): number => {
    states.push(byteState);
    return table.addState();
  };
  const wholeOf = (state: number): number => {
    whole[state] ??= add({ state, remaining: 0, bits: 0 });
    return whole[state];
  };
  const insideOf = (byteState: ByteState): number => {
    const key = `${byteState.state},${byteState.remaining},${byteState.bits}`;
    const known = inside.get(key) ?? add(byteState);
    inside.set(key, known);
    return known;
  };
  /** A character of which some bytes are read lives on while some character that begins so has a move. */
  const reach = (next: ByteState): number => {
    if (next.remaining === 0) {
      const state = follow(automaton, next.state, next.bits);
      return state === DEAD ? DEAD : wholeOf(state);
    }
    const least = next.bits * 64 ** next.remaining;
    const greatest = (next.bits + 1) * 64 ** next.remaining - 1;
    const moves = automaton.moves(next.state);
    return moves.some(({ from, to }) => from <= greatest && to >= least) ? insideOf(next) : DEAD;
  };
  const fillAscii = (number: number, state: number): void => {
    const row = asciiRow(automaton.moves(state), wholeOf);
    table.moves.set(row, number << 8);
  };
  wholeOf(0);
  return {
    table,
    step(number, byte) {
      const at = (number << 8) | byte;
      if (table.moves[at] !== UNKNOWN) return table.moves[at];
      const from = states[number];
      if (from.remaining === 0 && byte < ASCII_END) {
        fillAscii(number, from.state);
      } else {
        const next = withByte(from, byte);
        const reached = next === undefined ? DEAD : reach(next);
        table.moves[at] = reached;
      }
      return table.moves[at];
    },
    accepts: (number) => states[number].remaining === 0 && automaton.accepts(states[number].state),
    acceptsAll(number) {
      const { state, remaining } = states[number];
      return remaining === 0 && automaton.accepts(state) && loopsForAll(automaton, state);
    },
  };
}

/** The moves with all ASCII characters at once: most terms have no others. */
function asciiRow(
  moves: readonly CodePointMove[],
  numberOf: (state: number) => number,
): Int32Array {
  const row = new Int32Array(ASCII_END).fill(DEAD);
  for (const { from, to, state } of moves) {
    if (from >= ASCII_END) break;
    row.fill(numberOf(state), from, Math.min(to + 1, ASCII_END));
  }
  return row;
}

function loopsForAll(automaton: CodePointAutomaton, state: number): boolean {
  const [move, ...others] = automaton.moves(state);
  if (move === undefined || others.length > 0) return false;
  return move.state === state && move.from === 0 && move.to === MAX_CODE_POINT;
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
