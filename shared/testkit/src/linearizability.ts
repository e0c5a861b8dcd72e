/**
 * Checks whether a history of concurrent operations on one object is linearizable: whether each
 * could have happened at one moment between its call and its answer, in an order that explains all
 * answers (Herlihy and Wing, 1990). The search is that of Wing and Gong with Lowe's memory of
 * configurations ("Testing for Linearizability", 2017): operations that may come next are tried in
 * turn, and no set of operations is tried twice from the same state.
 *
 * Objects are independent of each other, so a history of many is checked object by object.
 */

export interface Operation<Input, Output> {
  readonly input: Input;
  /**
   * The answer; `undefined` when the outcome is unknown: the operation may have happened at any
   * time after its call, or never.
   */
  readonly output: Output | undefined;
  /** The time of the call, on one clock for all operations of the history. */
  readonly calledAt: number;
  /** The time of the answer; without meaning when there is no output. */
  readonly answeredAt: number;
}

/** The behaviour of the object when operations come one after another. */
export interface SequentialModel<State, Input, Output> {
  readonly initial: State;
  /**
   * Returns the state after the operation; `undefined` when this answer cannot come from this
   * state. Without an output any outcome is allowed.
   */
  step(
    state: State,
    input: Input,
    output: Output | undefined,
  ): { readonly state: State } | undefined;
  /** A key that is equal for equal states. */
  key(state: State): string;
}

export type Verdict<Input, Output> =
  | { readonly linearizable: true }
  /**
   * `stuck` has the operations of which none can come next after the longest order that was found.
   */
  | { readonly linearizable: false; readonly stuck: readonly Operation<Input, Output>[] };

interface Entry<Input, Output> {
  readonly operation: Operation<Input, Output>;
  readonly index: number;
  readonly endsAt: number;
}

/** A tried operation, to be taken back when it leads to no order. */
interface Taken<State> {
  readonly place: number;
  readonly before: State;
}

export function checkLinearizable<State, Input, Output>(
  history: readonly Operation<Input, Output>[],
  model: SequentialModel<State, Input, Output>,
): Verdict<Input, Output> {
  return new Search(history, model).run();
}

class Search<State, Input, Output> {
  readonly #model: SequentialModel<State, Input, Output>;
  /** The operations, sorted by the time of the call. */
  readonly #entries: readonly Entry<Input, Output>[];
  readonly #isTaken: boolean[];
  readonly #taken: Taken<State>[] = [];
  readonly #tried = new Set<string>();
  /** Operations with an answer that are still to be explained. */
  #open: number;
  #longest = -1;
  #stuck: readonly Operation<Input, Output>[] = [];

  constructor(
    history: readonly Operation<Input, Output>[],
    model: SequentialModel<State, Input, Output>,
  ) {
    this.#model = model;
    this.#entries = [...history]
      .sort((a, b) => a.calledAt - b.calledAt)
      .map((operation, index) => ({
        operation,
        index,
        endsAt: operation.output === undefined ? Number.POSITIVE_INFINITY : operation.answeredAt,
      }));
    this.#isTaken = this.#entries.map(() => false);
    this.#open = history.filter(({ output }) => output !== undefined).length;
  }

  run(): Verdict<Input, Output> {
    let state = this.#model.initial;
    let from = 0;
    for (;;) {
      if (this.#open === 0) return { linearizable: true };
      const next = this.#next(state, from);
      if (next !== undefined) {
        this.#take(next.place, state);
        state = next.state;
        from = 0;
        continue;
      }
      if (from === 0) this.#remember();
      const last = this.#taken.pop();
      if (last === undefined) return { linearizable: false, stuck: this.#stuck };
      this.#giveBack(last.place);
      state = last.before;
      from = last.place + 1;
    }
  }

  /** The first operation from this place on that can come now and leads to something new. */
  #next(state: State, from: number): { readonly place: number; readonly state: State } | undefined {
    const horizon = this.#firstEnd();
    for (let place = from; place < this.#entries.length; place++) {
      const entry = this.#entries[place] as Entry<Input, Output>;
      if (entry.operation.calledAt > horizon) return undefined;
      if (this.#isTaken[place]) continue;
      const { input, output } = entry.operation;
      const after = this.#model.step(state, input, output);
      if (after === undefined) continue;
      this.#isTaken[place] = true;
      const isNew = this.#isNew(after.state);
      this.#isTaken[place] = false;
      if (isNew) return { place, state: after.state };
    }
    return undefined;
  }

  /**
   * The earliest answer of an operation that is not yet taken: an operation that was called after
   * it cannot come next.
   */
  #firstEnd(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { endsAt, index } of this.#entries) {
      if (!this.#isTaken[index] && endsAt < first) first = endsAt;
    }
    return first;
  }

  #isNew(state: State): boolean {
    const taken = this.#entries.flatMap(({ index }) => (this.#isTaken[index] ? [index] : []));
    const configuration = `${taken.join(',')}|${this.#model.key(state)}`;
    if (this.#tried.has(configuration)) return false;
    this.#tried.add(configuration);
    return true;
  }

  #take(place: number, before: State): void {
    this.#isTaken[place] = true;
    this.#taken.push({ place, before });
    if (this.#entries[place]?.operation.output !== undefined) this.#open--;
  }

  #giveBack(place: number): void {
    this.#isTaken[place] = false;
    if (this.#entries[place]?.operation.output !== undefined) this.#open++;
  }

  #remember(): void {
    if (this.#taken.length <= this.#longest) return;
    this.#longest = this.#taken.length;
    const horizon = this.#firstEnd();
    this.#stuck = this.#entries
      .filter(({ index, operation }) => !this.#isTaken[index] && operation.calledAt <= horizon)
      .map(({ operation }) => operation);
  }
}
