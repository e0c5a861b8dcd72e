/** Geohash cells: alternating bits of longitude and latitude, five per character. */
import { GEOHASH_ALPHABET } from './geo_value.js';

const EQUATOR_METERS = 2 * Math.PI * 6_378_137;
const MERIDIAN_METERS = Math.PI * 6_356_752.314245;
export const MAX_GEOHASH_LENGTH = 12;
const GRID = 2 ** 32;

/** Column and row of a cell in the grid of its size. */
interface Cell {
  readonly x: number;
  readonly y: number;
}

function lonBits(length: number): number {
  return Math.ceil((5 * length) / 2);
}

function latBits(length: number): number {
  return Math.floor((5 * length) / 2);
}

function onGrid(share: number): number {
  return Math.max(0, Math.min(GRID - 1, Math.floor(share * GRID)));
}

export function geohashOf(
  { lat, lon }: { readonly lat: number; readonly lon: number },
  length: number,
): string {
  const x = Math.floor(onGrid((lon + 180) / 360) / 2 ** (32 - lonBits(length)));
  const y = Math.floor(onGrid((lat + 90) / 180) / 2 ** (32 - latBits(length)));
  return hashOf({ x, y }, length);
}

function bitOf(value: number, bit: number): number {
  return Math.floor(value / 2 ** bit) % 2;
}

function hashOf({ x, y }: Cell, length: number): string {
  let [xBit, yBit] = [lonBits(length), latBits(length)];
  let hash = '';
  let letter = 0;
  for (let i = 0; i < 5 * length; i++) {
    letter = 2 * letter + (i % 2 === 0 ? bitOf(x, --xBit) : bitOf(y, --yBit));
    if (i % 5 !== 4) continue;
    hash += GEOHASH_ALPHABET[letter];
    letter = 0;
  }
  return hash;
}

function cellOf(hash: string): Cell {
  let [x, y] = [0, 0];
  let i = 0;
  for (const letter of hash) {
    const digit = GEOHASH_ALPHABET.indexOf(letter);
    for (let bit = 4; bit >= 0; bit--) {
      if (i++ % 2 === 0) x = 2 * x + bitOf(digit, bit);
      else y = 2 * y + bitOf(digit, bit);
    }
  }
  return { x, y };
}

/** Up to eight neighbors of a cell; there are none beyond the poles. */
export function geohashNeighbours(hash: string): readonly string[] {
  const { x, y } = cellOf(hash);
  const [columns, rows] = [2 ** lonBits(hash.length), 2 ** latBits(hash.length)];
  const around: string[] = [];
  for (const dy of [-1, 0, 1]) {
    for (const dx of [-1, 0, 1]) {
      if ((dx === 0 && dy === 0) || y + dy < 0 || y + dy >= rows) continue;
      around.push(hashOf({ x: (x + dx + columns) % columns, y: y + dy }, hash.length));
    }
  }
  return around;
}

/** Diagonal of a cell at the equator, in meters. */
function cellMeters(length: number): number {
  const width = EQUATOR_METERS / 2 ** lonBits(length);
  const height = MERIDIAN_METERS / 2 ** latBits(length);
  return Math.hypot(width, height);
}

/**
 * The length of geohashes whose cells have about the size of a distance, computed as in OpenSearch.
 */
export function geohashLevels(meters: number): number {
  if (meters === 0) return MAX_GEOHASH_LENGTH;
  const ratio = 1 + MERIDIAN_METERS / EQUATOR_METERS;
  const parts = Math.ceil(EQUATOR_METERS / (meters / ratio));
  const bits = Math.ceil(Math.log2(parts));
  const [full, left] = [Math.floor(bits / 5), bits % 5];
  return 2 * full + (left > 0 ? 1 : 0) + (left > 3 ? 1 : 0);
}

/** Like `geohashLevels`, or one less if cells would be smaller than the distance. */
export function geohashLengthFor(meters: number): number {
  const length = geohashLevels(meters);
  return cellMeters(length) < meters ? Math.max(1, length - 1) : length;
}
