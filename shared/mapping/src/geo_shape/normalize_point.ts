/** Places outside the ranges of latitude and longitude. */

interface Place {
  readonly lat: number;
  readonly lon: number;
}

/**
 * Normalizes a point outside the coordinate ranges, by continuing over the poles and the date line.
 */
export function normalizePoint(point: Place): Place {
  let lat = modulo(point.lat + 90, 360);
  let lon = point.lon;
  if (lat > 180) {
    lat = 360 - lat;
    lon += 180;
  }
  return { lat: lat - 90, lon: Math.abs(lon) <= 180 ? lon : modulo(lon + 180, 360) - 180 };
}

function modulo(value: number, period: number): number {
  return ((value % period) + period) % period;
}
