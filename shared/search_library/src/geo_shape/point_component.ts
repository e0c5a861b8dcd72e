/** A point as part of a query. */
import type { Component } from './component.js';
import { orient, pointInTriangle } from './plane.js';

export function pointComponent(x: number, y: number): Component {
  return {
    minX: x,
    maxX: x,
    minY: y,
    maxY: y,
    contains: (px, py) => px === x && py === y,
    intersectsLine: (t) => orient(t.ax, t.ay, t.bx, t.by, x, y) === 0,
    intersectsTriangle: (t) => pointInTriangle(x, y, t),
    containsLine: () => false,
    containsTriangle: () => false,
    withinPoint: (px, py) => (px === x && py === y ? 'candidate' : 'disjoint'),
    withinLine: (t) => (orient(t.ax, t.ay, t.bx, t.by, x, y) === 0 ? 'candidate' : 'disjoint'),
    withinTriangle: (t) => (pointInTriangle(x, y, t) ? 'candidate' : 'disjoint'),
  };
}
