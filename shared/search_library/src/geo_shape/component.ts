/**
 * A part of a query's shape, which is tested against triangles of indexed shapes, like Lucene's
 * Component2D. Lines and points are triangles with coinciding corners; their kind selects the test.
 */
import { EDGE, KIND_MASK, TRIANGLE_KIND } from './geometry.js';
import type { Triangle } from './plane.js';

/**
 * Tells if the component may lie within the shape of a triangle: `candidate` means that it
 * intersects the triangle and nothing there contradicts; `not_within`, that it leaves the shape.
 */
export type Within = 'candidate' | 'not_within' | 'disjoint';

export interface Component {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
  contains(x: number, y: number): boolean;
  /** True if they have a point in common; `ax … by` are the two ends. */
  intersectsLine(t: Triangle): boolean;
  intersectsTriangle(t: Triangle): boolean;
  containsLine(t: Triangle): boolean;
  containsTriangle(t: Triangle): boolean;
  withinPoint(x: number, y: number): Within;
  withinLine(t: Triangle): Within;
  withinTriangle(t: Triangle): Within;
}

function isApart(component: Component, t: Triangle): boolean {
  return (
    t.maxX < component.minX ||
    t.minX > component.maxX ||
    t.maxY < component.minY ||
    t.minY > component.maxY
  );
}

export function intersects(component: Component, t: Triangle): boolean {
  if (isApart(component, t)) return false;
  switch (t.flags & KIND_MASK) {
    case TRIANGLE_KIND.point:
      return component.contains(t.ax, t.ay);
    case TRIANGLE_KIND.line:
      return component.intersectsLine(t);
    default:
      return component.intersectsTriangle(t);
  }
}

export function covers(component: Component, t: Triangle): boolean {
  if (isApart(component, t)) return false;
  switch (t.flags & KIND_MASK) {
    case TRIANGLE_KIND.point:
      return component.contains(t.ax, t.ay);
    case TRIANGLE_KIND.line:
      return component.containsLine(t);
    default:
      return component.containsTriangle(t);
  }
}

export function within(component: Component, t: Triangle): Within {
  if (isApart(component, t)) return 'disjoint';
  switch (t.flags & KIND_MASK) {
    case TRIANGLE_KIND.point:
      return component.withinPoint(t.ax, t.ay);
    case TRIANGLE_KIND.line:
      return component.withinLine(t);
    default:
      return component.withinTriangle(t);
  }
}

/** Tests the edges of a triangle: if one intersects, and if it is on the shape's border. */
export function withinByEdges(
  t: Triangle,
  meets: (ax: number, ay: number, bx: number, by: number) => boolean,
): Within {
  let relation: Within = 'disjoint';
  if (meets(t.ax, t.ay, t.bx, t.by)) {
    if (t.flags & EDGE.ab) return 'not_within';
    relation = 'candidate';
  }
  if (meets(t.bx, t.by, t.cx, t.cy)) {
    if (t.flags & EDGE.bc) return 'not_within';
    relation = 'candidate';
  }
  if (meets(t.cx, t.cy, t.ax, t.ay)) {
    if (t.flags & EDGE.ca) return 'not_within';
    relation = 'candidate';
  }
  return relation;
}

export function containsCorner(component: Component, t: Triangle): boolean {
  return (
    component.contains(t.ax, t.ay) ||
    component.contains(t.bx, t.by) ||
    component.contains(t.cx, t.cy)
  );
}

export function containsCorners(component: Component, t: Triangle): boolean {
  return (
    component.contains(t.ax, t.ay) &&
    component.contains(t.bx, t.by) &&
    component.contains(t.cx, t.cy)
  );
}

export interface Box {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

export function boxOf(coordinates: readonly number[]): Box {
  let minX = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (let i = 0; i + 1 < coordinates.length; i += 2) {
    minX = Math.min(minX, coordinates[i]);
    maxX = Math.max(maxX, coordinates[i]);
    minY = Math.min(minY, coordinates[i + 1]);
    maxY = Math.max(maxY, coordinates[i + 1]);
  }
  return { minX, maxX, minY, maxY };
}
