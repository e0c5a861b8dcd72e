/**
 * Finds the terms of a dictionary that an automaton accepts. States are kept for each byte of the
 * current term, so that only the unshared bytes of the next term are read, and none if the
 * automaton died within the shared bytes. Whole blocks that begin with the bytes on which it died
 * are skipped.
 */
import { type ByteAutomaton, DEAD } from '../../../automaton/byte_automaton.js';
import { UNKNOWN } from '../../../automaton/byte_table.js';
import type { TermIntersection } from '../../../index/segment_reader.js';
import { afterPrefix } from '../../term_bounds.js';
import { BLOCK_TERMS, BlockView, MAX_BYTE, readVarint, varintBytes } from './term_block.js';
import type { TermDictionary } from './term_dictionary.js';

/** Blocks between two calls of `checkCancelled`. */
const CHECK_INTERVAL = 64;
const NOT_YET = 0x7fffffff;

/** Ordinals of the accepted terms, ascending. */
export function intersectDictionary(
  dictionary: TermDictionary,
  automaton: ByteAutomaton,
  { prefix, checkCancelled }: TermIntersection,
): number[] {
  const walk = new BlockWalk(dictionary, automaton);
  const { from, to } = blocksOf(dictionary, prefix);
  let looked = 0;
  for (let block = from; block < to; block = walk.after(block, to)) {
    if (++looked % CHECK_INTERVAL === 0) checkCancelled();
    walk.visit(block);
  }
  return walk.accepted;
}

/** The blocks that may hold terms beginning with `prefix`. */
export function blocksOf(
  dictionary: TermDictionary,
  prefix: Uint8Array,
): { from: number; to: number } {
  const beyond = afterPrefix(prefix);
  return {
    from: Math.max(0, dictionary.blockOf(prefix)),
    to: beyond === undefined ? dictionary.starts.length : dictionary.blockOf(beyond) + 1,
  };
}

class BlockWalk {
  readonly accepted: number[] = [];
  readonly #dictionary: TermDictionary;
  readonly #automaton: ByteAutomaton;
  readonly #view: BlockView;
  readonly #states: StateStack;
  /** Terms that share more bytes than this with the current one need not be read. */
  #dead = NOT_YET;
  /** All terms that share at least this many bytes are accepted. */
  #sink = NOT_YET;
  /** The last block whose first term, and with it all its other terms, died. */
  #deadBlock = -1;

  constructor(dictionary: TermDictionary, automaton: ByteAutomaton) {
    this.#dictionary = dictionary;
    this.#automaton = automaton;
    this.#view = new BlockView(dictionary.blocks);
    this.#states = new StateStack(automaton, dictionary.blocks);
  }

  visit(block: number): void {
    const { blocks, starts } = this.#dictionary;
    const view = this.#view;
    const count = this.#dictionary.termsOf(block);
    view.open(starts[block], count);
    const ordinal = block * BLOCK_TERMS;
    this.#sink = NOT_YET;
    this.#read(0, view.first, view.firstEnd, ordinal);
    let onlyFirst = this.#dead !== NOT_YET;
    const { shared: sharedAt, lengths: lengthsAt } = view;
    let { rest } = view;
    let dead = this.#dead;
    for (let i = 0; i < count - 1; i++) {
      const shared = blocks[sharedAt + i];
      let length = blocks[lengthsAt + i];
      if (length === MAX_BYTE) {
        const more = readVarint(blocks, rest);
        rest += varintBytes(more);
        length += more;
      }
      if (shared <= dead) {
        if (shared >= this.#sink) {
          this.accepted.push(ordinal + i + 1);
        } else {
          this.#read(shared, rest, Math.min(rest + length, blocks.length), ordinal + i + 1);
          dead = this.#dead;
          onlyFirst = false;
        }
      }
      rest += length;
    }
    this.#deadBlock = onlyFirst ? block : -1;
  }

