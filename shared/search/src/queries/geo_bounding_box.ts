/**
 * `geo_bounding_box`: points between two latitudes and two longitudes; a box may cross the date
 * line.
 */
import { doubleText, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, asApiError, illegalArgument } from '@skein/errors';
import {
  type GeoValue,
  geohashCell,
  IGNORED_SHAPES,
  parseGeoValue,
  readWkt,
  type ShapeSink,
} from '@skein/mapping';
import {
  boxArea,
  type GeoBox,
  type GeoGeometry,
  geoAreaQuery,
  geoShapeQuery,
} from '@skein/search_library';
import {
  checkCoordinates,
  coercedPoint,
  defaultGeoOptions,
  type GeoOptions,
  geoOptionReaders,
  MAX_LATITUDE,
  MAX_LONGITUDE,
  onGeoPoint,
} from '../geo/geo_field.js';
import { OF_GEO, readOptions } from './header.js';
import { doubleOf, readingAt, textOf } from './options.js';
import type { QueryParseContext } from './query_parse_context.js';
import { LEAF, MODERATE, type QueryType } from './query_type.js';

interface Params {
  readonly field: string;
  readonly corners: GeoBox;
  readonly geo: GeoOptions;
}

export const geo_bounding_box: QueryType<Params> = {
  name: 'geo_bounding_box',
  parse(body, context) {
    let field: string | undefined;
    let box: GeoBox | undefined;
    const rest: Record<string, JsonValue> = {};
    for (const [key, json = null] of Object.entries(body)) {
      if (isJsonObject(json)) {
        field = key;
        box = boxOf(json, context);
      } else rest[key] = json;
    }
    const geo = defaultGeoOptions();
    const header = readOptions(
      { query: 'geo_bounding_box', options: rest, context, manners: OF_GEO },
      {
        ...geoOptionReaders(geo),
        // OpenSearch's execution type: only one is left, so it has no effect.
        type: executionType,
      },
    );
    if (field === undefined || box === undefined) {
      const reason = 'failed to parse [geo_bounding_box] query. bounding box not provided';
      throw new ApiError('parse_exception', reason);
    }
    const name = field;
    const corners = checked(box);
    return { ...header, params: { field: name, corners, geo } };
  },
  ...LEAF,
  needs: () => MODERATE,
  bind: ({ field, corners, geo }, shard) =>
    onGeoPoint(
      { ...geo, name: field },
      shard,
      (mapped) => geoAreaQuery(mapped.spec.name, boxArea(validBox(corners, geo))),
      (mapped) =>
        geoShapeQuery(mapped.spec.name, 'intersects', boxGeometry(validBox(corners, geo))),
    ),
};

function validBox({ south, north, west, east }: GeoBox, geo: GeoOptions): GeoBox {
  checkCoordinates(
    'geo_bounding_box',
    [
      { name: 'top latitude', degrees: north, limit: MAX_LATITUDE },
      { name: 'bottom latitude', degrees: south, limit: MAX_LATITUDE },
      { name: 'left longitude', degrees: west, limit: MAX_LONGITUDE },
      { name: 'right longitude', degrees: east, limit: MAX_LONGITUDE },
    ],
    geo,
  );
  const low = coercedPoint({ lat: south, lon: west }, geo);
  const high = coercedPoint({ lat: north, lon: east }, geo);
  return { south: low.lat, north: high.lat, west: low.lon, east: high.lon };
}

function boxGeometry({ south, north, west, east }: GeoBox): GeoGeometry {
  const box = { west, east: west > east ? east + 360 : east, south, north };
  return { points: [], lines: [], polygons: [], circles: [], boxes: [box] };
}

function executionType(json: JsonValue): void {
  const type = textOf(json);
  if (type.toLowerCase() === 'memory' || type.toLowerCase() === 'indexed') return;
  const reason = `no type can be parsed from ordinal ${type}`;
  throw new ApiError('illegal_argument_exception', reason);
}

