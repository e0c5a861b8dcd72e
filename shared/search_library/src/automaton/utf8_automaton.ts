/**
 * Turns automata over code points into automata over the bytes of UTF-8, the alphabet of terms. A
 * byte state is a code point state and the part of a character read so far; byte states are made
 * when they are reached.
 */
import { type ByteAutomaton, DEAD } from './byte_automaton.js';
import { ByteTable, UNKNOWN } from './byte_table.js';
import { type CodePointAutomaton, follow, MAX_CODE_POINT } from './code_points.js';

const ASCII_END = 0x80;
/** The first bytes of characters of two, three and four bytes. */
const LEADS = [
  { from: 0xc0, to: 0xdf },
  { from: 0xe0, to: 0xef },
  { from: 0xf0, to: 0xf4 },
] as const;

interface ByteState {
  readonly state: number;
  /** Number of continuation bytes still to come, and the bits of the character so far. */
  readonly remaining: number;
  readonly bits: number;
}

/** Stands for bits if every character that begins like this leads to `state`. */
const ANY_BITS = -1;

export function utf8Automaton(automaton: CodePointAutomaton): ByteAutomaton {
  return new Utf8Automaton(automaton);
}

class Utf8Automaton implements ByteAutomaton {
  readonly table = new ByteTable();
  readonly #automaton: CodePointAutomaton;
  readonly #states: ByteState[] = [];
  /** Byte states between characters, by state. */
  readonly #whole: number[] = [];
  /**
   * Byte states within a character that leads to one state whatever follows, by state and remaining
   * bytes.
   */
  readonly #settled: number[] = [];
  readonly #inside = new Map<string, number>();

  constructor(automaton: CodePointAutomaton) {
    this.#automaton = automaton;
    this.#wholeOf(0);
  }

  step(number: number, byte: number): number {
    const { table } = this;
    const at = (number << 8) | byte;
    if (table.moves[at] !== UNKNOWN) return table.moves[at];
    const from = this.#states[number];
    if (from.bits === ANY_BITS) this.#fillSettled(number, from);
    else if (from.remaining === 0 && this.#isFresh(number)) this.#fillWhole(number, from.state);
    if (table.moves[at] === UNKNOWN) {
      const next = withByte(from, byte);
      const reached = next === undefined ? DEAD : this.#reach(next);
      table.moves[at] = reached;
    }
    return table.moves[at];
  }

  accepts(number: number): boolean {
    const { state, remaining } = this.#states[number];
    return remaining === 0 && this.#automaton.accepts(state);
  }

  acceptsAll(number: number): boolean {
    return this.accepts(number) && loopsForAll(this.#automaton, this.#states[number].state);
  }

  #add(byteState: ByteState): number {
    const number = this.table.addState();
    this.#states.push(byteState);
    return number;
  }

  #wholeOf(state: number): number {
    this.#whole[state] ??= this.#add({ state, remaining: 0, bits: 0 });
    return this.#whole[state];
  }

  #settledOf(state: number, remaining: number): number {
    if (remaining === 0) return this.#wholeOf(state);
    const at = 4 * state + remaining;
    this.#settled[at] ??= this.#add({ state, remaining, bits: ANY_BITS });
    return this.#settled[at];
  }

  #insideOf(byteState: ByteState): number {
    const key = `${byteState.state},${byteState.remaining},${byteState.bits}`;
    const known = this.#inside.get(key) ?? this.#add(byteState);
    this.#inside.set(key, known);
    return known;
  }

  /** A partly read character stays alive while some character that begins like it has a move. */
  #reach(next: ByteState): number {
    if (next.remaining === 0) {
      const state = follow(this.#automaton, next.state, next.bits);
      return state === DEAD ? DEAD : this.#wholeOf(state);
    }
    const least = next.bits * 64 ** next.remaining;
    const greatest = (next.bits + 1) * 64 ** next.remaining - 1;
    const moves = this.#automaton.moves(next.state);
    const lives = moves.some(({ from, to }) => from <= greatest && to >= least);
    return lives ? this.#insideOf(next) : DEAD;
  }

  /** True if none of its moves is known. */
  #isFresh(number: number): boolean {
    return this.table.moves[number << 8] === UNKNOWN;
  }

  /**
   * Fills in the moves with all ASCII characters at once, since most terms have no others; with the
   * others too, if all of them lead to one state. Nothing is written before all states exist, since
   * there may be no memory for them.
   */
  #fillWhole(number: number, state: number): void {
    const moves = this.#automaton.moves(state);
    const ascii = moves.filter(({ from }) => from < ASCII_END);
    const targets = ascii.map((move) => this.#wholeOf(move.state));
    const last = moves.at(-1);
    const others = last !== undefined && last.to >= ASCII_END ? last : undefined;
    const oneForOthers = others?.to === MAX_CODE_POINT && others.from <= ASCII_END;
    const reached = oneForOthers ? LEADS.map((_, i) => this.#settledOf(others.state, i + 1)) : [];
    this.#fill(number, 0, ASCII_END - 1, DEAD);
    ascii.forEach(({ from, to }, i) => {
      this.#fill(number, from, Math.min(to, ASCII_END - 1), targets[i]);
    });
    if (others !== undefined && !oneForOthers) return;
    this.#fill(number, ASCII_END, 0xff, DEAD);
    reached.forEach((target, i) => {
      this.#fill(number, LEADS[i].from, LEADS[i].to, target);
    });
  }

  #fillSettled(number: number, { state, remaining }: ByteState): void {
    const target = this.#settledOf(state, remaining - 1);
    this.#fill(number, 0, 0xff, DEAD);
    this.#fill(number, 0x80, 0xbf, target);
  }

  /** Fills the moves of a range of bytes, both inclusive. */
  #fill(number: number, from: number, to: number, target: number): void {
    const row = number << 8;
    this.table.moves.fill(target, row + from, row + to + 1);
  }
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
