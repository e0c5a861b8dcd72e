/** Areas of the globe against which points are tested. Edges belong to an area. */
import { extentOf } from '@skein/base';
import { double } from '../../geo_shape/geometry_text.js';
import { EARTH_RADIUS_METERS, type GeoPoint, haversineFrom } from './distance.js';

/** Sides in degrees; west is never greater than east. */
export interface GeoBox {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

export interface GeoArea {
  /** Boxes that together contain the area: points outside them need not be tested. */
  readonly boxes: readonly GeoBox[];
  contains(lat: number, lon: number): boolean;
  /** True if all points of a box are known to lie in the area, as far as that is easily decided. */
  readonly covers?: (box: GeoBox) => boolean;
  /** True if the boxes are the area itself. */
  readonly isBoxes?: boolean;
  /**
   * The text of a query on the points; `toString` is that of a query on the column. Absent: the
   * same.
   */
  readonly pointText?: string;
  /** The prefix of the field in that text. */
  readonly pointQuery?: string;
  toString(): string;
}

/** A box that crosses the date line, with west greater than east, becomes two boxes. */
export function boxArea({ south, north, west, east }: GeoBox): GeoArea {
  const boxes =
    west <= east
      ? [{ south, north, west, east }]
      : [
          { south, north, west, east: 180 },
          { south, north, west: -180, east },
        ];
  return {
    boxes,
    isBoxes: true,
    contains: (lat, lon) => boxes.some((box) => boxContains(box, lat, lon)),
    covers: (inner) => boxes.some((box) => boxCovers(box, inner)),
    ...boxTexts({ south, north, west, east }),
  };
}

/**
 * Lucene stores latitudes in steps of half a turn divided by 2^32, and longitudes in steps of twice
 * that.
 */
const LATITUDE_STEP = 180 / 2 ** 32;

/** The texts of a box, with the corners Lucene stores, which are inside the box. */
function boxTexts(box: GeoBox): { readonly pointText: string; readonly toString: () => string } {
  const inside = (value: number, step: number, isLeast: boolean): string => {
    const steps = value / step;
    return double((isLeast ? Math.ceil(steps) : Math.floor(steps)) * step);
  };
  const south = inside(box.south, LATITUDE_STEP, true);
  const north = inside(box.north, LATITUDE_STEP, false);
  const west = inside(box.west, 2 * LATITUDE_STEP, true);
  const east = inside(box.east, 2 * LATITUDE_STEP, false);
  return {
    pointText: `[${south} TO ${north}],[${west} TO ${east}]`,
    toString: () => `box(minLat=${south}, maxLat=${north}, minLon=${west}, maxLon=${east})`,
  };
}

function boxContains(box: GeoBox, lat: number, lon: number): boolean {
  return lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east;
}

function boxCovers(box: GeoBox, { south, north, west, east }: GeoBox): boolean {
  return south >= box.south && north <= box.north && west >= box.west && east <= box.east;
}

export function circleArea(center: GeoPoint, radiusMeters: number): GeoArea {
  const metersFrom = haversineFrom(center);
  const contains = (lat: number, lon: number): boolean => metersFrom(lat, lon) <= radiusMeters;
  return {
    boxes: boxesAround(center, radiusMeters),
    contains,
    covers: (box) => circleCovers(center, contains, box),
    // Lucene's text of a query for points in a circle.
    pointText: `${double(center.lat)},${double(center.lon)} +/- ${double(radiusMeters)} meters`,
    toString: () =>
      `INTERSECTS:geometries([CIRCLE([${double(center.lat)},${double(center.lon)}] radius = ${double(radiusMeters)} meters)])`,
  };
}

/**
 * Along a meridian at most 90 degrees of longitude away, the distance has its maximum at an end;
 * along a parallel it grows with the longitude. So the corners decide.
 */
function circleCovers(
  center: GeoPoint,
  contains: GeoArea['contains'],
  { south, north, west, east }: GeoBox,
): boolean {
  if (center.lon - west > 90 || east - center.lon > 90) return false;
  return (
    contains(south, west) && contains(south, east) && contains(north, west) && contains(north, east)
  );
}

const RADIANS = Math.PI / 180;

/** Boxes slightly larger than the circle, to allow for rounding. */
function boxesAround({ lat, lon }: GeoPoint, radiusMeters: number): readonly GeoBox[] {
  const angle = (radiusMeters / EARTH_RADIUS_METERS) * (1 + 1e-9) + 1e-9;
  const south = lat - angle / RADIANS;
  const north = lat + angle / RADIANS;
  if (south <= -90 || north >= 90) {
    // The circle contains a pole, and with it all longitudes.
    const band = { south: Math.max(south, -90), north: Math.min(north, 90) };
    return [{ ...band, west: -180, east: 180 }];
  }
  const reach = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * RADIANS))) / RADIANS;
  const west = lon - reach < -180 ? lon - reach + 360 : lon - reach;
  const east = lon + reach > 180 ? lon + reach - 360 : lon + reach;
  return boxArea({ south, north, west, east }).boxes;
}

