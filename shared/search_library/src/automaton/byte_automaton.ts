/**
 * A deterministic automaton over the bytes of UTF-8 terms, determinised on demand. States are
 * numbers; 0 is the start, and `DEAD` is the state from which nothing is accepted.
 */

import { checkWanted } from '@skein/base';
import { ApiError } from '@skein/errors';
import { takeMemory } from '../memory/request_memory.js';
import { AUTOMATON, ByteTable, UNKNOWN } from './byte_table.js';

export const DEAD = -1;

export interface ByteAutomaton {
  /** The moves known so far; `step` finds the others. */
  readonly table: ByteTable;
  /** The state after `byte`, or `DEAD`. */
  step(state: number, byte: number): number;
  accepts(state: number): boolean;
  /** True if the state is known to accept everything that may follow. */
  acceptsAll(state: number): boolean;
}

/**
 * A node of a non-deterministic automaton; node 0 is the start. Epsilon moves are not needed, since
 * builders resolve them.
 */
export interface ByteNode {
  readonly accepting: boolean;
  /** Inclusive byte ranges with their target nodes. */
  readonly moves: readonly { readonly from: number; readonly to: number; readonly node: number }[];
}

/** Memory of a node in a state. */
const PLACE_BYTES = 8;
/** Maximum number of states reached by terms: patterns such as `*a????????` could have millions. */
const MAX_STATES = 10_000;

/**
 * Subset construction on demand: only the states that terms reach are built. Too many are an error
 * that names `source`.
 */
export function determinise(
  nodes: readonly ByteNode[],
  startNodes: readonly number[],
  source: string,
): ByteAutomaton {
  const table = new ByteTable();
  const numbers = new Map<string, number>();
  const subsets: (readonly number[])[] = [];
  /** `accepting`: states that accept; `sinks`: states that accept everything that follows. */
  const accepting: boolean[] = [];
  const sinks: boolean[] = [];

  const stateOf = (subset: Iterable<number>): number => {
    const sorted = [...new Set(subset)].sort((a, b) => a - b);
    if (sorted.length === 0) return DEAD;
    const key = sorted.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (subsets.length === MAX_STATES) throw tooComplex(source);
    checkWanted();
    takeMemory(key.length + sorted.length * PLACE_BYTES, AUTOMATON);
    numbers.set(key, subsets.length);
    table.addState();
    accepting.push(sorted.some((node) => nodes[node].accepting));
    sinks.push(sorted.some((node) => isSink(nodes[node], node)));
    return subsets.push(sorted) - 1;
  };
  const successors = function* (state: number, byte: number): Generator<number> {
    for (const node of subsets[state]) {
      for (const move of nodes[node].moves) {
        if (byte >= move.from && byte <= move.to) yield move.node;
      }
    }
  };
  /** Fills in all moves of a state at once; they are constant between its nodes' range ends. */
  const fillRow = (state: number): void => {
    const starts = new Set([0]);
    for (const node of subsets[state]) {
      for (const { from, to } of nodes[node].moves) starts.add(from).add(to + 1);
    }
    const sorted = [...starts].filter((start) => start < 256).sort((a, b) => a - b);
    sorted.forEach((start, i) => {
      const target = stateOf(successors(state, start));
      const row = state << 8;
      table.moves.fill(target, row + start, row + (sorted[i + 1] ?? 256));
    });
    table.findExit(state);
  };
  stateOf(startNodes);
  return {
    table,
    step(state, byte) {
      if (table.moves[(state << 8) | byte] === UNKNOWN) fillRow(state);
      return table.moves[(state << 8) | byte];
    },
    accepts: (state) => accepting[state],
    acceptsAll: (state) => sinks[state],
  };
}

function isSink({ accepting, moves }: ByteNode, node: number): boolean {
  return (
    accepting && moves.some((move) => move.node === node && move.from === 0 && move.to === 255)
  );
}

export function tooComplex(source: string): ApiError {
  return new ApiError(
    'too_complex_to_determinize_exception',
    `Determinizing ${source} would require more than ${MAX_STATES} effort.`,
  );
}
