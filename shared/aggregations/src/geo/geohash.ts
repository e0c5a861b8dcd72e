/** Geohash cells: the bits of longitude and latitude alternate, five to a letter. */
import type { Key } from '../bucket/merge_buckets.js';
import type { CellGrid, CellLines } from '../values/cell_table.js';

const LETTERS = '0123456789bcdefghjkmnpqrstuvwxyz';
const GRID = 2 ** 32;
const WORD_BITS = 32;

function place(value: number, from: number, span: number): number {
  const at = Math.floor(((value - from) / span) * GRID);
  return Math.max(0, Math.min(GRID - 1, at));
}

export function geohashGrid(precision: number): CellGrid {
  const bits = 5 * precision;
  const lonBits = Math.ceil(bits / 2);
  const latBits = bits - lonBits;
  if (bits <= WORD_BITS) return shortGrid(lonBits, latBits);
  return {
    lines: linesOf(lonBits, latBits),
    assign({ lats, lons, count }, { highs, lows }) {
      for (let i = 0; i < count; i++) {
        highs[i] = place(lons[i], -180, 360) >>> (32 - lonBits);
        lows[i] = place(lats[i], -90, 180) >>> (32 - latBits);
      }
    },
    key: (lon, lat) => textOf({ lon, lat, lonBits, latBits }),
    // Bits alternate, beginning with longitude: the first bit that differs decides.
    compare(aLon, aLat, bLon, bLat) {
      const lonFirst = Math.clz32((aLon ^ bLon) << (32 - lonBits));
      const latFirst = Math.clz32((aLat ^ bLat) << (32 - latBits));
      return lonFirst <= latFirst ? aLon - bLon : aLat - bLat;
    },
  };
}

/** The rows ascend from the south. */
function linesOf(lonBits: number, latBits: number): CellLines {
  return {
    column: (lon) => place(lon, -180, 360) >>> (32 - lonBits),
    row: (lat) => place(lat, -90, 180) >>> (32 - latBits),
    lonAt: (column) => (column / 2 ** lonBits) * 360 - 180,
    latAt: (row) => (row / 2 ** latBits) * 180 - 90,
  };
}

/** Cells that fit into one word: the bits of the longitude before those of the latitude. */
function shortGrid(lonBits: number, latBits: number): CellGrid {
  const latMask = 2 ** latBits - 1;
  const split = (cell: number) => ({ lon: cell >>> latBits, lat: cell & latMask });
  return {
    bits: lonBits + latBits,
    lines: linesOf(lonBits, latBits),
    assign({ lats, lons, count }, { highs, lows }) {
      highs.fill(0, 0, count);
      for (let i = 0; i < count; i++) {
        const lon = place(lons[i], -180, 360) >>> (32 - lonBits);
        lows[i] = (lon << latBits) | (place(lats[i], -90, 180) >>> (32 - latBits));
      }
    },
    key: (_high, cell) => textOf({ ...split(cell), lonBits, latBits }),
    compare(_aHigh, a, _bHigh, b) {
      const { lon: aLon, lat: aLat } = split(a);
      const { lon: bLon, lat: bLat } = split(b);
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
