/**
 * The known transitions of an automaton over bytes, in one array, so that a loop can follow them
 * without a call.
 */
import { takeMemory } from '../memory/request_memory.js';

export const UNKNOWN = -2;

const FIRST_STATES = 16;
/** Longer arrays are not kept for other tables. */
const MAX_SPARE_MOVES = 256 << 8;
/** The name of automata in memory errors. */
export const AUTOMATON = '<automaton>';

/**
 * Outgrown arrays of moves, by length, one of each: memory outside the heap is freed by full
 * collections only, and much of it starts one.
 */
const spare = new Map<number, Moves>();
/** The most states whose numbers fit 16 bits. */
const MAX_SHORT_STATES = 2 ** 15;

type Moves = Int16Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/** Moves of so many states, none of them known. */
function unknownMoves(states: number): Moves {
  const length = states << 8;
  const found = spare.get(length);
  spare.delete(length);
  if (found !== undefined) return found.fill(UNKNOWN);
  const moves = states > MAX_SHORT_STATES ? new Int32Array(length) : new Int16Array(length);
  return moves.fill(UNKNOWN);
}

export class ByteTable {
  /**
   * The state after `byte` is `moves[(state << 8) | byte]`: a state, `DEAD` or `UNKNOWN`. The array
   * is replaced when states are added, and must not be kept.
   */
  moves: Moves = unknownMoves(FIRST_STATES);
  /**
   * The only byte that leaves a state; -1 when there are several or it is unknown. The array is
   * replaced when states are added.
   */
  exits = new Int16Array(FIRST_STATES).fill(-1);
  #size = 0;

  constructor() {
    takeMemory(this.moves.byteLength + this.exits.byteLength, AUTOMATON);
  }

  addState(): number {
    if (this.#size << 8 === this.moves.length) {
      takeMemory(2 * (this.moves.byteLength + this.exits.byteLength), AUTOMATON);
      const outgrown = this.moves;
      this.moves = unknownMoves(2 * this.#size);
      this.moves.set(outgrown);
      if (outgrown.length <= MAX_SPARE_MOVES) spare.set(outgrown.length, outgrown);
      const exits = new Int16Array(2 * this.exits.length).fill(-1);
      exits.set(this.exits);
      this.exits = exits;
    }
    return this.#size++;
  }

  /** Finds the exit of a state whose moves are all known. */
  findExit(state: number): void {
    const { moves } = this;
    const start = state << 8;
    let first = -1;
    let last = -1;
    for (let byte = 0; byte < 256; byte++) {
      if (moves[start + byte] === state) continue;
      if (first < 0) first = byte;
      last = byte;
    }
    if (first === last) this.exits[state] = first;
  }

  get size(): number {
    return this.#size;
  }
}
