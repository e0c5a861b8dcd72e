/** Distances on a sphere of the earth's mean radius, by the haversine formula. */

export interface GeoPoint {
  readonly lat: number;
  readonly lon: number;
}

/** Mean earth radius of the WGS 84 ellipsoid, as in Lucene's GeoUtils. */
export const EARTH_RADIUS_METERS = 6_371_008.7714;

const RADIANS = Math.PI / 180;

export function haversineMeters(a: GeoPoint, b: GeoPoint): number {
  return haversineFrom(a)(b.lat, b.lon);
}

/** A function for the distances from one point to many. */
export function haversineFrom(origin: GeoPoint): (lat: number, lon: number) => number {
  const latA = origin.lat * RADIANS;
  const cosA = Math.cos(latA);
  const { lon: lonA } = origin;
  return (lat, lon) => {
    const latB = lat * RADIANS;
    const between =
      1 - Math.cos(latA - latB) + cosA * Math.cos(latB) * (1 - Math.cos((lonA - lon) * RADIANS));
    return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(between / 2)));
  };
}

/** Like `haversineFrom`, but on a plane around the points; faster, wrong for great distances. */
export function planeFrom(origin: GeoPoint): (lat: number, lon: number) => number {
  return (lat, lon) => {
    const x = (lon - origin.lon) * RADIANS * Math.cos(((origin.lat + lat) / 2) * RADIANS);
    const y = (lat - origin.lat) * RADIANS;
    return Math.sqrt(x * x + y * y) * EARTH_RADIUS_METERS;
  };
}
