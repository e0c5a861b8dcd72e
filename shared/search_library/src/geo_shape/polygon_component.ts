/**
 * A polygon as part of a query. Its border belongs to it, but the border of a hole belongs to the
 * hole.
 */
import {
  boxOf,
  type Component,
  containsCorner,
  containsCorners,
  type Within,
  withinByEdges,
} from './component.js';
import { EdgeTree } from './edge_tree.js';
import type { GeoShapePolygon } from './geometry.js';
import { pointInTriangle, type Triangle } from './plane.js';

export function polygonComponent({ shell, holes: holeRings }: GeoShapePolygon): Component {
  const tree = new EdgeTree([shell]);
  const holes = holeRings.map((hole) => polygonComponent({ shell: hole, holes: [] }));
  const [x, y] = shell;
  const component: Component = {
    ...boxOf(shell),
    contains: (px, py) => isInBox(component, px, py) && tree.contains(px, py) && !inHole(px, py),
    intersectsLine: (t) =>
      (component.contains(t.ax, t.ay) ||
        component.contains(t.bx, t.by) ||
        tree.meetsSegment(t.ax, t.ay, t.bx, t.by, true)) &&
      !holes.some((hole) => hole.containsLine(t)),
    intersectsTriangle: (t) =>
      (containsCorner(component, t) || pointInTriangle(x, y, t) || tree.meetsTriangle(t, true)) &&
      !holes.some((hole) => hole.containsTriangle(t)),
    containsLine: (t) =>
      component.contains(t.ax, t.ay) &&
      component.contains(t.bx, t.by) &&
      !tree.meetsSegment(t.ax, t.ay, t.bx, t.by, false) &&
      !holes.some((hole) => hole.intersectsLine(t)),
    containsTriangle: (t) =>
      containsCorners(component, t) &&
      !tree.meetsTriangle(t, false) &&
      !holes.some((hole) => hole.intersectsTriangle(t)),
    withinPoint: (px, py) => (component.contains(px, py) ? 'not_within' : 'disjoint'),
    withinLine: (t) => {
      const leaves =
        component.contains(t.ax, t.ay) ||
        component.contains(t.bx, t.by) ||
        tree.meetsSegment(t.ax, t.ay, t.bx, t.by, true);
      return leaves ? 'not_within' : 'disjoint';
    },
    withinTriangle,
  };
  return component;

  function inHole(px: number, py: number): boolean {
    return holes.some((hole) => hole.contains(px, py));
  }

  function withinTriangle(t: Triangle): Within {
    if (containsCorner(component, t)) return 'not_within';
    const relation = withinByEdges(t, (ax, ay, bx, by) => tree.meetsSegment(ax, ay, bx, by, true));
    if (relation !== 'disjoint') return relation;
    return pointInTriangle(x, y, t) ? 'candidate' : 'disjoint';
  }
}

function isInBox({ minX, maxX, minY, maxY }: Component, x: number, y: number): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}
