/** The forms in which queries for places are written, and what is refused, as in OpenSearch. */

import type { JsonObject, JsonValue } from '@skein/content';
import { mappingOf } from '../testing/mapping_of.js';
import { TestIndex } from '../testing/test_index.js';

const PLACES: readonly JsonValue[] = [
  { lat: 10, lon: 20 },
  { lat: 10.5, lon: 20.5 },
  { lat: -10, lon: 20 },
  { lat: 20, lon: 10 },
];

const index = new TestIndex({
  mapping: mappingOf({ at: 'geo_point', shape: 'geo_shape', tag: 'keyword' }),
  documents: PLACES.map((at) => ({ at })),
});

const matches = (query: JsonObject): readonly string[] => index.matches(query);

describe('geo_distance', () => {
  const near = (place: JsonObject): JsonObject => ({
    geo_distance: { distance: '100km', ...place },
  });

  it.each<[string, JsonObject]>([
    ['an object', { at: { lat: 10, lon: 20 } }],
    ['a geohash in an object', { at: { geohash: 's3y0zh7w1z' } }],
    ['a list', { at: [20, 10] }],
    ['a text', { at: '10,20' }],
    ['a geohash', { at: 's3y0zh7w1z' }],
    ['parts', { 'at.lat': 10, 'at.lon': 20 }],
    ['parts, the other first', { 'at.lon': 20, 'at.lat': 10 }],
  ])('reads %s', (_form, place) => {
    expect(matches(near(place))).toEqual(['1', '2']);
  });

  it.each<[JsonObject, string]>([
    [{ distance: 'NaN' }, "radiusMeters: 'NaN' is invalid"],
    [{ distance: '1e400km' }, "radiusMeters: 'Infinity' is invalid"],
    [
      { at: [380, 10], validation_method: 'IGNORE_MALFORMED' },
      'invalid longitude 380.0; must be between -180.0 and 180.0',
    ],
    [
      { at: [20, 95], validation_method: 'IGNORE_MALFORMED' },
      'invalid latitude 95.0; must be between -90.0 and 90.0',
    ],
  ])('is no circle: %j', (options, reason) => {
    const { at = [20, 10], ...rest } = options;
    expect(() => matches(near({ at, ...rest }))).toThrow(reason);
    expect(() => matches(near({ shape: at, ...rest }))).toThrow(reason);
  });

  it.each<[JsonObject, string]>([
    [
      { at: { lat: 1, lon: 2 }, tag: { lat: 1, lon: 2 } },
      "[geo_distance] query doesn't support multiple fields, found [at] and [tag]",
    ],
    [{ at: '1,2', tag: '1,2' }, 'failed to parse [geo_distance] query. unexpected field [tag]'],
    [{ 'at.lat': 1, tag: '1,2' }, 'failed to parse [geo_distance] query. unexpected field [tag]'],
    [{ at: { lat: 1, lon: 2, alt: 3 } }, '[geo_distance] query does not support [at]'],
    [{}, 'fieldName must not be null or empty'],
    [{ '': '1,2' }, 'fieldName must not be null or empty'],
    [{ at: '1,2', distance: 0 }, 'distance must be greater than zero'],
    [{ at: '1,2', distance: null }, "geo_distance requires 'distance' to be specified"],
    [{ at: '1,2', distance_type: 'x' }, 'No geo distance for [x]'],
  ])('refuses %j', (place, reason) => {
    expect(() => matches(near(place))).toThrow(reason);
  });
});

