/** Distances of a point from another, in meters. */
import type { GeoPoint } from './host.js';

const RADIUS_METERS = 6371008.7714;
const DEGREE = Math.PI / 180;

/** Great circle, haversine, in meters. */
export function arcDistance(a: GeoPoint, lat: number, lon: number): number {
  const lat1 = a.lat * DEGREE;
  const lat2 = lat * DEGREE;
  const h =
    1 -
    Math.cos(lat1 - lat2) +
    Math.cos(lat1) * Math.cos(lat2) * (1 - Math.cos((a.lon - lon) * DEGREE));
  return 2 * RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(h * 0.5)));
}

/** Equirectangular: fast, good near by. */
export function planeDistance(a: GeoPoint, lat: number, lon: number): number {
  const x = (lon - a.lon) * DEGREE * Math.cos(((lat + a.lat) / 2) * DEGREE);
  return Math.sqrt(x * x + ((lat - a.lat) * DEGREE) ** 2) * RADIUS_METERS;
}