  /** The next block to visit. */
  after(block: number, to: number): number {
    let next = block + 1;
    if (this.#deadBlock !== block) return next;
    // All terms of a block die like those before it if the block after it begins with the bytes on
    // which they died.
    for (let step = 1; next + step < to && this.#diesAs(block, next + step); step *= 2)
      next += step;
    while (next + 1 < to && this.#diesAs(block, next + 1)) next++;
    return next;
  }

  /** True if two blocks begin with the same bytes, as far as the automaton read. */
  #diesAs(block: number, other: number): boolean {
    const { blocks, starts } = this.#dictionary;
    const view = this.#view;
    view.openFirst(starts[block]);
    const own = view.first;
    view.openFirst(starts[other]);
    const wanted = this.#dead + 1;
    if (view.firstEnd - view.first < wanted) return false;
    let i = 0;
    while (i < wanted && blocks[own + i] === blocks[view.first + i]) i++;
    return i === wanted;
  }

  /** Runs the automaton over a term whose first `shared` bytes are those of its predecessor. */
  #read(shared: number, from: number, to: number, ordinal: number): void {
    const automaton = this.#automaton;
    const length = shared + to - from;
    if (this.#sink > shared) this.#sink = NOT_YET;
    const read = this.#states.run(shared, from, to);
    this.#dead = read < to - from ? shared + read : NOT_YET;
    if (this.#dead !== NOT_YET || !automaton.accepts(this.#states.top())) return;
    this.accepted.push(ordinal);
    this.#sink = this.#states.sinkDepth(length);
  }
}

/**
 * The states along a term, recorded only where they change. Most bytes of most terms leave a
 * pattern in its current state, and a loop that stores nothing for them need not wait for one
 * look-up before the next.
 */
class StateStack {
  readonly #automaton: ByteAutomaton;
  readonly #bytes: Uint8Array;
  /** The state is `states[i]` from byte `depths[i]` on. */
  #depths = new Int32Array(64);
  #states = new Int32Array(64);
  #size = 1;
  /** The place of the first `#exit` byte at or after `#exitFrom`. */
  #exit = -1;
  #exitFrom = 0;
  #exitAt = 0;

  constructor(automaton: ByteAutomaton, bytes: Uint8Array) {
    this.#automaton = automaton;
    this.#bytes = bytes;
  }

  top(): number {
    return this.#states[this.#size - 1];
  }

  /**
   * Reads `bytes[from … to)` starting in the state before byte `depth` of a term. Returns how many
   * bytes were read before the one that leads to `DEAD`.
   */
  run(depth: number, from: number, to: number): number {
    const automaton = this.#automaton;
    const bytes = this.#bytes;
    while (this.#depths[this.#size - 1] > depth) this.#size--;
    let { moves, exits } = automaton.table;
    let state = this.#states[this.#size - 1];
    for (let at = from; at < to; at++) {
      if (exits[state] >= 0) {
        at = this.#find(exits[state], at);
        if (at >= to) break;
      }
      const byte = bytes[at];
      let next = moves[(state << 8) | byte];
      if (next === state) continue;
      if (next === UNKNOWN) {
        next = automaton.step(state, byte);
        ({ moves, exits } = automaton.table);
        if (next === state) continue;
      }
      if (next === DEAD) return at - from;
      this.#push(depth + at - from + 1, next);
      state = next;
    }
    return to - from;
  }

  /**
   * The first place of the byte from `from` on, possibly beyond the term. The result is kept
   * because the rest of the next term follows in the same bytes.
   */
  #find(exit: number, from: number): number {
    const bytes = this.#bytes;
    if (exit === this.#exit && from >= this.#exitFrom && from <= this.#exitAt) return this.#exitAt;
    let at = from;
    while (at < bytes.length && bytes[at] !== exit) at++;
    this.#exit = exit;
    this.#exitFrom = from;
    this.#exitAt = at;
    return at;
  }

  /**
   * The least depth from which on everything that follows is accepted; `NOT_YET` when the top state
   * does not accept everything.
   */
  sinkDepth(depth: number): number {
    let sink = NOT_YET;
    for (let i = this.#size - 1; i >= 0; i--) {
      if (!this.#automaton.acceptsAll(this.#states[i])) break;
      sink = Math.min(depth, this.#depths[i]);
    }
    return sink;
  }

  #push(depth: number, state: number): void {
    if (this.#size === this.#depths.length) {
      this.#depths = doubled(this.#depths);
      this.#states = doubled(this.#states);
    }
    this.#depths[this.#size] = depth;
    this.#states[this.#size++] = state;
  }
}

function doubled(values: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(2 * values.length);
  grown.set(values);
  return grown;
}
