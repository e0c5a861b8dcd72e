/** `flatten_graph`: side paths of a token graph are laid beside each other, so that an index without graphs can hold them. */
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

/** Every node moves to the length of the longest way to it. */
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
  let position = -1;
  for (const { token, from, to } of sorted) {
    token.positionIncrement = placeOf(from) - position;
    token.positionLength = Math.max(1, placeOf(to) - placeOf(from));
    position = placeOf(from);
  }
  return sorted.map((edge) => edge.token);
}