describe('geo_bounding_box', () => {
  const inside = (box: JsonObject, options: JsonObject = {}): JsonObject => ({
    geo_bounding_box: { at: box, ...options },
  });

  it.each<[JsonObject]>([
    [{ top: 11, left: 19, bottom: 9, right: 21 }],
    [{ top_left: { lat: 11, lon: 19 }, bottom_right: { lat: 9, lon: 21 } }],
    [{ topRight: [21, 11], bottomLeft: '9,19' }],
    [{ wkt: 'BBOX (19, 21, 11, 9)' }],
    [{ top_left: 's3y', bottom_right: 's3y' }],
  ])('reads %j', (box) => {
    expect(matches(inside(box))).toEqual(['1', '2']);
  });

  it.each<[JsonObject, string]>([
    [{ wkt: 'BBOX (19, 21, 11)' }, 'failed to parse WKT bounding box'],
    [{ wkt: 'BBOX (19, 21, 11, x)' }, 'failed to parse WKT bounding box'],
    [{ wkt: 'BBOX (19, 21, 11, )' }, 'failed to parse WKT bounding box'],
    [{ wkt: 'BBOX (19, 21, 11, 9, 8)' }, 'failed to parse WKT bounding box'],
    [{ wkt: 'BBOX EMPTY' }, 'failed to parse WKT bounding box]'],
    [
      { wkt: 'GEOMETRYCOLLECTION (BBOX (19, 21, 11, 9))' },
      'failed to parse WKT bounding box. [GEOMETRYCOLLECTION] found. expected [ENVELOPE]',
    ],
    [
      { wkt: 'POINT (19 21)' },
      'failed to parse WKT bounding box. [POINT] found. expected [ENVELOPE]',
    ],
    [{ wkt: 'BBOX (19, 21, 11, 9)', top: 1 }, 'Conflicting definition found using well-known text'],
    [{ top: 1, left: 2, bottom: 1, right: 3 }, 'top cannot be the same as bottom: 1.0 == 1.0'],
    [{ top: 1, left: 2, bottom: 0, right: 2 }, 'left cannot be the same as right: 2.0 == 2.0'],
    [{ top: 0, left: 2, bottom: 1, right: 3 }, 'top is below bottom corner: 0.0 vs. 1.0'],
    [{ top: 1, left: 2, bottom: 0 }, 'right longitude is invalid: NaN'],
    [{ middle: 1 }, 'failed to parse bounding box. unexpected field [middle]'],
  ])('refuses %j', (box, reason) => {
    expect(() => matches(inside(box))).toThrow(reason);
  });

  it('knows two types of execution, which change nothing', () => {
    const box = { top: 11, left: 19, bottom: 9, right: 21 };
    expect(matches(inside(box, { type: 'Memory' }))).toEqual(['1', '2']);
    expect(() => matches(inside(box, { type: 'disk' }))).toThrow(
      'no type can be parsed from ordinal disk',
    );
  });
});

describe('geo_polygon', () => {
  const within = (polygon: JsonObject): JsonObject => ({ geo_polygon: { at: polygon } });

  it('is closed where it is not', () => {
    const corners = ['9,19', '9,21', '11,20.5'];
    expect(matches(within({ points: corners }))).toEqual(['1', '2']);
    expect(matches(within({ points: [...corners, '9,19'] }))).toEqual(['1', '2']);
  });

  it('coerces a longitude beyond the date line to the east side of it', () => {
    const points = ['9,-340.5', '9,540', '11,540', '11,-340.5'];
    const query = (geo: JsonObject) => ({ geo_polygon: { at: { points }, ...geo } });
    expect(matches(query({ validation_method: 'coerce' }))).toEqual(['1', '2']);
    expect(() => matches(query({}))).toThrow('illegal longitude value [-340.5]');
  });

  it.each<[JsonObject, string]>([
    [{ points: ['9,19', '9,21'] }, 'too few points defined for geo_polygon query'],
    [{ points: ['9,19', '9,21', '9,19'] }, 'too few points defined for geo_polygon query'],
    [{ points: [] }, 'polygon must not be null or empty'],
    [{ points: 1 }, 'query does not support token type [VALUE_NUMBER] under [points]'],
    [{ corners: [] }, '[geo_polygon] query does not support [corners]'],
  ])('refuses %j', (polygon, reason) => {
    expect(() => matches(within(polygon))).toThrow(reason);
  });

  it('needs a field', () => {
    expect(() => matches({ geo_polygon: { boost: 1 } })).toThrow(
      'no points defined for geo_polygon query',
    );
    expect(() => matches({ geo_polygon: { '': { points: ['1,2'] } } })).toThrow(
      'fieldName must not be null',
    );
  });
});

describe('geo_shape on points', () => {
  const inside = (shape: JsonValue): JsonObject => ({ geo_shape: { at: { shape } } });
  const east = 'POLYGON ((19 9, 20.2 9, 20.2 11, 19 11, 19 9))';
  const south = 'BBOX (19, 21, -9, -11)';

  it.each([
    [east, ['1']],
    [south, ['3']],
    [`MULTIPOLYGON (${east.slice(7)}, ((19 -9, 21 -9, 21 -11, 19 -11, 19 -9)))`, ['1', '3']],
    [`GEOMETRYCOLLECTION (${east}, GEOMETRYCOLLECTION (ENVELOPE (19, 21, -9, -11)))`, ['1', '3']],
    [`${east} # nothing follows`, ['1']],
  ])('%s', (text, expected) => expect(matches(inside(text))).toEqual(expected));

  it.each([
    ['POINT (20 10)', 'Field [at] does not support point queries'],
    ['GEOMETRYCOLLECTION (MULTIPOINT (20 10))', 'Field [at] does not support multipoint queries'],
    ['LINESTRING (20 10, 21 11)', 'Field [at] does not support linestring queries'],
    ['CIRCLE (20 10 1000)', 'Unknown geometry type: circle'],
    ['Rhombus (20 10)', 'unknown geo_shape [Rhombus]'],
    [`${east} )`, "expected end of WKT string but found additional text: ')'"],
    [`${east} x`, 'expected end of WKT string but found additional text: x'],
    ['POLYGON EMPTY', 'either shape or indexedShapeId is required'],
  ])('%s is refused', (text, reason) => expect(() => matches(inside(text))).toThrow(reason));
});
