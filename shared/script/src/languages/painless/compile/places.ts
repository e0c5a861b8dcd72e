/**
 * Where a script is said to have failed. The reference notes places of the source among the instructions it writes, and an instruction that
 * fails is at the place noted last before it in the order of the text, whatever ran last: `a / (b - c)` fails at `b - c`, whose place was
 * noted after that of the division. Most expressions note theirs before their operands, casts and what reads or writes a member after them;
 * variables and constants note none. Where several places were noted at one instruction, it is at the first of them and those after it are
 * at the last.
 */
export class Places {
  /** Where statements begin: what is shown of a script that failed lies between two of them. */
  readonly statements = new Set<number>();
  #state: PlaceState = NOWHERE;
  #count = 0;

  /** How many were noted so far. */
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

  /** An instruction is written: its offset in the source; -1 where none was noted in its function. */
  instruction(): number {
    const { first, last, isNew } = this.#state;
    if (isNew) this.#state = { first: last, last, isNew: false };
    return isNew ? first : last;
  }

  /** Goes on as from an earlier state: what was noted since is not in the text, or is elsewhere in it. */
  restore(state: PlaceState): void {
    this.#state = state;
  }

  /** Another function's text begins; the state to restore when it ends. */
  enterFunction(): PlaceState {
    const outer = this.#state;
    this.#state = NOWHERE;
    return outer;
  }
}

export interface PlaceState {
  readonly first: number;
  readonly last: number;
  /** Noted since the last instruction. */
  readonly isNew: boolean;
}

const NOWHERE: PlaceState = { first: -1, last: -1, isNew: false };
