/** Shapes of documents in both formats, as `fields` of OpenSearch 2.19.1 shows them. */
import { type JsonValue, stringifyJson } from '@skein/content';
import { shownShape } from './shown_shape.js';

const CLOCKWISE = [
  [0, 0],
  [0, 10],
  [10, 10],
  [0, 0],
];

test.each([
  ['POINT(1.10 2e1)', '{"coordinates":[1.1,20.0],"type":"Point"}'],
  ['point (1 2 3)', '{"coordinates":[1.0,2.0,3.0],"type":"Point"}'],
  ['LINESTRING(1 2,3 4)', '{"coordinates":[[1.0,2.0],[3.0,4.0]],"type":"LineString"}'],
  [
    'POLYGON((0 0,1 0,1 1,0 0),(2 2,3 2,3 3,2 2))',
    '{"coordinates":[[[0.0,0.0],[1.0,0.0],[1.0,1.0],[0.0,0.0]],[[2.0,2.0],[3.0,2.0],[3.0,3.0],[2.0,2.0]]],"type":"Polygon"}',
  ],
  ['MULTIPOINT(1 2,3 4)', '{"coordinates":[[1.0,2.0],[3.0,4.0]],"type":"MultiPoint"}'],
  [
    'MULTILINESTRING((1 2,3 4),(5 6,7 8))',
    '{"coordinates":[[[1.0,2.0],[3.0,4.0]],[[5.0,6.0],[7.0,8.0]]],"type":"MultiLineString"}',
  ],
  [
    'MULTIPOLYGON(((0 0,1 0,1 1,0 0)))',
    '{"coordinates":[[[[0.0,0.0],[1.0,0.0],[1.0,1.0],[0.0,0.0]]]],"type":"MultiPolygon"}',
  ],
  ['BBOX(1,20,10,2)', '{"coordinates":[[1.0,10.0],[20.0,2.0]],"type":"Envelope"}'],
  [
    'GEOMETRYCOLLECTION(POINT(1 2),GEOMETRYCOLLECTION(LINESTRING(1 2,3 4)))',
    '{"geometries":[{"coordinates":[1.0,2.0],"type":"Point"},{"geometries":[{"coordinates":[[1.0,2.0],[3.0,4.0]],"type":"LineString"}],"type":"GeometryCollection"}],"type":"GeometryCollection"}',
  ],
])('%s as GeoJSON', (text, expected) => {
  expect(stringifyJson(shownShape(text, undefined, true))).toBe(expected);
  expect(shownShape(text, 'wkt', true)).toBe(text);
});

test.each<[JsonValue, string]>([
  [{ type: 'point', coordinates: [20, 1e-7] }, 'POINT (20.0 1.0E-7)'],
  [{ type: 'Point', coordinates: [1, 2, 3] }, 'POINT (1.0 2.0 3.0)'],
  [
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    'LINESTRING (1.0 2.0, 3.0 4.0)',
  ],
  [
    { type: 'Polygon', coordinates: [CLOCKWISE, CLOCKWISE] },
    'POLYGON ((0.0 0.0, 0.0 10.0, 10.0 10.0, 0.0 0.0), (0.0 0.0, 0.0 10.0, 10.0 10.0, 0.0 0.0))',
  ],
  [
    { type: 'Polygon', orientation: 'cw', coordinates: [CLOCKWISE] },
    'POLYGON ((0.0 0.0, 10.0 10.0, 0.0 10.0, 0.0 0.0))',
  ],
  [
    { type: 'MultiPolygon', coordinates: [[CLOCKWISE], [CLOCKWISE]] },
    'MULTIPOLYGON (((0.0 0.0, 0.0 10.0, 10.0 10.0, 0.0 0.0)),((0.0 0.0, 0.0 10.0, 10.0 10.0, 0.0 0.0)))',
  ],
  [
    { type: 'MultiLineString', coordinates: [CLOCKWISE] },
    'MULTILINESTRING ((0.0 0.0, 0.0 10.0, 10.0 10.0, 0.0 0.0))',
  ],
  [
    {
      type: 'envelope',
      coordinates: [
        [1, 10],
        [20, 2],
      ],
    },
    'BBOX (1.0, 20.0, 10.0, 2.0)',
  ],
  [
    { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] },
    'GEOMETRYCOLLECTION (POINT (1.0 2.0))',
  ],
])('%j as well-known text', (shape, expected) => {
  expect(shownShape(shape, 'wkt', true)).toBe(expected);
  expect(shownShape(shape, 'geojson', true)).toBe(shape);
});

test('another format is refused', () => {
  expect(() => shownShape('POINT (1 2)', 'x', true)).toThrow('Unrecognized geometry format [x].');
});
