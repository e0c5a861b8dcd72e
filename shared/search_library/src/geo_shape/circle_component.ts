/**
 * A circle on the sphere or on a plane as part of a query. A straight edge is taken to be nearest
 * to the centre where it is nearest on the map of degrees.
 */
import { haversineMeters } from '../search/geo/distance.js';
import {
  type Box,
  type Component,
  containsCorner,
  containsCorners,
  withinByEdges,
} from './component.js';
import type { GeoShapeCircle } from './geometry.js';
import { pointInTriangle } from './plane.js';

/** Mean earth radius, as in distances. */
const EARTH_METERS = 6_371_008.7714;

export function circleComponent(circle: GeoShapeCircle): Component {
  const { lat, lon, radiusMeters } = circle;
  const contains = (x: number, y: number): boolean =>
    haversineMeters({ lat, lon }, { lat: y, lon: x }) <= radiusMeters;
  return roundComponent(circle, { box: boxAround(circle), contains });
}

/** Here `lon` and `lat` are x and y, and "metres" are the units of both. */
export function planeCircleComponent(circle: GeoShapeCircle): Component {
  const { lat, lon, radiusMeters: radius } = circle;
  const contains = (x: number, y: number): boolean =>
    (x - lon) * (x - lon) + (y - lat) * (y - lat) <= radius * radius;
  const box = { minX: lon - radius, maxX: lon + radius, minY: lat - radius, maxY: lat + radius };
  return roundComponent(circle, { box, contains });
}

interface Round {
  readonly box: Box;
  readonly contains: (x: number, y: number) => boolean;
}

function roundComponent({ lat, lon }: GeoShapeCircle, { box, contains }: Round): Component {
  const meets = (ax: number, ay: number, bx: number, by: number): boolean => {
    const dx = bx - ax;
    const dy = by - ay;
    const square = dx * dx + dy * dy;
    if (square === 0) return false;
    const along = ((lon - ax) * dx + (lat - ay) * dy) / square;
    return along >= 0 && along <= 1 && contains(ax + along * dx, ay + along * dy);
  };
  const component: Component = {
    ...box,
    contains,
    intersectsLine: (t) =>
      contains(t.ax, t.ay) || contains(t.bx, t.by) || meets(t.ax, t.ay, t.bx, t.by),
    intersectsTriangle: (t) =>
      containsCorner(component, t) ||
      pointInTriangle(lon, lat, t) ||
      meets(t.ax, t.ay, t.bx, t.by) ||
      meets(t.bx, t.by, t.cx, t.cy) ||
      meets(t.cx, t.cy, t.ax, t.ay),
    containsLine: (t) => contains(t.ax, t.ay) && contains(t.bx, t.by),
    containsTriangle: (t) => containsCorners(component, t),
    withinPoint: (x, y) => (contains(x, y) ? 'not_within' : 'disjoint'),
    withinLine: (t) => (component.intersectsLine(t) ? 'not_within' : 'disjoint'),
    withinTriangle: (t) => {
      if (containsCorner(component, t)) return 'not_within';
      const relation = withinByEdges(t, meets);
      if (relation !== 'disjoint') return relation;
      return pointInTriangle(lon, lat, t) ? 'candidate' : 'disjoint';
    },
  };
  return component;
}

/** The box around a circle; near a pole it contains all longitudes. */
function boxAround({ lat, lon, radiusMeters }: GeoShapeCircle) {
  const angle = radiusMeters / EARTH_METERS;
  const degrees = (angle * 180) / Math.PI;
  const minY = lat - degrees;
  const maxY = lat + degrees;
  const ratio = Math.sin(angle) / Math.cos((lat * Math.PI) / 180);
  if (minY <= -90 || maxY >= 90 || !(ratio < 1) || angle > Math.PI / 2) {
    return { minX: -180, maxX: 180, minY: Math.max(-90, minY), maxY: Math.min(90, maxY) };
  }
  const width = (Math.asin(ratio) * 180) / Math.PI;
  return { minX: lon - width, maxX: lon + width, minY, maxY };
}
