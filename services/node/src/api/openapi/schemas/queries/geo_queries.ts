/** The options of queries on places and shapes. */
import { closed, list, number, oneOf, text, words } from '../schema.js';
import {
  besideField,
  geoPoint,
  geoShape,
  ignoreUnmapped,
  type QuerySchemas,
  textOrInteger,
  validation,
} from './query_parts.js';

const deprecatedPoint = { ...geoPoint, deprecated: true };

/** A box by two corners, four sides or WKT. */
const geoBox = {
  top_left: geoPoint,
  bottom_right: geoPoint,
  top_right: geoPoint,
  bottom_left: geoPoint,
  top: number,
  left: number,
  bottom: number,
  right: number,
  wkt: text,
};

const related = besideField(
  ignoreUnmapped,
  closed({
    shape: geoShape,
    relation: words('intersects', 'disjoint', 'within', 'contains'),
    indexed_shape: closed({ index: text, id: text, path: text, routing: text }, ['id']),
    ...ignoreUnmapped,
  }),
  { area: { shape: 'POLYGON ((0 0, 9 0, 9 9, 0 0))', relation: 'within' } },
);

export const GEO_QUERIES: QuerySchemas = {
  geo_bounding_box: besideField(
    { type: words('memory', 'indexed'), ...validation },
    closed({
      ...geoBox,
      topLeft: deprecatedPoint,
      bottomRight: deprecatedPoint,
      topRight: deprecatedPoint,
      bottomLeft: deprecatedPoint,
    }),
    { place: { top_left: { lat: 9, lon: 0 }, bottom_right: { lat: 2, lon: 9 } } },
  ),
  geo_distance: besideField(
    {
      distance: textOrInteger,
      unit: text,
      distance_type: words('arc', 'plane'),
      ...validation,
    },
    oneOf(closed({ lat: number, lon: number, geohash: text }), text, number, list(number)),
    { distance: '400km', place: { lat: 3, lon: 1 } },
  ),
  geo_polygon: besideField(validation, closed({ points: list(geoPoint) }, ['points']), {
    place: { points: ['0,0', '12,0', '12,9', '0,9'] },
  }),
  geo_grid: besideField(ignoreUnmapped, closed({ geohash: text, geotile: text, geohex: text }), {
    place: { geohash: 's1' },
  }),
  geo_shape: related,
  shape: related,
  xy_shape: related,
};
