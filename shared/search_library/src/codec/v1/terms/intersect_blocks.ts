/**
 * The terms of a dictionary that an automaton accepts. States are kept for each byte of the term at hand, so that of the next term only the
 * bytes that it does not share are read; when the automaton died within the shared bytes, not even those. Whole blocks that begin
 * with the bytes it died of are leapt over.
 */
import { type ByteAutomaton, DEAD } from '../../../automaton/byte_automaton.js';
import { UNKNOWN } from '../../../automaton/byte_table.js';
import type { TermIntersection } from '../../../index/segment_reader.js';
import { afterPrefix } from '../../term_bounds.js';
import {
  BLOCK_TERMS,
  BlockView,
  commonPrefix,
  MAX_BYTE,
  readVarint,
  varintBytes,
} from './term_block.js';
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

/** The blocks that may hold terms which begin with `prefix`. */
function blocksOf(dictionary: TermDictionary, prefix: Uint8Array): { from: number; to: number } {
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
  /** The term at hand, as far as it was read. */
  #term = new Uint8Array(64);
  /** `states[i]`: the state before byte i of the term at hand. */
  #states = new Int32Array(65);
  /** Terms that share more bytes than this with the one at hand need not be read: */
  #dead = -1;
  /** all that share at least so many are accepted. */
  #sink = NOT_YET;

  constructor(dictionary: TermDictionary, automaton: ByteAutomaton) {
    this.#dictionary = dictionary;
    this.#automaton = automaton;
    this.#view = new BlockView(dictionary.blocks);
    if (automaton.acceptsAll(0)) this.#sink = 0;
    this.#dead = NOT_YET;
  }

  visit(block: number): void {
    const { blocks, starts } = this.#dictionary;
    const view = this.#view;
    const count = this.#dictionary.termsOf(block);
    view.open(starts[block], count);
    const ordinal = block * BLOCK_TERMS;
    this.#read(0, view.first, view.firstEnd, ordinal);
    let rest = view.rest;
    for (let i = 1; i < count; i++) {
      const shared = blocks[view.shared + i - 1];
      let length = blocks[view.lengths + i - 1];
      if (length === MAX_BYTE) {
        const more = readVarint(blocks, rest);
        rest += varintBytes(more);
        length += more;
      }
      if (shared >= this.#sink) this.accepted.push(ordinal + i);
      else if (shared <= this.#dead) this.#read(shared, rest, rest + length, ordinal + i);
      rest += length;
    }
  }

  /** The block to look at next. */
  after(block: number, to: number): number {
    let next = block + 1;
    if (this.#dead === NOT_YET) return next;
    // All terms of a block are as dead as the last one when the block after it begins as that does.
    for (let step = 1; next + step < to && this.#diesAs(next + step); step *= 2) next += step;
    while (next + 1 < to && this.#diesAs(next + 1)) next++;
    return next;
  }

  /** Whether the first term of a block begins with the bytes the automaton died of. */
  #diesAs(block: number): boolean {
    const view = this.#view;
    view.openFirst(this.#dictionary.starts[block]);
    const { blocks } = this.#dictionary;
    const wanted = this.#dead + 1;
    return commonPrefix(blocks, view.first, view.firstEnd, this.#term, wanted) === wanted;
  }

  /** Runs the automaton over the term whose first `shared` bytes are those of the one before. */
  #read(shared: number, from: number, to: number, ordinal: number): void {
    const { blocks } = this.#dictionary;
    const automaton = this.#automaton;
    const length = shared + to - from;
    if (length > this.#term.length) this.#grow(length);
    const term = this.#term;
    const states = this.#states;
    this.#dead = NOT_YET;
    if (this.#sink > shared) this.#sink = automaton.acceptsAll(states[0]) ? 0 : NOT_YET;
    let { moves } = automaton.table;
    let state = states[shared];
    for (let at = from, i = shared; at < to; at++, i++) {
      const byte = blocks[at];
      term[i] = byte;
      let next = moves[(state << 8) | byte];
      if (next === UNKNOWN) {
        next = automaton.step(state, byte);
        moves = automaton.table.moves;
      }
      if (next === DEAD) {
        this.#dead = i;
        return;
      }
      states[i + 1] = next;
      state = next;
    }
    if (!automaton.accepts(state)) return;
    this.accepted.push(ordinal);
    let all = length;
    if (!automaton.acceptsAll(states[all])) return;
    while (all > 0 && automaton.acceptsAll(states[all - 1])) all--;
    this.#sink = all;
  }

  #grow(length: number): void {
    const term = new Uint8Array(2 * length);
    term.set(this.#term);
    this.#term = term;
    const states = new Int32Array(2 * length + 1);
    states.set(this.#states);
    this.#states = states;
  }
}
