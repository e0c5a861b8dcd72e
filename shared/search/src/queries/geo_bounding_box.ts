/** `geo_bounding_box`: points between two latitudes and two longitudes; a box may cross the date line. */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { type GeoValue, parseGeoValue } from '@skein/mapping';
import {
  boxArea,
  type GeoBox,
  type GeoGeometry,
  geoAreaQuery,
  geoShapeQuery,
} from '@skein/search_library';
import {
  defaultGeoOptions,
  type GeoOptions,
  geoOptionReaders,
  onGeoPoint,
  validPoint,
} from '../geo/geo_field.js';
import { readOptions } from './header.js';
import { textOf } from './options.js';
import type { QueryType } from './query_node.js';
import { parsingError } from './query_parse_context.js';

export const geo_bounding_box: QueryType = {
  name: 'geo_bounding_box',
  parse(body, context) {
    let field: string | undefined;
    let box: GeoBox | undefined;
    const rest: Record<string, JsonValue> = {};
    for (const [key, json = null] of Object.entries(body)) {
      if (isJsonObject(json)) {
        field = key;
        box = readBox(json);
      } else rest[key] = json;
    }
    const geo = defaultGeoOptions();
    const header = readOptions(
      { query: 'geo_bounding_box', options: rest, context },
      {
        ...geoOptionReaders(geo),
        // How the reference runs the query; it has one way left.
        type: (json) => void textOf(json),
      },
    );
    if (field === undefined || box === undefined) {
      throw parsingError(context, 'failed to parse [geo_bounding_box] query. no field given', body);
    }
    const name = field;
    const corners = geo.validation === 'ignore_malformed' ? box : checked(box);
    return {
      ...header,
      toQuery: (shard) =>
        onGeoPoint(
          { ...geo, name },
          shard,
          (mapped) => geoAreaQuery(mapped.spec.name, boxArea(validBox(corners, geo))),
          (mapped) =>
            geoShapeQuery(mapped.spec.name, 'intersects', boxGeometry(validBox(corners, geo))),
        ),
    };
  },
};

function validBox({ south, north, west, east }: GeoBox, geo: GeoOptions): GeoBox {
  const low = validPoint({ lat: south, lon: west }, geo);
  const high = validPoint({ lat: north, lon: east }, geo);
  return { south: low.lat, north: high.lat, west: low.lon, east: high.lon };
}

function boxGeometry({ south, north, west, east }: GeoBox): GeoGeometry {
  const box = { west, east: west > east ? east + 360 : east, south, north };
  return { points: [], lines: [], polygons: [], circles: [], boxes: [box] };
}

function checked(box: GeoBox): GeoBox {
  const { south, north, west, east } = box;
  let problem: string | undefined;
  if (north < south) problem = `top is below bottom corner: ${north} vs. ${south}`;
  if (north === south) problem = `top cannot be the same as bottom: ${north} == ${south}`;
  if (west === east) problem = `left cannot be the same as right: ${west} == ${east}`;
  if (problem !== undefined) throw new ApiError('illegal_argument_exception', problem);
  return box;
}

const BBOX = /^\s*bbox\s*\(([^)]*)\)\s*$/i;

/** Two opposite corners, the four sides, or `BBOX (west, east, north, south)`. */
function readBox(json: JsonObject): GeoBox {
  const sides: { -readonly [K in keyof GeoBox]?: GeoBox[K] } = {};
  const corner = (value: JsonValue, use: (point: GeoValue) => void) =>
    use(parseGeoValue(value, true));
  for (const [key, value = null] of Object.entries(json)) {
    switch (key) {
      case 'top':
        sides.north = numberOf(value);
        break;
      case 'bottom':
        sides.south = numberOf(value);
        break;
      case 'left':
        sides.west = numberOf(value);
        break;
      case 'right':
        sides.east = numberOf(value);
        break;
      case 'top_left':
      case 'topLeft':
        corner(value, ({ lat, lon }) => Object.assign(sides, { north: lat, west: lon }));
        break;
      case 'bottom_right':
      case 'bottomRight':
        corner(value, ({ lat, lon }) => Object.assign(sides, { south: lat, east: lon }));
        break;
      case 'top_right':
      case 'topRight':
        corner(value, ({ lat, lon }) => Object.assign(sides, { north: lat, east: lon }));
        break;
      case 'bottom_left':
      case 'bottomLeft':
        corner(value, ({ lat, lon }) => Object.assign(sides, { south: lat, west: lon }));
        break;
      case 'wkt':
        Object.assign(sides, fromWkt(textOf(value)));
        break;
      default:
        throw new ApiError(
          'parse_exception',
          `failed to parse bounding box. unexpected field [${key}]`,
        );
    }
  }
  const { south, north, west, east } = sides;
  if (south === undefined || north === undefined || west === undefined || east === undefined) {
    throw new ApiError(
      'parse_exception',
      'failed to parse bounding box. Conflicting definition found',
    );
  }
  return { south, north, west, east };
}

function fromWkt(text: string): GeoBox {
  const numbers =
    BBOX.exec(text)?.[1]
      ?.split(',')
      .map((part) => Number(part.trim())) ?? [];
  const [west, east, north, south] = numbers;
  if (
    numbers.length !== 4 ||
    west === undefined ||
    east === undefined ||
    north === undefined ||
    south === undefined ||
    numbers.some(Number.isNaN)
  ) {
    throw new ApiError('parse_exception', 'failed to parse WKT bounding box. [BBOX] expected');
  }
  return { south, north, west, east };
}

function numberOf(json: JsonValue): number {
  const number = Number(textOf(json));
  if (!Number.isNaN(number)) return number;
  throw new ApiError('number_format_exception', `For input string: "${textOf(json)}"`);
}
