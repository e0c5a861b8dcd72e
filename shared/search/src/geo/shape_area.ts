/** Areas of shapes in GeoJSON or well-known text. Lines and points have no area. */
import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from '@skein/content';
import { ApiError } from '@skein/errors';
import { IGNORED_SHAPES, readWkt } from '@skein/mapping';
import {
  boxArea,
  circleArea,
  type GeoArea,
  type GeoRing,
  polygonArea,
  unionArea,
} from '@skein/search_library';
import { textOf } from '../queries/options.js';
import { distanceMeters } from './distance_unit.js';
import { failure } from './geo_field.js';

/** `field` is named in the error if the shape's type cannot be used on points. */
export function shapeArea(shape: JsonValue, field: string): GeoArea {
  if (typeof shape === 'string') return wktArea(shape, field);
  if (!isJsonObject(shape))
    throw malformed('shape must be an object consisting of type and coordinates');
  return geoJsonArea(shape, field);
}

function geoJsonArea(shape: JsonObject, field: string): GeoArea {
  if (shape.type === undefined) throw malformed('shape type not included');
  const type = textOf(shape.type).toLowerCase();
  if (type === 'geometrycollection') {
    const members = arrayOf(shape.geometries).map((each) => shapeArea(each, field));
    return unionArea(members);
  }
  const coordinates = arrayOf(shape.coordinates);
  switch (type) {
    case 'envelope': {
      const [west, north] = pairOf(coordinates[0]);
      const [east, south] = pairOf(coordinates[1]);
      return boxArea({ south, north, west, east });
    }
    case 'circle': {
      const [lon, lat] = pairOf(coordinates);
      return circleArea({ lat, lon }, distanceMeters(shape.radius ?? null));
    }
    case 'polygon':
      return polygonOf(ringsOf(coordinates));
    case 'multipolygon':
      return unionArea(coordinates.map((polygon) => polygonOf(ringsOf(polygon))));
    default:
      throw unsupported(type, field);
  }
}

type Position = readonly number[];

function ringsOf(polygon: JsonValue): readonly (readonly Position[])[] {
  return arrayOf(polygon).map((ring) => arrayOf(ring).map(pairOf));
}

function polygonOf(rings: readonly (readonly Position[])[]): GeoArea {
  const [outline, ...holes] = rings.map(ringOf);
  if (outline === undefined) throw malformed('polygon has no outline');
  return polygonArea({ outline, holes });
}

function ringOf(pairs: readonly Position[]): GeoRing {
  const [first] = pairs;
  const last = pairs.at(-1);
  if (pairs.length < 4) {
    throw malformed(
      `invalid number of points in LinearRing (found [${pairs.length}] - must be >= 4)`,
    );
  }
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) {
    throw malformed('invalid LinearRing found (coordinates are not closed)');
  }
  return pairs.map(([lon = 0, lat = 0]) => ({ lat, lon }));
}

function arrayOf(json: JsonValue | undefined): JsonArray {
  if (isJsonArray(json)) return json;
  throw malformed('shape must be an object consisting of type and coordinates');
}

/** Reads `[lon, lat]` and ignores further elements. */
function pairOf(json: JsonValue | undefined): readonly [number, number] {
  const [lon, lat] = arrayOf(json);
  if (typeof lon === 'number' && typeof lat === 'number') return [lon, lat];
  throw malformed('geo coordinates must be numbers');
}

/** The types of well-known text that are areas or consist of shapes. */
const AREAS: ReadonlySet<string> = new Set([
  'POLYGON',
  'MULTIPOLYGON',
  'ENVELOPE',
  'GEOMETRYCOLLECTION',
]);

function wktArea(text: string, field: string): GeoArea {
  const areas: GeoArea[] = [];
  readWkt(text, {
    ...IGNORED_SHAPES,
    isQuery: true,
    polygon: (rings) => {
      areas.push(polygonOf(rings));
    },
    envelope: (west, east, north, south) => {
      areas.push(boxArea({ south, north, west, east }));
    },
    end: (type) => {
      if (!AREAS.has(type)) throw unsupported(type.toLowerCase(), field);
    },
  });
  return unionArea(areas);
}

function unsupported(type: string, field: string): ApiError {
  return failure(`Field [${field}] does not support ${type} queries`);
}

function malformed(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}
