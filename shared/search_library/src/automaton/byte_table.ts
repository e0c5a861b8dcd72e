/** The transitions of an automaton over bytes as far as they are known, in one array, so that a loop can follow them without a call. */

export const UNKNOWN = -2;

const FIRST_STATES = 16;

export class ByteTable {
  /** The state after `byte` is `moves[(state << 8) | byte]`: a state, `DEAD` or `UNKNOWN`. Replaced when states are added. */
  moves = new Int32Array(FIRST_STATES << 8).fill(UNKNOWN);
  #size = 0;

  addState(): number {
    if (this.#size << 8 === this.moves.length) {
      const grown = new Int32Array(2 * this.moves.length).fill(UNKNOWN);
      grown.set(this.moves);
      this.moves = grown;
    }
    return this.#size++;
  }

  get size(): number {
    return this.#size;
  }
}
