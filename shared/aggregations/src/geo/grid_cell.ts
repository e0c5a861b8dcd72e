/**
 * One cell of a grid, found by the key that grid aggregations show: the points that it holds, and
 * the area that it covers.
 */
import { onDemand } from '@skein/base';
import { ApiError } from '@skein/errors';
import { geohashCell, geohashOf } from '@skein/mapping';
import { parseTile, tileAt, tileBox } from './geotile.js';

const h3 = onDemand<typeof import('h3-js')>(import.meta.url, 'h3-js');

export type GridName = 'geohash' | 'geotile' | 'geohex';

/** A box in degrees; `west` is greater than `east` if it crosses the date line. */
export interface CellBox {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

export interface GridCell {
  /** A box that holds the whole cell. */
  readonly box: CellBox;
  /**
   * The corners of the cell, `[lon, lat, …]`, closed by the first corner; absent if the cell equals
   * the box. Longitudes may be above 180.
   */
  readonly ring?: readonly number[];
  /** True if the aggregation would count the point in this cell. */
  holds(lat: number, lon: number): boolean;
}

const MAX_GEOHASH = 12;
const MAX_ZOOM = 29;

export function gridCell(grid: GridName, key: string): GridCell {
  if (grid === 'geohash') return hashCell(key);
  return grid === 'geotile' ? tileCell(key) : hexCell(key);
}

function hashCell(key: string): GridCell {
  if (key.length > MAX_GEOHASH) throw refused('geohash', key);
  const { low, high } = geohashCell(key);
  return {
    box: { south: low.lat, north: high.lat, west: low.lon, east: high.lon },
    holds: (lat, lon) => geohashOf({ lat, lon }, key.length) === key,
  };
}

function tileCell(key: string): GridCell {
  const [, zoom, x, y] = /^(\d{1,2})\/(\d+)\/(\d+)$/.exec(key)?.map(Number) ?? [];
  if (zoom === undefined || x === undefined || y === undefined) throw refused('geotile', key);
  if (zoom > MAX_ZOOM || x >= 2 ** zoom || y >= 2 ** zoom) throw refused('geotile', key);
  const wanted = parseTile(key, zoom);
  return {
    box: tileBox({ zoom, x, y }),
    holds: (lat, lon) => tileAt({ lat, lon }, zoom) === wanted,
  };
}

/**
 * The share of its extent by which a hexagon's sides may reach beyond its corners, since the sides
 * are not straight lines in degrees.
 */
const ROOM = 0.1;

function hexCell(key: string): GridCell {
  const { isValidCell, getResolution, latLngToCell, cellToBoundary } = h3();
  if (!isValidCell(key)) throw refused('geohex', key);
  const resolution = getResolution(key);
  const holds = (lat: number, lon: number): boolean => latLngToCell(lat, lon, resolution) === key;
  const corners = cellToBoundary(key);
  const lats = corners.map(([lat = 0]) => lat);
  const room = ROOM * (Math.max(...lats) - Math.min(...lats));
  const south = Math.max(-90, Math.min(...lats) - room);
  const north = Math.min(90, Math.max(...lats) + room);
  if (holds(90, 0) || holds(-90, 0)) {
    const pole = holds(90, 0) ? 90 : -90;
    const box = {
      south: Math.min(south, pole),
      north: Math.max(north, pole),
      west: -180,
      east: 180,
    };
    return { box, ring: ringAround(pole, corners), holds };
  }
  const given = corners.map(([, lon = 0]) => lon);
  const crosses = Math.max(...given) - Math.min(...given) > 180;
  const lons = given.map((lon) => (crosses && lon < 0 ? lon + 360 : lon));
  const lonRoom = ROOM * (Math.max(...lons) - Math.min(...lons));
  const west = onGlobe(Math.min(...lons) - lonRoom);
  const east = onGlobe(Math.max(...lons) + lonRoom);
  const ring = [...corners.keys(), 0].flatMap((i) => [lons[i] ?? 0, lats[i] ?? 0]);
  return { box: { south, north, west, east }, ring, holds };
}

/** The ring of a cell around a pole: its corners from west to east, and back along the pole. */
function ringAround(pole: number, corners: readonly (readonly number[])[]): readonly number[] {
  const sorted = corners.map(([lat = 0, lon = 0]) => ({ lat, lon })).sort((a, b) => a.lon - b.lon);
  const [first = { lat: pole, lon: 0 }] = sorted;
  const last = sorted.at(-1) ?? first;
  const share = (180 - last.lon) / (first.lon + 360 - last.lon);
  const edge = last.lat + share * (first.lat - last.lat);
  const along = sorted.flatMap(({ lat, lon }) => [lon, lat]);
  return [-180, edge, ...along, 180, edge, 180, pole, -180, pole, -180, edge];
}

function onGlobe(lon: number): number {
  if (lon > 180) return lon - 360;
  return lon < -180 ? lon + 360 : lon;
}

function refused(grid: GridName, key: string): ApiError {
  return new ApiError('illegal_argument_exception', `Invalid ${grid} grid cell [${key}]`);
}
