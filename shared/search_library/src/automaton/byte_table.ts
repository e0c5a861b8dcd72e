/**
 * The known transitions of an automaton over bytes, in one array, so that a loop can follow them
 * without a call.
 */
import { takeMemory } from '../memory/request_memory.js';

export const UNKNOWN = -2;

const FIRST_STATES = 32;
/** The name of automata in memory errors. */
export const AUTOMATON = '<automaton>';

export class ByteTable {
  /**
   * The state after `byte` is `moves[(state << 8) | byte]`: a state, `DEAD` or `UNKNOWN`. The array
   * is replaced when states are added.
   */
  moves = new Int32Array(FIRST_STATES << 8).fill(UNKNOWN);
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
      const grown = new Int32Array(2 * this.moves.length).fill(UNKNOWN);
      grown.set(this.moves);
      this.moves = grown;
      const exits = new Int16Array(2 * this.exits.length).fill(-1);
      exits.set(this.exits);
      this.exits = exits;
    }
    return this.#size++;
  }

  /** Finds the exit of a state whose moves are all known. */
  findExit(state: number): void {
    const row = this.moves.subarray(state << 8, (state + 1) << 8);
    const first = row.findIndex((target) => target !== state);
    const last = row.findLastIndex((target) => target !== state);
    if (first === last) this.exits[state] = first;
  }

  get size(): number {
    return this.#size;
  }
}
