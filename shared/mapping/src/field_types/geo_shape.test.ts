/** Tests fields of shapes: what they take, what they refuse and how, and the order of corners. */
import type { JsonObject, JsonValue } from '@skein/content';
import { failureOf, shown, typedField } from '../../testdata/mapping_fixture.js';
import { metersOf, metersPerUnit } from '../geo_shape/distance_unit.js';
import { isRightHanded } from '../geo_shape/geo_json.js';
import { parseShape, type ShapeOptions } from '../geo_shape/parse_shape.js';

const POINT = { type: 'Point', coordinates: [1, 2] };

function of(type: string, more: JsonObject = {}) {
  const { index } = typedField(type, more);
  return { index, refused: (value: JsonValue) => failureOf(() => index(value)) };
}

describe.each(['geo_shape', 'xy_shape'])('a field of type %s', (type) => {
  test.each<[JsonValue, number]>([
    [POINT, 1],
    ['POINT (1 2)', 1],
    [[POINT, null, POINT], 2],
    [['POINT (1 2)', 'POINT (3 4)'], 2],
    [['POINT (1 2)', POINT], 2],
    [[[POINT], 'LINESTRING (0 0, 1 1)'], 2],
    [[], 0],
    [null, 0],
    [[null], 0],
  ])('takes %j as %d shapes', (value, count) => {
    const { index } = of(type, { store: true });
    expect(shown(index(value)).filter((field) => field.startsWith('f='))).toHaveLength(count);
    expect(index(value).stored.fields?.f?.length ?? 0).toBe(count);
  });

  test('does not take numbers', () => {
    expect(of(type).refused([1, 2]).join()).toContain(
      'shape must be an object consisting of type and coordinates',
    );
  });

  test('leaves out what is malformed if the mapping says so', () => {
    const lenient = of(type, { ignore_malformed: true });
    expect(shown(lenient.index({ type: 'Point' }))).toEqual(['_ignored=f']);
    expect(shown(lenient.index(['x', POINT, 5]))).toEqual(['f=1 triangles', '_ignored=f']);
  });
});

test('a plane has integers that a double has not exactly', () => {
  const far = { type: 'Point', coordinates: [9007199254740993n, 2] };
  expect(shown(of('xy_shape').index(far))).toEqual(['f=1 triangles']);
});

describe('a fault in GeoJSON', () => {
  const { refused } = of('geo_shape', { ignore_z_value: false });
  const OUTER = 'Failed to build [geojson] after last required field arrived';

  test.each<[JsonObject, string]>([
    [{ type: 'Point' }, 'parse_exception: coordinates not included'],
    [{ type: 'Point', coordinates: 1 }, 'parse_exception: geo coordinates must be numbers'],
    [{ type: 'Point', coordinates: [1] }, 'parse_exception: geo coordinates must be numbers'],
    [
      { type: 'Point', coordinates: [1, 2, 3, 4] },
      'parse_exception: Exception parsing coordinates: number of dimensions do not match',
    ],
    [{ type: 'Polygon', coordinates: [1] }, 'parse_exception: geo coordinates must be numbers'],
    [{ type: 'Foo', coordinates: [1, 2] }, 'unknown geometry type [Foo]'],
    [{ type: 'GeometryCollection' }, 'parse_exception: geometries not included'],
    [
      { type: 'GeometryCollection', geometries: [1] },
      'parse_exception: geometries must be objects',
    ],
    [
      { type: 'envelope', coordinates: [[1, 2]] },
      'invalid number of points [1] provided for geo_shape [envelope] when expecting an array of 2 coordinates',
    ],
    [
      {
        type: 'Polygon',
        orientation: 'up',
        coordinates: [
          [
            [0, 0],
            [9, 0],
            [9, 9],
            [0, 0],
          ],
        ],
      },
      'Unknown orientation [up]',
    ],
  ])('is the cause of an error about the object: %j', (shape, cause) => {
    const reasons = refused(shape);
    expect(reasons.at(-2)).toBe(`x_content_parse_exception: ${OUTER}`);
    expect(reasons.at(-1)).toContain(cause);
  });

  test.each<[JsonValue, string]>([
    [{ coordinates: [1, 2] }, 'Required [type]'],
    [{ type: 'Point', coordinates: [1, 2, 3] }, 'found Z value [3.0] but [ignore_z_value]'],
    [{ type: 'circle', coordinates: [1, 2], radius: 1 }, 'circle geometry is not supported'],
    ['POINT (1)', "expected number but found: ')'"],
  ])('is told by itself: %j', (shape, reason) => {
    const reasons = refused(shape);
    expect(reasons.join()).not.toContain(OUTER);
    expect(reasons.at(-1)).toContain(reason);
  });
});

