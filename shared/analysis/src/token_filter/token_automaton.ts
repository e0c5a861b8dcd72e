/**
 * Turns a graph of tokens into an automaton of bytes, as Lucene's `TokenStreamToAutomaton` does: it
 * accepts the text of each path through the tokens, with a separator between two tokens.
 */
import type { TokenBatch } from '../component.js';

/**
 * Labels between tokens, and in place of a missing one. An equal byte of a token has the same
 * meaning.
 */
const SEPARATOR = 0x1f;
const HOLE = 0x1e;

export interface Arc {
  readonly label: number;
  readonly to: number;
}

/** State 0 is the start. There are no loops. */
export interface ByteAutomaton {
  readonly arcs: readonly (readonly Arc[])[];
  readonly accepts: readonly boolean[];
}

export interface GraphOptions {
  /** A UTF-16 unit; `undefined` puts nothing between two tokens. */
  readonly separator: number | undefined;
  /** True when a position without a token becomes a hole between two separators. */
  readonly keepsHoles: boolean;
}

export function tokenAutomaton(batch: TokenBatch, options: GraphOptions): ByteAutomaton {
  const graph = new GraphBuilder(options.separator);
  let position = -1;
  for (const token of batch.tokens) {
    const increment = options.keepsHoles
      ? token.positionIncrement
      : Math.min(1, token.positionIncrement);
    if (increment > 0) {
      position += increment;
      graph.leave(position, increment);
    }
    graph.addToken(token.term, position, position + token.positionLength);
  }
  graph.finish(position, options.keepsHoles ? batch.trailingIncrement : 0);
  return withoutMarks(graph.arcs, graph.accepts, options.separator);
}

/** The states where tokens end and begin at a position; -1 while there is none. */
interface Position {
  arriving: number;
  leaving: number;
}

class GraphBuilder {
  readonly arcs: Arc[][] = [[]];
  readonly accepts: boolean[] = [false];
  readonly #positions = new Map<number, Position>();
  readonly #escaped: number | undefined;
  #last = -1;

  constructor(separator: number | undefined) {
    this.#escaped = separator === undefined ? undefined : separator & 0xff;
  }

  leave(position: number, increment: number): void {
    const at = this.#at(position);
    if (at.arriving < 0) {
      at.leaving = position === 0 ? 0 : this.#state();
      if (position > 0) this.#addHoles(position);
      return;
    }
    at.leaving = this.#state();
    this.#arc(at.arriving, SEPARATOR, at.leaving);
    if (increment > 1) this.#addHoles(position);
  }

  addToken(term: string, from: number, to: number): void {
    const end = this.#at(to);
    if (end.arriving < 0) end.arriving = this.#state();
    const bytes = this.#spelled(term);
    let state = this.#at(from).leaving;
    bytes.forEach((byte, index) => {
      const next = index === bytes.length - 1 ? end.arriving : this.#state();
      this.#arc(state, byte, next);
      state = next;
    });
  }

  /**
   * Marks the accepting states. `trailing` counts positions without a token behind the last one.
   */
  finish(last: number, trailing: number): void {
    const end = trailing > 0 ? this.#trailingHoles(trailing) : undefined;
    for (let position = last + 1; position <= this.#last; position++) {
      const { arriving } = this.#at(position);
      if (arriving < 0) continue;
      if (end === undefined) this.accepts[arriving] = true;
      else this.#arc(arriving, SEPARATOR, end);
    }
  }

  #trailingHoles(count: number): number {
    const first = this.#state();
    let state = first;
    for (let left = count; ; left--) {
      const behind = this.#state();
      this.#arc(state, HOLE, behind);
      if (left === 1) {
        this.accepts[behind] = true;
        return first;
      }
      state = this.#state();
      this.#arc(behind, SEPARATOR, state);
    }
  }

  /** Joins a position where no token ends with those before it. */
  #addHoles(position: number): void {
    for (let at = position; at > 0; at--) {
      const here = this.#at(at);
      const before = this.#at(at - 1);
      if (here.arriving >= 0 && before.leaving >= 0) return;
      if (here.arriving < 0) {
        here.arriving = this.#state();
        this.#arc(here.arriving, SEPARATOR, here.leaving);
      }
      if (before.leaving < 0) {
        before.leaving = at === 1 ? 0 : this.#state();
        if (before.arriving >= 0) this.#arc(before.arriving, SEPARATOR, before.leaving);
      }
      this.#arc(before.leaving, HOLE, here.arriving);
    }
  }

  #at(position: number): Position {
    const known = this.#positions.get(position);
    if (known) return known;
    const made = { arriving: -1, leaving: -1 };
    this.#positions.set(position, made);
    this.#last = Math.max(this.#last, position);
    return made;
  }

  /** The bytes of a term; a separator inside it is written twice. */
  #spelled(term: string): number[] {
    const bytes = [...new TextEncoder().encode(term)];
    return bytes.flatMap((byte) => (byte === this.#escaped ? [byte, byte] : [byte]));
  }

  #state(): number {
    this.accepts.push(false);
    return this.arcs.push([]) - 1;
  }

  #arc(from: number, label: number, to: number): void {
    this.arcs[from].push({ label, to });
  }
}

/**
 * Replaces separators by the user's separator. Where that is nothing, and at holes, a state takes
 * the arcs of the next one.
 */
function withoutMarks(
  arcs: readonly (readonly Arc[])[],
  given: readonly boolean[],
  separator: number | undefined,
): ByteAutomaton {
  const accepts = [...given];
  const made: Arc[][] = arcs.map(() => []);
  for (const state of fromTheEnd(arcs)) {
    const own = made[state];
    for (const { label, to } of arcs[state]) {
      const written = label === SEPARATOR ? separator : label;
      if (label === HOLE || written === undefined) {
        own.push(...made[to]);
        if (accepts[to] === true) accepts[state] = true;
      } else own.push({ label: written, to });
    }
  }
  return { arcs: made, accepts };
}

/** The states in an order that puts each after those that its arcs lead to. */
function fromTheEnd(arcs: readonly (readonly Arc[])[]): number[] {
  const order: number[] = [];
  const seen = new Uint8Array(arcs.length);
  const next = new Uint32Array(arcs.length);
  for (let root = 0; root < arcs.length; root++) {
    const stack = seen[root] === 0 ? [root] : [];
    seen[root] = 1;
    while (stack.length > 0) {
      const state = stack[stack.length - 1];
      const arc = arcs[state][next[state]];
      if (arc === undefined) {
        order.push(state);
        stack.pop();
        continue;
      }
      next[state] = next[state] + 1;
      if (seen[arc.to] !== 0) continue;
      seen[arc.to] = 1;
      stack.push(arc.to);
    }
  }
  return order;
}
