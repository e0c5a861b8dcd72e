/** A line as part of a query; it has no inside. */
import { boxOf, type Component, withinByEdges } from './component.js';
import { EdgeTree } from './edge_tree.js';
import type { Coordinates } from './geometry.js';
import { pointInTriangle } from './plane.js';

export function lineComponent(line: Coordinates): Component {
  const tree = new EdgeTree([line]);
  const [x, y] = line;
  return {
    ...boxOf(line),
    contains: (px, py) => tree.isOnEdge(px, py),
    intersectsLine: (t) => tree.meetsSegment(t.ax, t.ay, t.bx, t.by, true),
    intersectsTriangle: (t) => pointInTriangle(x, y, t) || tree.meetsTriangle(t, true),
    containsLine: () => false,
    containsTriangle: () => false,
    withinPoint: () => 'disjoint',
    withinLine: () => 'disjoint',
    withinTriangle: (t) => {
      const relation = withinByEdges(t, (ax, ay, bx, by) =>
        tree.meetsSegment(ax, ay, bx, by, true),
      );
      if (relation !== 'disjoint') return relation;
      return pointInTriangle(x, y, t) ? 'candidate' : 'disjoint';
    },
  };
}
