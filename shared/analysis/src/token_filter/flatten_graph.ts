/**
 * `flatten_graph`: lays side paths of a token graph beside each other, so that an index without
 * graphs can hold them.
 */
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';

export const FLATTEN_GRAPH: TokenFilterType = {
  name: 'flatten_graph',
  create: () => ({
    name: 'flatten_graph',
    apply: (batch) => {
      batch.tokens = flatten(batch.tokens);
    },
  }),
};

interface Edge {
  readonly token: Token;
  readonly from: number;
  readonly to: number;
}

/** Moves every node to the length of the longest path to it. */
function flatten(tokens: readonly Token[]): Token[] {
  const edges: Edge[] = [];
  let node = -1;
  for (const token of tokens) {
    node += token.positionIncrement;
    edges.push({ token, from: node, to: node + token.positionLength });
  }
  const incoming = new Map<number, number[]>();
  for (const edge of edges) {
    const list = incoming.get(edge.to);
    if (list) list.push(edge.from);
    else incoming.set(edge.to, [edge.from]);
  }
  const nodes = [...new Set(edges.flatMap((edge) => [edge.from, edge.to]))].sort((a, b) => a - b);
  const places = new Map<number, number>();
  let before = { node: 0, place: 0 };
  for (const current of nodes) {
    const sources = incoming.get(current);
    const place = sources
      ? Math.max(...sources.map((source) => (places.get(source) ?? 0) + 1))
      : before.place + current - before.node;
    places.set(current, place);
    before = { node: current, place };
  }
  const placeOf = (at: number) => places.get(at) ?? at;
  const sorted = edges.toSorted((a, b) => placeOf(a.from) - placeOf(b.from));
  setOffsets(sorted, placeOf);
  let position = -1;
  for (const { token, from, to } of sorted) {
    token.positionIncrement = placeOf(from) - position;
    token.positionLength = Math.max(1, placeOf(to) - placeOf(from));
    position = placeOf(from);
  }
  return sorted.map((edge) => edge.token);
}

/**
 * Gives tokens that begin or end at one node one offset: the highest of their start offsets, the
 * lowest of their end offsets.
 */
function setOffsets(edges: readonly Edge[], placeOf: (node: number) => number): void {
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const { token, from, to } of edges) {
    const [start, end] = [placeOf(from), placeOf(to)];
    starts.set(start, Math.max(starts.get(start) ?? 0, token.startOffset));
    ends.set(end, Math.min(ends.get(end) ?? token.endOffset, token.endOffset));
  }
  let before = 0;
  for (const { token, from, to } of edges) {
    token.startOffset = Math.max(before, starts.get(placeOf(from)) ?? 0);
    token.endOffset = Math.max(token.startOffset, ends.get(placeOf(to)) ?? 0);
    before = token.startOffset;
  }
}
