/** Distances between two points in meters. */

import { illegalArgument } from '../values/throwable.js';
import type { GeoPoint } from './host.js';

const RADIUS_METERS = 6371008.7714;
const DEGREE = Math.PI / 180;

/** The great-circle (haversine) distance in meters. */
export function arcDistance(a: GeoPoint, lat: number, lon: number): number {
  const lat1 = a.lat * DEGREE;
  const lat2 = lat * DEGREE;
  const h =
    1 -
    Math.cos(lat1 - lat2) +
    Math.cos(lat1) * Math.cos(lat2) * (1 - Math.cos((a.lon - lon) * DEGREE));
  return 2 * RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(h * 0.5)));
}

/** The equirectangular distance: fast, and accurate for short distances. */
export function planeDistance(a: GeoPoint, lat: number, lon: number): number {
  const x = (lon - a.lon) * DEGREE * Math.cos(((lat + a.lat) / 2) * DEGREE);
  return Math.sqrt(x * x + ((lat - a.lat) * DEGREE) ** 2) * RADIUS_METERS;
}

const GEOHASH = '0123456789bcdefghjkmnpqrstuvwxyz';

/**
 * The south-west corner of a geohash's cell, which is the point of a geohash in OpenSearch: five
 * bits per character, alternating between longitude and latitude.
 */
export function geohashCorner(geohash: string): { readonly lat: number; readonly lon: number } {
  const low = [-180, -90];
  const high = [180, 90];
  let bit = 0;
  for (const character of geohash) {
    const value = GEOHASH.indexOf(character);
    if (value < 0)
      throw illegalArgument(`unsupported symbol [${character}] in geohash [${geohash}]`);
    for (let at = 4; at >= 0; at--, bit++) {
      const axis = bit % 2;
      const middle = ((low[axis] ?? 0) + (high[axis] ?? 0)) / 2;
      if ((value >> at) & 1) low[axis] = middle;
      else high[axis] = middle;
    }
  }
  const [lon = 0, lat = 0] = low;
  return { lat, lon };
}
