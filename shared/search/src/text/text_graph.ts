/**
 * Analysed text whose tokens span several positions: the parts of an identifier beside the whole, synonyms of several words. Between the
 * places that all ways through the text pass lie pieces; each is a set of terms that stand for one another, or of ways of several words.
 */
import type { Token } from '@skein/analysis';
import { checkClauseCount } from '../queries/query_shard_context.js';

export interface GraphPiece {
  /** One way each; alternatives of one word are ways of one word. */
  readonly ways: readonly (readonly GraphWord[])[];
}

export interface GraphWord {
  readonly term: string;
  /** Distance from the word before: more than 1 where words were removed. */
  readonly increment: number;
}

interface Edge extends GraphWord {
  readonly from: number;
  readonly to: number;
}

/** `undefined`: every token takes one position, so that there is no graph. A piece of more than `most` ways is refused. */
export function textGraph(
  tokens: readonly Token[],
  most: number,
): readonly GraphPiece[] | undefined {
  if (tokens.every(({ positionLength }) => positionLength <= 1)) return undefined;
  const edges = edgesOf(tokens);
  const end = Math.max(...edges.map(({ to }) => to));
  const places = passedByAll(edges, end);
  return places.slice(0, -1).map((from, i) => ({
    ways: waysBetween(edges, { from, to: places[i + 1] ?? end, most }),
  }));
}

/** Removed words take no state of their own: how many there were is kept beside the word after them. */
function edgesOf(tokens: readonly Token[]): Edge[] {
  let state = -1;
  return tokens.map(({ term, positionIncrement, positionLength }) => {
    state = Math.max(0, state + Math.min(1, positionIncrement));
    return { term, increment: positionIncrement, from: state, to: state + positionLength };
  });
}

/** States that no token leaps over, in order, with the first and the last. */
function passedByAll(edges: readonly Edge[], end: number): number[] {
  const leaps = new Int32Array(end + 2);
  const begins = new Uint8Array(end + 1);
  for (const { from, to } of edges) {
    begins[from] = 1;
    leaps[from + 1] = (leaps[from + 1] as number) + 1;
    leaps[to] = (leaps[to] as number) - 1;
  }
  const places: number[] = [];
  let open = 0;
  for (let state = 0; state <= end; state++) {
    open += leaps[state] as number;
    if (open === 0 && (begins[state] === 1 || state === end)) places.push(state);
  }
  return places;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly most: number;
}

function waysBetween(edges: readonly Edge[], { from, to, most }: Stretch): GraphWord[][] {
  const inside = Map.groupBy(
    edges.filter((edge) => edge.from >= from && edge.to <= to),
    (edge) => edge.from,
  );
  const ways: GraphWord[][] = [];
  const walk = (state: number, way: readonly GraphWord[]): void => {
    if (state === to) {
      checkClauseCount(ways.length + 1, most);
      ways.push([...way]);
      return;
    }
    for (const edge of inside.get(state) ?? []) {
      // Behind another word of its own way a token stands one place further, whatever stands beside it.
      const increment = way.length === 0 ? edge.increment : Math.max(1, edge.increment);
      walk(edge.to, [...way, { term: edge.term, increment }]);
    }
  };
  walk(from, []);
  return ways;
}

/** Every way through the whole text. */
export function wholeWays(
  pieces: readonly GraphPiece[],
  most: number,
): readonly (readonly GraphWord[])[] {
  let ways: (readonly GraphWord[])[] = [[]];
  for (const piece of pieces) {
    checkClauseCount(ways.length * piece.ways.length, most);
    ways = ways.flatMap((before) =>
      piece.ways.map((way) => [
        ...before,
        ...way.map((word, i) =>
          i === 0 && before.length > 0 ? { ...word, increment: Math.max(1, word.increment) } : word,
        ),
      ]),
    );
  }
  return ways;
}
