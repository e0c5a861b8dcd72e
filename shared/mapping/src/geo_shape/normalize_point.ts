/** Places outside the ranges of latitude and longitude. */

export interface Place {
  readonly lat: number;
  readonly lon: number;
}

/**
 * Normalizes a point outside the coordinate ranges, by continuing over the poles and the date line.
 * As in OpenSearch, a longitude beyond the range is never -180 afterwards, but 180.
 */
export function normalizePoint({ lat, lon }: Place): Place {
  if (Math.abs(lat) <= 90) return { lat, lon: normalizeLongitude(lon) };
  const turned = modulo(lat + 90, 360);
  const isBeyondPole = turned > 180;
  return {
    lat: (isBeyondPole ? 360 - turned : turned) - 90,
    lon: normalizeLongitude(isBeyondPole ? lon + 180 : lon),
  };
}

function normalizeLongitude(lon: number): number {
  return Math.abs(lon) <= 180 ? lon : 180 - modulo(180 - lon, 360);
}

function modulo(value: number, period: number): number {
  return ((value % period) + period) % period;
}