/** Corners in order; the last is connected to the first. */
export type GeoRing = readonly GeoPoint[];

export interface GeoPolygon {
  readonly outline: GeoRing;
  readonly holes: readonly GeoRing[];
}

/** A polygon with straight edges in degrees, as in Lucene. */
export function polygonArea({ outline, holes }: GeoPolygon): GeoArea {
  const { least: south, greatest: north } = extentOf(outline.map(({ lat }) => lat));
  const { least: west, greatest: east } = extentOf(outline.map(({ lon }) => lon));
  const box = { south, north, west, east };
  return {
    boxes: [box],
    contains(lat, lon) {
      if (!boxContains(box, lat, lon) || place(outline, lat, lon) === 'outside') return false;
      return holes.every((hole) => place(hole, lat, lon) !== 'inside');
    },
    ...(holes.length === 0 ? ringTexts(outline) : {}),
    toString: () =>
      holes.length === 0
        ? `INTERSECTS:geometries([${ringText(outline)}])`
        : `polygon of ${outline.length} points`,
  };
}

function ringTexts(outline: GeoRing): Pick<GeoArea, 'pointText' | 'pointQuery'> {
  return { pointQuery: 'LatLonPointQuery: field=', pointText: `[${ringText(outline)},]` };
}

/** Lucene's text of the corners, with the first repeated at the end. */
function ringText(outline: GeoRing): string {
  const [first, last] = [outline[0], outline.at(-1)];
  const isClosed = first?.lat === last?.lat && first?.lon === last?.lon;
  const corners = isClosed || first === undefined ? outline : [...outline, first];
  return corners.map(({ lat, lon }) => `[${double(lat)}, ${double(lon)}] `).join('');
}

export function unionArea(areas: readonly GeoArea[]): GeoArea {
  const [only] = areas;
  if (areas.length === 1 && only !== undefined) return only;
  return {
    boxes: areas.flatMap(({ boxes }) => boxes),
    contains: (lat, lon) => areas.some((area) => area.contains(lat, lon)),
    toString: () => areas.join(' or '),
  };
}

/** Counts the edges that a ray to the east crosses. */
function place(ring: GeoRing, lat: number, lon: number): 'inside' | 'outside' | 'edge' {
  let inside = false;
  for (let i = 0, k = ring.length - 1; i < ring.length; k = i++) {
    const [a, b] = [ring[i], ring[k]];
    const turn = (b.lon - a.lon) * (lat - a.lat) - (b.lat - a.lat) * (lon - a.lon);
    const between =
      lat >= Math.min(a.lat, b.lat) &&
      lat <= Math.max(a.lat, b.lat) &&
      lon >= Math.min(a.lon, b.lon) &&
      lon <= Math.max(a.lon, b.lon);
    if (turn === 0 && between) return 'edge';
    if (a.lat > lat === b.lat > lat) continue;
    if (lon < a.lon + ((b.lon - a.lon) * (lat - a.lat)) / (b.lat - a.lat)) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
}
