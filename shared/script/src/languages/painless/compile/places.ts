/**
 * The position at which a failed script is reported. OpenSearch notes source positions between the
 * instructions it emits, and a failing instruction has the last position noted before it in text
 * order, whatever was executed last: `a / (b - c)` fails at `b - c`, whose position was noted after
 * that of the division. Most expressions note theirs before their operands; casts and member
 * accesses do so after them; variables and constants note none. If several positions were noted at
 * one instruction, it has the first, and the instructions after it have the last.
 */
export class Places {
  /** The start offsets of statements: the excerpt of a failed script lies between two of them. */
  readonly statements = new Set<number>();
  #state: PlaceState = NOWHERE;
  #count = 0;

  /** The number of positions noted so far. */
  get count(): number {
    return this.#count;
  }

  get state(): PlaceState {
    return this.#state;
  }

  note(at: number): void {
    this.#count++;
    const { isNew, first } = this.#state;
    this.#state = { first: isNew ? first : at, last: at, isNew: true };
  }

  /**
   * Emits an instruction and returns its offset in the source; -1 if none was noted in its
   * function.
   */
  instruction(): number {
    const { first, last, isNew } = this.#state;
    if (isNew) this.#state = { first: last, last, isNew: false };
    return isNew ? first : last;
  }

  /** Resumes an earlier state: positions noted since are not in the text, or elsewhere in it. */
  restore(state: PlaceState): void {
    this.#state = state;
  }

  /** Starts the text of another function and returns the state to restore at its end. */
  enterFunction(): PlaceState {
    const outer = this.#state;
    this.#state = NOWHERE;
    return outer;
  }
}

export interface PlaceState {
  readonly first: number;
  readonly last: number;
  /** True if a position was noted since the last instruction. */
  readonly isNew: boolean;
}

const NOWHERE: PlaceState = { first: -1, last: -1, isNew: false };
