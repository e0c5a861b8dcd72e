import type { NodeStats } from './cluster_shapes.js';
import { rateBetween, withPoint } from './rates.js';
import { IDLE_NODE } from './testing/node_stats.js';

function node(searches: number, documents: number): NodeStats {
  return {
    ...IDLE_NODE,
    indices: {
      ...IDLE_NODE.indices,
      indexing: { index_total: documents },
      search: { query_total: searches },
    },
  };
}

it('is what came between two looks, by the second', () => {
  const before = { atMs: 1_000, nodes: { a: node(10, 100), b: node(5, 0) } };
  const after = { atMs: 6_000, nodes: { a: node(20, 600), b: node(5, 50) } };
  expect(rateBetween(before, after)).toEqual({ atMs: 6_000, searches: 2, documents: 110 });
});

it('takes a node that came, left or began anew for nothing', () => {
  const before = { atMs: 0, nodes: { gone: node(10, 10), again: node(100, 100) } };
  const after = { atMs: 1_000, nodes: { came: node(50, 50), again: node(3, 3) } };
  expect(rateBetween(before, after)).toEqual({ atMs: 1_000, searches: 0, documents: 0 });
});

it('keeps the last points', () => {
  const point = (atMs: number) => ({ atMs, searches: 0, documents: 0 });
  const points = [1, 2, 3].reduce(
    (kept, at) => withPoint(kept, point(at), 2),
    withPoint([], undefined, 2),
  );
  expect(points.map(({ atMs }) => atMs)).toEqual([2, 3]);
  expect(rateBetween({ atMs: 1, nodes: {} }, { atMs: 1, nodes: {} })).toBeUndefined();
});
