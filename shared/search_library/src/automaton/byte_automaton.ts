/**
 * A deterministic automaton over the bytes of UTF-8 terms, determinised as it is walked. States are numbers; `start` is 0 and
 * `DEAD` is the one from which nothing is accepted.
 */
export const DEAD = -1;

export interface ByteAutomaton {
  /** The state after `byte`, or `DEAD`. */
  step(state: number, byte: number): number;
  accepts(state: number): boolean;
}

/** Nodes of a non-deterministic automaton; node 0 is the start. Epsilon moves are not needed: builders resolve them. */
export interface ByteNode {
  readonly accepting: boolean;
  /** Inclusive byte ranges with the nodes they lead to. */
  readonly moves: readonly { readonly from: number; readonly to: number; readonly node: number }[];
}

const UNKNOWN = -2;

/** Subset construction on demand: only the states that terms reach are built. */
export function determinise(
  nodes: readonly ByteNode[],
  startNodes: readonly number[],
): ByteAutomaton {
  const numbers = new Map<string, number>();
  const subsets: (readonly number[])[] = [];
  const transitions: Int32Array[] = [];

  const stateOf = (subset: Iterable<number>): number => {
    const sorted = [...new Set(subset)].sort((a, b) => a - b);
    if (sorted.length === 0) return DEAD;
    const key = sorted.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, subsets.length);
    transitions.push(new Int32Array(256).fill(UNKNOWN));
    return subsets.push(sorted) - 1;
  };
  const successors = function* (state: number, byte: number): Generator<number> {
    for (const node of subsets[state] as readonly number[]) {
      for (const move of (nodes[node] as ByteNode).moves) {
        if (byte >= move.from && byte <= move.to) yield move.node;
      }
    }
  };
  stateOf(startNodes);
  return {
    step(state, byte) {
      const row = transitions[state] as Int32Array;
      if (row[byte] === UNKNOWN) row[byte] = stateOf(successors(state, byte));
      return row[byte] as number;
    },
    accepts: (state) =>
      (subsets[state] as readonly number[]).some((node) => (nodes[node] as ByteNode).accepting),
  };
}
