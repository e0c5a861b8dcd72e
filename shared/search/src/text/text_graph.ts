/**
 * Analysed text whose tokens span several positions: parts of an identifier beside the whole, or
 * multi-word synonyms. The positions that all paths pass divide the text into pieces; each piece is
 * a set of alternative terms, or of paths of several words.
 */

import type { Token } from '@skein/analysis';
import { checkClauseCount } from '@skein/mapping';

export interface GraphPiece {
  /** The paths of the piece; alternatives of one word are paths of one word. */
  readonly ways: readonly (readonly GraphWord[])[];
}

export interface GraphWord {
  readonly term: string;
  /** The distance from the previous word: more than 1 if words were removed. */
  readonly increment: number;
}

interface Edge extends GraphWord {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns `undefined` if every token takes one position, so that there is no graph. A piece with
 * more than `most` paths is refused.
 */
export function textGraph(
  tokens: readonly Token[],
  most: number,
): readonly GraphPiece[] | undefined {
  if (tokens.every(({ positionLength }) => positionLength <= 1)) return undefined;
  const edges = edgesOf(tokens);
  const end = edges.reduce((last, { to }) => Math.max(last, to), 0);
  const places = passedByAll(edges, end);
  const following = Map.groupBy(edges, ({ from }) => from);
  return places.slice(0, -1).map((from, i) => ({
    ways: waysBetween(following, { from, to: places[i + 1] ?? end, most }),
  }));
}

/**
 * States are numbered without removed words, whose number is in the increment of the word after
 * them.
 */
function edgesOf(tokens: readonly Token[]): Edge[] {
  let state = -1;
  return tokens.map(({ term, positionIncrement, positionLength }) => {
    state = Math.max(0, state + Math.min(1, positionIncrement));
    return { term, increment: positionIncrement, from: state, to: state + positionLength };
  });
}

/** The states that no token skips, in order, including the first and the last. */
function passedByAll(edges: readonly Edge[], end: number): number[] {
  const leaps = new Int32Array(end + 2);
  const begins = new Uint8Array(end + 1);
  for (const { from, to } of edges) {
    begins[from] = 1;
    leaps[from + 1] = (leaps[from + 1] ?? 0) + 1;
    leaps[to] = (leaps[to] ?? 0) - 1;
  }
  const places: number[] = [];
  let open = 0;
  for (let state = 0; state <= end; state++) {
    open += leaps[state] ?? 0;
    if (open === 0 && (begins[state] === 1 || state === end)) places.push(state);
  }
  return places;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly most: number;
}

/** The paths from one place to the next. No token skips the next place, so all paths reach it. */
function waysBetween(
  following: ReadonlyMap<number, readonly Edge[]>,
  { from, to, most }: Stretch,
): GraphWord[][] {
  const ways: GraphWord[][] = [];
  const walk = (state: number, way: readonly GraphWord[]): void => {
    if (state === to) {
      checkClauseCount(ways.length + 1, most);
      ways.push([...way]);
      return;
    }
    for (const edge of following.get(state) ?? []) {
      // After another word of the same path a token is one position further, regardless of its
      // alternatives.
      const increment = way.length === 0 ? edge.increment : Math.max(1, edge.increment);
      walk(edge.to, [...way, { term: edge.term, increment }]);
    }
  };
  walk(from, []);
  return ways;
}

/** All paths through the whole text. */
export function wholeWays(
  pieces: readonly GraphPiece[],
  most: number,
): readonly (readonly GraphWord[])[] {
  let ways: GraphWord[][] = [[]];
  for (const piece of pieces) {
    checkClauseCount(ways.length * piece.ways.length, most);
    const [only] = piece.ways;
    // Most pieces have one way, and copies of all words before each would take square time.
    if (piece.ways.length === 1 && only) for (const way of ways) way.push(...after(way, only));
    else ways = ways.flatMap((way) => piece.ways.map((next) => [...way, ...after(way, next)]));
  }
  return ways;
}

function after(before: readonly GraphWord[], way: readonly GraphWord[]): readonly GraphWord[] {
  return way.map((word, i) =>
    i === 0 && before.length > 0 ? { ...word, increment: Math.max(1, word.increment) } : word,
  );
}
