import type { Box } from './component.js';
import { orient, type Triangle } from './plane.js';

/**
 * True if a box and a triangle, a line or a point have a point in common; the borders belong to
 * both. Two convex figures are apart if and only if a line along an edge of one of them separates
 * them.
 */
export function boxMeets(box: Box, t: Triangle): boolean {
  if (t.maxX < box.minX || t.minX > box.maxX || t.maxY < box.minY || t.minY > box.maxY)
    return false;
  return !(
    separates(box, t.ax, t.ay, t.bx, t.by, t.cx, t.cy) ||
    separates(box, t.bx, t.by, t.cx, t.cy, t.ax, t.ay) ||
    separates(box, t.cx, t.cy, t.ax, t.ay, t.bx, t.by)
  );
}

/** True if the line through p and q leaves the whole box on the side where r is not. */
function separates(
  { minX, maxX, minY, maxY }: Box,
  px: number,
  py: number,
  qx: number,
  qy: number,
  rx: number,
  ry: number,
): boolean {
  const side = orient(px, py, qx, qy, minX, minY);
  if (side === 0 || side === orient(px, py, qx, qy, rx, ry)) return false;
  return (
    side === orient(px, py, qx, qy, maxX, minY) &&
    side === orient(px, py, qx, qy, minX, maxY) &&
    side === orient(px, py, qx, qy, maxX, maxY)
  );
}
