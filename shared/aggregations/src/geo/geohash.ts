/** Geohash cells: the bits of longitude and latitude by turns, five to a letter. */
import type { Key } from '../bucket/merge_buckets.js';
import type { CellGrid } from '../values/value_ids.js';

const LETTERS = '0123456789bcdefghjkmnpqrstuvwxyz';
const GRID = 2 ** 32;

function place(value: number, from: number, span: number): number {
  const at = Math.floor(((value - from) / span) * GRID);
  return Math.max(0, Math.min(GRID - 1, at));
}

export function geohashGrid(precision: number): CellGrid {
  const bits = 5 * precision;
  const lonBits = Math.ceil(bits / 2);
  const latBits = bits - lonBits;
  return {
    assign(lat, lon, cell) {
      cell[0] = place(lon, -180, 360) >>> (32 - lonBits);
      cell[1] = place(lat, -90, 180) >>> (32 - latBits);
      return true;
    },
    key: (lon, lat) => textOf({ lon, lat, lonBits, latBits }),
    // Bits come by turns, those of longitude first: the first that differs decides.
    compare(aLon, aLat, bLon, bLat) {
      const lonFirst = Math.clz32((aLon ^ bLon) << (32 - lonBits));
      const latFirst = Math.clz32((aLat ^ bLat) << (32 - latBits));
      return lonFirst <= latFirst ? aLon - bLon : aLat - bLat;
    },
  };
}

interface CellBits {
  readonly lon: number;
  readonly lat: number;
  readonly lonBits: number;
  readonly latBits: number;
}

function textOf({ lon, lat, lonBits, latBits }: CellBits): Key {
  let [lonAt, latAt] = [lonBits - 1, latBits - 1];
  let text = '';
  let letter = 0;
  for (let i = 0; i < lonBits + latBits; i++) {
    const bit = i % 2 === 0 ? (lon >>> lonAt--) & 1 : (lat >>> latAt--) & 1;
    letter = (letter << 1) | bit;
    if (i % 5 !== 4) continue;
    text += LETTERS[letter];
    letter = 0;
  }
  return text;
}
