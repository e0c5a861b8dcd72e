/** Distances on a sphere of the earth's mean radius, by the haversine formula. */

export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

/** Mean earth radius of the WGS 84 ellipsoid, which the reference uses. */
export const EARTH_RADIUS_METERS = 6_371_008.7714;

const RADIANS = Math.PI / 180;

export function haversineMeters(a: GeoPoint, b: GeoPoint): number {
  const latA = a.lat * RADIANS;
  const latB = b.lat * RADIANS;
  const between =
    1 -
    Math.cos(latA - latB) +
    Math.cos(latA) * Math.cos(latB) * (1 - Math.cos((a.lon - b.lon) * RADIANS));
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(between / 2)));
}

/** `plane`: as if the earth were flat around the points; faster, wrong far away. */
export function distanceBetween(a: GeoPoint, b: GeoPoint, plane: boolean): number {
  if (!plane) return haversineMeters(a, b);
  const x = (b.lon - a.lon) * RADIANS * Math.cos(((a.lat + b.lat) / 2) * RADIANS);
  const y = (b.lat - a.lat) * RADIANS;
  return Math.sqrt(x * x + y * y) * EARTH_RADIUS_METERS;
}
