/** Tiles of a Web Mercator map, `zoom/x/y`. Tiles of the same zoom sort by x, then y. */
import { illegalArgument } from '@skein/errors';
import type { Key } from '../bucket/merge_buckets.js';
import type { CellGrid, CellLines } from '../values/cell_table.js';

/** The greatest latitude that Web Mercator shows, in degrees. */
const MAX_LATITUDE = 85.0511287798066;
/** A key is `x * AXIS + y`: each coordinate takes up to 29 bits. */
const AXIS = 2 ** 29;
const WORD_BITS = 32;

export function tileGrid(zoom: number): CellGrid {
  const tiles = 2 ** zoom;
  if (2 * zoom <= WORD_BITS) return shortGrid(zoom);
  return {
    lines: linesOf(tiles),
    assign({ lats, lons, count }, { highs, lows }) {
      for (let i = 0; i < count; i++) {
        highs[i] = within(Math.floor(((lons[i] + 180) / 360) * tiles), tiles);
        lows[i] = within(Math.floor(shareOf(lats[i]) * tiles), tiles);
      }
    },
    key: (x, y) => tileKey(x, y),
    compare: (aX, aY, bX, bY) => aX - bX || aY - bY,
  };
}

/** The grid of a zoom at which both coordinates fit into one word. */
function shortGrid(zoom: number): CellGrid {
  const tiles = 2 ** zoom;
  return {
    bits: 2 * zoom,
    lines: linesOf(tiles),
    assign({ lats, lons, count }, { highs, lows }) {
      highs.fill(0, 0, count);
      for (let i = 0; i < count; i++) {
        const x = within(Math.floor(((lons[i] + 180) / 360) * tiles), tiles);
        lows[i] = x * tiles + within(Math.floor(shareOf(lats[i]) * tiles), tiles);
      }
    },
    key: (_high, tile) => tileKey(Math.floor(tile / tiles), tile % tiles),
    compare: (_aHigh, a, _bHigh, b) => a - b,
  };
}

/** The rows descend from the upper edge of the map. Nothing beyond the edges lies in a tile. */
function linesOf(tiles: number): CellLines {
  return {
    column: (lon) => within(Math.floor(((lon + 180) / 360) * tiles), tiles),
    row: (lat) => within(Math.floor(shareOf(lat) * tiles), tiles),
    lonAt: (column) => (column / tiles) * 360 - 180,
    latAt: (row) => latitudeAt(row / tiles),
  };
}

/** The share (0 to 1) of the way from the upper edge of the map to the lower one. */
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

/** The place of `zoom/x/y` among the keys of tiles of the zoom. Throws for any other text. */
export function parseTile(text: string, zoom: number): Key {
  const parts = text.split('/').map((part) => (/^[+-]?\d{1,9}$/.test(part) ? Number(part) : NaN));
  const [of = NaN, x = NaN, y = NaN] = parts;
  if (parts.length === 3 && Number.isInteger(of + x + y)) return placeAmong({ of, x, y }, zoom);
  throw illegalArgument(
    `Invalid geotile_grid hash string of ${text}. Must be three integers in a form "zoom/x/y".`,
  );
}

/** Tiles of different zooms sort by the zoom. */
function placeAmong({ of, x, y }: { of: number; x: number; y: number }, zoom: number): Key {
  if (of === zoom) return tileKey(x, y);
  return of < zoom ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Zoom, x and y in the bits of a long, as OpenSearch and Elasticsearch number tiles. */
export function tileOfLong(long: bigint, zoom: number): Key {
  const axis = BigInt(AXIS - 1);
  const [of, x, y] = [long >> 58n, (long >> 29n) & axis, long & axis].map(Number);
  return placeAmong({ of, x, y }, zoom);
}

interface Tile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** The key of the tile that holds a point. */
export function tileAt(point: { readonly lat: number; readonly lon: number }, zoom: number): Key {
  const tiles = 2 ** zoom;
  const x = within(Math.floor(((point.lon + 180) / 360) * tiles), tiles);
  return tileKey(x, within(Math.floor(shareOf(point.lat) * tiles), tiles));
}

/** The box of a tile, in degrees. The first and the last rows of tiles reach to the poles. */
export function tileBox({ zoom, x, y }: Tile) {
  const tiles = 2 ** zoom;
  return {
    south: y === tiles - 1 ? -90 : latitudeAt((y + 1) / tiles),
    north: y === 0 ? 90 : latitudeAt(y / tiles),
    west: (x / tiles) * 360 - 180,
    east: ((x + 1) / tiles) * 360 - 180,
  };
}

/** `share` is the share of the way from the upper edge of the map to the lower one. */
function latitudeAt(share: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI;
}
