/** Tiles of a Web Mercator map: `zoom/x/y`. Of one zoom they sort by x, then y. */
import type { Key } from '../bucket/merge_buckets.js';
import type { CellGrid } from '../values/cell_table.js';

/** Half of the latitudes Web Mercator shows. */
const MAX_LATITUDE = 85.0511287798066;
/** Either coordinate takes so many bits. */
const AXIS = 2 ** 29;

export function tileGrid(zoom: number): CellGrid {
  const tiles = 2 ** zoom;
  return {
    assign({ lats, lons, count }, { highs, lows }) {
      for (let i = 0; i < count; i++) {
        highs[i] = within(Math.floor((((lons[i] as number) + 180) / 360) * tiles), tiles);
        lows[i] = within(Math.floor(shareOf(lats[i] as number) * tiles), tiles);
      }
    },
    key: (x, y) => tileKey(x, y),
    compare: (aX, aY, bX, bY) => aX - bX || aY - bY,
  };
}

/** How far from the map's upper edge to its lower one. */
function shareOf(lat: number): number {
  const radians = (Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180;
  return (1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2;
}

function within(place: number, tiles: number): number {
  return Math.max(0, Math.min(tiles - 1, place));
}

function tileKey(x: number, y: number): Key {
  const key = x * AXIS + y;
  return Number.isSafeInteger(key) ? key : (BigInt(x) << 29n) | BigInt(y);
}

export function tileText(key: Key, zoom: number): string {
  const number = BigInt(key);
  return `${zoom}/${number >> 29n}/${number & BigInt(AXIS - 1)}`;
}

/** `zoom/x/y` as a key. */
export function parseTile(text: string): Key {
  const [, x = 0, y = 0] = text.split('/').map(Number);
  return tileKey(x, y);
}
