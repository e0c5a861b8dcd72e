/** The options of queries on places and shapes. */
import * as s from '../schema.js';
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
  top: s.number,
  left: s.number,
  bottom: s.number,
  right: s.number,
  wkt: s.text,
};

const related = besideField(
  ignoreUnmapped,
  s.closed({
    shape: geoShape,
    relation: s.words('intersects', 'disjoint', 'within', 'contains'),
    indexed_shape: s.closed({ index: s.text, id: s.text, path: s.text, routing: s.text }, ['id']),
  }),
  { area: { shape: 'POLYGON ((0 0, 9 0, 9 9, 0 0))', relation: 'within' } },
);

export const GEO_QUERIES: QuerySchemas = {
  geo_bounding_box: besideField(
    { type: s.words('memory', 'indexed'), ...validation },
    s.closed({
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
      unit: s.text,
      distance_type: s.words('arc', 'plane'),
      ...validation,
    },
    s.oneOf(
      s.closed({ lat: s.number, lon: s.number, geohash: s.text }),
      s.text,
      s.number,
      s.list(s.number),
    ),
    { distance: '400km', place: { lat: 3, lon: 1 } },
  ),
  geo_polygon: besideField(validation, s.closed({ points: s.list(geoPoint) }, ['points']), {
    place: { points: ['0,0', '12,0', '12,9', '0,9'] },
  }),
  geo_grid: besideField(
    ignoreUnmapped,
    s.closed({ geohash: s.text, geotile: s.text, geohex: s.text }),
    {
      place: { geohash: 's1' },
    },
  ),
  geo_shape: related,
  shape: related,
  xy_shape: related,
};
