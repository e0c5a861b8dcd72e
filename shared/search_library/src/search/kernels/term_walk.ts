/**
 * Finds the terms of a dictionary that an automaton accepts with a kernel, which asks for unknown
 * moves of the automaton.
 */
import type { ByteAutomaton } from '../../automaton/byte_automaton.js';
import { UNKNOWN } from '../../automaton/byte_table.js';
import type { SegmentReader, SortedTerms, TermIntersection } from '../../index/segment_reader.js';
import {
  ACCEPTS,
  ACCEPTS_ALL,
  MAX_WALK_STATES,
  W_BLOCK,
  W_BLOCKS,
  W_BYTE,
  W_END,
  W_EXIT,
  W_EXITS,
  W_FLAGS,
  W_FOUND,
  W_MOVES,
  W_SIZE,
  W_STACK,
  W_STARTS,
  W_STATE,
  W_TERMS,
  W_TO,
  WALK,
  WALK_ASKS,
  WALK_DONE,
} from '../../kernels/walk_layout.js';
import { guarded } from './guarded.js';
import type { Kernels } from './kernels.js';

export interface TermWalk {
  readonly kernels: Kernels;
  readonly segment: SegmentReader;
  readonly terms: SortedTerms;
}

/** Ordinals of the accepted terms, ascending; `undefined`: they must be found without a kernel. */
export function termsByKernel(
  { kernels, segment, terms }: TermWalk,
  automaton: ByteAutomaton,
  { prefix, checkCancelled }: TermIntersection,
): number[] | undefined {
  const { memory } = segment;
  if (memory === undefined || terms.blocks === undefined) return undefined;
  if (segment.maxDoc < kernels.minDocs) return undefined;
  const { bytes, starts, from, to } = terms.blocks(prefix);
  if (bytes.buffer !== memory.buffer || starts.buffer !== memory.buffer) return undefined;
  const functions = kernels.over(memory);
  const walk = kernels.lane + WALK;
  const view = new DataView(memory.buffer, walk);
  view.setUint32(W_BLOCKS, bytes.byteOffset, true);
  view.setUint32(W_END, bytes.byteOffset + bytes.length, true);
  view.setUint32(W_STARTS, starts.byteOffset, true);
  view.setInt32(W_SIZE, terms.size, true);
  view.setInt32(W_BLOCK, from, true);
  view.setInt32(W_TO, to, true);
  view.setInt32(W_FOUND, 0, true);
  view.setInt32(W_EXIT, -1, true);
  view.setInt16(W_STACK, 0, true);
  const table = new LaneTable(automaton, view);
  const walkOn = (): number => functions.walkTerms(walk);
  const accepted: number[] = [];
  for (;;) {
    if (!table.update()) return undefined;
    const end = guarded(segment.name, 'terms', walkOn);
    if (end === WALK_ASKS) {
      // Found terms stay in the lane: the kernel adds to them.
      table.learn(view.getInt32(W_STATE, true), view.getInt32(W_BYTE, true));
      continue;
    }
    const found = new Int32Array(memory.buffer, walk + W_TERMS, view.getInt32(W_FOUND, true));
    for (let i = 0; i < found.length; i++) accepted.push(found[i]);
    if (end === WALK_DONE) return accepted;
    view.setInt32(W_FOUND, 0, true);
    checkCancelled();
  }
}

/** The known part of an automaton in the form that the kernel reads. */
class LaneTable {
  readonly #automaton: ByteAutomaton;
  readonly #moves: Int16Array;
  readonly #exits: Int16Array;
  readonly #flags: Uint8Array;
  /** Number of states in the lane. */
  #size = 0;

  constructor(automaton: ByteAutomaton, { buffer, byteOffset }: DataView) {
    this.#automaton = automaton;
    this.#moves = new Int16Array(buffer, byteOffset + W_MOVES, MAX_WALK_STATES << 8);
    this.#exits = new Int16Array(buffer, byteOffset + W_EXITS, MAX_WALK_STATES);
    this.#flags = new Uint8Array(buffer, byteOffset + W_FLAGS, MAX_WALK_STATES);
  }

  /**
   * Adds the new states; `false` when there is no room for them. The first time, they come with
   * their moves, which another segment may have asked for; later ones are new to the automaton too.
   */
  update(): boolean {
    const { size, moves, exits } = this.#automaton.table;
    if (size > MAX_WALK_STATES) return false;
    const known = this.#size;
    for (let state = known; state < size; state++) {
      const accepts = this.#automaton.accepts(state);
      const all = accepts && this.#automaton.acceptsAll(state);
      this.#flags[state] = (accepts ? ACCEPTS : 0) | (all ? ACCEPTS_ALL : 0);
    }
    if (known === 0) {
      this.#moves.set(moves.subarray(0, size << 8));
      this.#exits.set(exits.subarray(0, size));
    } else if (known < size) {
      this.#moves.fill(UNKNOWN, known << 8, size << 8);
      this.#exits.fill(-1, known, size);
    }
    this.#size = size;
    return true;
  }

  /** Computes a move, and copies all moves of its state that are known by then. */
  learn(state: number, byte: number): void {
    this.#automaton.step(state, byte);
    const { moves, exits } = this.#automaton.table;
    this.#moves.set(moves.subarray(state << 8, (state + 1) << 8), state << 8);
    this.#exits[state] = exits[state];
  }
}