const OPTIONS: ShapeOptions = { ignoreZ: true, coerce: false, rightHanded: true };
const ROUND: ShapeOptions = { ...OPTIONS, radiusMeters: (radius) => metersOf(String(radius)) };

test('collections in GeoJSON are nested 32 deep at most', () => {
  const nested = (depth: number): JsonObject =>
    depth === 1 ? POINT : { type: 'GeometryCollection', geometries: [nested(depth - 1)] };
  expect(parseShape(nested(32), OPTIONS).points).toEqual([1, 2]);
  expect(() => parseShape(nested(33), OPTIONS)).toThrow('shapes are nested deeper than [32]');
});

test('a circle is a place and a radius, where circles are allowed', () => {
  const circle = { type: 'circle', coordinates: [1, 2], radius: '3km' };
  expect(parseShape(circle, ROUND).circles).toEqual(parseShape('CIRCLE (1 2 3000)', ROUND).circles);
  expect(parseShape('CIRCLE (1 2 3000)', ROUND).circles).toHaveLength(1);
  expect(parseShape('CIRCLE EMPTY', ROUND).circles).toEqual([]);
  expect(() => parseShape('CIRCLE (1 2)', ROUND)).toThrow("expected number but found: ')'");
  expect(parseShape('CIRCLE (1 2 3000 4)', ROUND).circles).toHaveLength(1);
  expect(() => parseShape('CIRCLE (1 2 3 4 5)', ROUND)).toThrow('expected ) but found: 5');
});

describe('the orientation of a ring', () => {
  test.each([
    ['right', true],
    ['RIGHT', true],
    ['ccw', true],
    ['counterclockwise', true],
    ['left', false],
    ['cw', false],
    ['ClockWise', false],
  ])('%s is right-handed: %s', (word, expected) => {
    expect(isRightHanded(word)).toBe(expected);
  });

  const ring = (...corners: number[][]) => ({ type: 'Polygon', coordinates: [corners] });
  /** Corners over the date line; the other way round it is the rest of the globe. */
  const corners = [
    [170, 0],
    [-170, 0],
    [-170, 10],
    [170, 10],
    [170, 0],
  ];

  test('is that of the shape, or else of the field', () => {
    const parsed = (more: JsonObject, rightHanded: boolean) =>
      JSON.stringify(parseShape({ ...ring(...corners), ...more }, { ...OPTIONS, rightHanded }));
    const [right, left] = [parsed({}, true), parsed({}, false)];
    expect(right).not.toBe(left);
    expect(parsed({ orientation: 'ccw' }, false)).toBe(right);
    expect(parsed({ orientation: 'cw' }, true)).toBe(left);
  });

  test('is that of the mapping', () => {
    const text = (more: JsonObject) =>
      JSON.stringify(of('geo_shape', more).index(ring(...corners)));
    expect(text({ orientation: 'left' })).toBe(text({ orientation: 'clockwise' }));
    expect(text({ orientation: 'left' })).not.toBe(text({}));
    expect(text({ orientation: 'right' })).toBe(text({}));
  });
});

test.each([
  ['in', 0.0254],
  ['inch', 0.0254],
  ['yd', 0.9144],
  ['yards', 0.9144],
  ['ft', 0.3048],
  ['feet', 0.3048],
  ['km', 1000],
  ['kilometers', 1000],
  ['nmi', 1852],
  ['NM', 1852],
  ['nauticalmiles', 1852],
  ['mm', 0.001],
  ['millimeters', 0.001],
  ['cm', 0.01],
  ['centimeters', 0.01],
  ['mi', 1609.344],
  ['miles', 1609.344],
  ['m', 1],
  ['meters', 1],
])('a distance in %s is %d meters', (unit, meters) => {
  expect(metersPerUnit(unit)).toBe(meters);
  expect(metersOf(`2 ${unit}`)).toBe(2 * meters);
  expect(metersOf('2', unit)).toBe(2 * meters);
});

test('a distance without a unit is in meters, and one in another is refused', () => {
  expect(metersOf(' 2.5 ')).toBe(2.5);
  expect(() => metersOf('2', 'parsec')).toThrow('No distance unit match [parsec]');
  expect(() => metersOf('2parsec')).toThrow('For input string: "2parsec"');
  expect(() => metersOf('2km ')).toThrow('For input string: "2km"');
  expect(() => metersPerUnit('toString')).toThrow('No distance unit match [toString]');
});
