/**
 * Handles rings and lines at the date line. A ring with the wrong orientation that spans more than
 * half the globe is taken to cross the date line: its western longitudes are continued beyond 180,
 * as in OpenSearch.
 */
import type { Coordinates, GeoShapePolygon } from './geometry.js';

const HALF = 180;
const FULL = 360;

/** If `rightHanded`, shells run counterclockwise. */
export function unwrapPolygon(polygon: GeoShapePolygon, rightHanded: boolean): GeoShapePolygon {
  const { shell } = polygon;
  const span = spanOf(shell);
  const wrong = isCounterclockwise(shell) !== rightHanded;
  if (!wrong || span <= HALF || span === FULL) return polygon;
  return { shell: shifted(shell), holes: polygon.holes.map(shifted) };
}

function shifted(ring: Coordinates): Coordinates {
  return ring.map((value, i) => (i % 2 === 0 && value < 0 ? value + FULL : value));
}

function spanOf(ring: Coordinates): number {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < ring.length; i += 2) {
    least = Math.min(least, ring[i]);
    greatest = Math.max(greatest, ring[i]);
  }
  return greatest - least;
}

function isCounterclockwise(ring: Coordinates): boolean {
  return doubleArea(ring) > 0;
}

/** Twice the signed area of a closed ring. */
export function doubleArea(ring: Coordinates): number {
  let sum = 0;
  for (let i = 0; i + 3 < ring.length; i += 2) {
    sum += ring[i] * ring[i + 3] - ring[i + 2] * ring[i + 1];
  }
  return sum;
}

/** The number of globes that a longitude lies to the east: 0 for -180 … 180. */
export function globesEast(lon: number): number {
  return Math.abs(lon) <= HALF ? 0 : Math.floor((lon + HALF) / FULL);
}