function checked(box: GeoBox): GeoBox {
  const { south, north, west, east } = box;
  for (const [side, value] of [
    ['top latitude', north],
    ['left longitude', west],
    ['bottom latitude', south],
    ['right longitude', east],
  ] as const) {
    if (!Number.isFinite(value)) throw illegalArgument(`${side} is invalid: ${value}`);
  }
  const [top, bottom, left, right] = [north, south, west, east].map(doubleText);
  if (north < south) throw illegalArgument(`top is below bottom corner: ${top} vs. ${bottom}`);
  if (north === south)
    throw illegalArgument(`top cannot be the same as bottom: ${top} == ${bottom}`);
  if (west === east) throw illegalArgument(`left cannot be the same as right: ${left} == ${right}`);
  return box;
}

/** Reports any error in the box as an error of the query. */
function boxOf(json: JsonObject, { locate }: QueryParseContext): GeoBox {
  try {
    return readBox(json, locate);
  } catch (thrown) {
    const reason = `failed to parse [geo_bounding_box] query. [${asApiError(thrown).reason}]`;
    throw new ApiError('parse_exception', reason);
  }
}

type Sides = { -readonly [K in keyof GeoBox]: GeoBox[K] };
const SIDES: ReadonlyMap<string, keyof GeoBox> = new Map([
  ['top', 'north'],
  ['bottom', 'south'],
  ['left', 'west'],
  ['right', 'east'],
]);
/** Maps a corner's names to the sides that meet there. */
const CORNERS: ReadonlyMap<string, readonly ['north' | 'south', 'west' | 'east']> = new Map([
  ['top_left', ['north', 'west']],
  ['topLeft', ['north', 'west']],
  ['bottom_right', ['south', 'east']],
  ['bottomRight', ['south', 'east']],
  ['top_right', ['north', 'east']],
  ['topRight', ['north', 'east']],
  ['bottom_left', ['south', 'west']],
  ['bottomLeft', ['south', 'west']],
]);

/**
 * Reads two opposite corners, the four sides, or `BBOX (west, east, north, south)`. A missing side
 * is NaN.
 */
function readBox(json: JsonObject, locate: QueryParseContext['locate']): GeoBox {
  const { NaN: none } = Number;
  const sides: Sides = { north: none, south: none, west: none, east: none };
  let whole: GeoBox | undefined;
  for (const [key, value = null] of Object.entries(json)) {
    const [side, corner] = [SIDES.get(key), CORNERS.get(key)];
    const reading = <T>(read: () => T): T => readingAt({ locate, inside: json, key }, read);
    if (key === 'wkt') whole = reading(() => fromWkt(textOf(value)));
    else if (side) sides[side] = reading(() => doubleOf(value));
    else if (corner) {
      const [latitude, longitude] = corner;
      const point = reading(() => cornerPoint(value, corner));
      sides[latitude] = point.lat;
      sides[longitude] = point.lon;
    } else throw refused(`failed to parse bounding box. unexpected field [${key}]`);
  }
  if (whole === undefined) return sides;
  if (Object.values(sides).every(Number.isNaN)) return whole;
  throw refused(
    'failed to parse bounding box. Conflicting definition found using well-known text and explicit corners.',
  );
}

/** A geohash stands for the outermost corner of its cell. */
function cornerPoint(
  json: JsonValue,
  [latitude, longitude]: readonly ['north' | 'south', 'west' | 'east'],
): GeoValue {
  const point = parseGeoValue(json);
  const hash = isJsonObject(json) ? json.geohash : json;
  if (typeof hash !== 'string' || hash.includes(',') || /point/i.test(hash)) return point;
  const { low, high } = geohashCell(hash.trim());
  return {
    lat: latitude === 'north' ? high.lat : low.lat,
    lon: longitude === 'east' ? high.lon : low.lon,
  };
}

function fromWkt(text: string): GeoBox {
  const boxes: GeoBox[] = [];
  const sink: ShapeSink = {
    ...IGNORED_SHAPES,
    envelope: (west, east, north, south) => void boxes.push({ west, east, north, south }),
  };
  const type = typeOfWkt(text, sink);
  if (type !== 'ENVELOPE') {
    throw refused(`failed to parse WKT bounding box. [${type}] found. expected [ENVELOPE]`);
  }
  const [box] = boxes;
  if (box === undefined) throw refused('failed to parse WKT bounding box');
  return box;
}

function typeOfWkt(text: string, sink: ShapeSink): string {
  try {
    return readWkt(text, sink);
  } catch {
    throw refused('failed to parse WKT bounding box');
  }
}

function refused(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
