/**
 * Plane geometry on longitudes and latitudes, as in Lucene's GeoUtils and Component2D: edges are
 * straight in degrees, and a border belongs to its shape.
 */

/** Returns 1 if a, b, c turn left, -1 if they turn right, 0 if they are collinear. */
export function orient(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): number {
  const one = (bx - ax) * (cy - ay);
  const other = (cx - ax) * (by - ay);
  if (one > other) return 1;
  return one < other ? -1 : 0;
}

/**
 * True if two segments have a point in common. Lucene's GeoUtils takes segments on the same line
 * for meeting even if they are apart, so that its lines and polygons find shapes far away.
 */
export function segmentsMeet(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  const aSide = orient(cx, cy, dx, dy, ax, ay);
  const bSide = orient(cx, cy, dx, dy, bx, by);
  if (aSide * bSide > 0) return false;
  const cSide = orient(ax, ay, bx, by, cx, cy);
  const dSide = orient(ax, ay, bx, by, dx, dy);
  if (cSide * dSide > 0) return false;
  const onOneLine = aSide === 0 && bSide === 0 && cSide === 0 && dSide === 0;
  return !onOneLine || (overlap(ax, bx, cx, dx) && overlap(ay, by, cy, dy));
}

/** True if the range between a and b and that between c and d have a number in common. */
function overlap(a: number, b: number, c: number, d: number): boolean {
  return Math.max(a, b) >= Math.min(c, d) && Math.max(c, d) >= Math.min(a, b);
}

/** True if two segments cross; touching is not enough. */
export function segmentsCross(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  return (
    orient(cx, cy, dx, dy, ax, ay) * orient(cx, cy, dx, dy, bx, by) < 0 &&
    orient(ax, ay, bx, by, cx, cy) * orient(ax, ay, bx, by, dx, dy) < 0
  );
}

/** A triangle, or a line (`c` is `a`), or a point (all three are equal), with the box around it. */
export interface Triangle {
  ax: number;
  ay: number;
  bx: number;
  by: number;
  cx: number;
  cy: number;
  minX: number;
  maxX: number;
  minY: number;
  maxY: number;
  /** Kind and edges, see `geometry.ts`. */
  flags: number;
}

/** A triangle object for reuse. */
export function emptyTriangle(): Triangle {
  return { ax: 0, ay: 0, bx: 0, by: 0, cx: 0, cy: 0, minX: 0, maxX: 0, minY: 0, maxY: 0, flags: 0 };
}

/** Sets the box of a triangle whose corners were set. */
export function setBox(t: Triangle): void {
  t.minX = Math.min(t.ax, t.bx, t.cx);
  t.maxX = Math.max(t.ax, t.bx, t.cx);
  t.minY = Math.min(t.ay, t.by, t.cy);
  t.maxY = Math.max(t.ay, t.by, t.cy);
}

/** True if the point is in the triangle, border included. */
export function pointInTriangle(x: number, y: number, t: Triangle): boolean {
  if (x < t.minX || x > t.maxX || y < t.minY || y > t.maxY) return false;
  const a = orient(x, y, t.ax, t.ay, t.bx, t.by);
  const b = orient(x, y, t.bx, t.by, t.cx, t.cy);
  if (a !== 0 && b !== 0 && a < 0 !== b < 0) return false;
  const c = orient(x, y, t.cx, t.cy, t.ax, t.ay);
  return c === 0 || c < 0 === (b < 0 || a < 0);
}
