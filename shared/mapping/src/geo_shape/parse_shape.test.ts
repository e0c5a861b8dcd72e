import type { JsonValue } from '@skein/content';
import { parseShape, type ShapeOptions } from './parse_shape.js';

const options: ShapeOptions = { ignoreZ: true, coerce: false, rightHanded: true };
const nothing = { points: [], lines: [], polygons: [], boxes: [], circles: [] };

test.each([
  ['POINT (1 2)', { type: 'Point', coordinates: [1, 2] }, { points: [1, 2] }],
  [
    'MULTIPOINT (1 2, 3 4)',
    {
      type: 'multipoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    { points: [1, 2, 3, 4] },
  ],
  [
    'MULTIPOINT ((1 2), (3 4))',
    {
      type: 'multipoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    { points: [1, 2, 3, 4] },
  ],
  [
    'linestring(1 2 8, 3 4 9) # with heights',
    {
      type: 'LineString',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    { lines: [[1, 2, 3, 4]] },
  ],
  [
    'MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))',
    {
      type: 'multilinestring',
      coordinates: [
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 8],
        ],
      ],
    },
    {
      lines: [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
    },
  ],
  [
    'POLYGON ((0 0, 9 0, 9 9, 0 0), (5 2, 6 3, 6 2, 5 2))',
    {
      type: 'polygon',
      coordinates: [
        [
          [0, 0],
          [9, 0],
          [9, 9],
          [0, 0],
        ],
        [
          [5, 2],
          [6, 3],
          [6, 2],
          [5, 2],
        ],
      ],
    },
    { polygons: [{ shell: [0, 0, 9, 0, 9, 9, 0, 0], holes: [[5, 2, 6, 3, 6, 2, 5, 2]] }] },
  ],
  [
    'BBOX (1, 2, 4, 3)',
    {
      type: 'envelope',
      coordinates: [
        [1, 4],
        [2, 3],
      ],
    },
    { boxes: [{ west: 1, east: 2, south: 3, north: 4 }] },
  ],
  [
    'GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (0 0, 1 1))',
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'point', coordinates: [1, 2] },
        {
          type: 'linestring',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
    },
    { points: [1, 2], lines: [[0, 0, 1, 1]] },
  ],
])('%s and its GeoJSON are one shape', (wkt, json, shape) => {
  expect(parseShape(wkt, options)).toEqual({ ...nothing, ...shape });
  expect(parseShape(json, options)).toEqual({ ...nothing, ...shape });
});

test.each<[unknown, string]>([
  ['FOO (1 2)', 'Unknown geometry type: foo'],
  ['POINT (1', 'expected number but found: END-OF-STREAM'],
  [12, 'shape must be an object consisting of type and coordinates'],
  [{ coordinates: [1, 2] }, 'Required [type]'],
  [{ type: 'point' }, 'coordinates not included'],
  [{ type: 'point', coordinates: ['a', 1] }, 'geo coordinates must be numbers'],
  [{ type: 'circle', coordinates: [1, 2], radius: '1km' }, 'circle geometry is not supported'],
  [
    {
      type: 'envelope',
      coordinates: [
        [0, 0],
        [9, 9],
      ],
    },
    'max y cannot be less than min x',
  ],
  [
    {
      type: 'polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
    'at least 4 polygon points required',
  ],
  [{ type: 'polygon', coordinates: [[[0, 0]]] }, 'not enough points to build a line'],
  [{ type: 'linestring', coordinates: [[1, 2]] }, 'not enough points to build a line'],
  [
    {
      type: 'polygon',
      coordinates: [
        [
          [0, 0],
          [9, 0],
          [9, 9],
          [0, 9],
        ],
      ],
    },
    'first and last points of the linear ring must be the same (it must close itself): x[0]=0.0 x[3]=0.0 y[0]=0.0 y[3]=9.0',
  ],
  [
    {
      type: 'polygon',
      coordinates: [
        [
          [0, 0],
          [9, 0],
          [9, 9],
          [0, 0],
        ],
        [
          [20, 20],
          [21, 20],
          [21, 21],
          [20, 20],
        ],
      ],
    },
    'Invalid shape: Hole is not within polygon',
  ],
])('%j is refused', (shape, reason) => {
  expect(() => parseShape(shape as never, options)).toThrow(reason);
});

test('rings are closed when asked to, heights refused', () => {
  const open = {
    type: 'polygon',
    coordinates: [
      [
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 9],
      ],
    ],
  };
  expect(parseShape(open, { ...options, coerce: true }).polygons[0]?.shell).toHaveLength(10);
  expect(() => parseShape('POINT (1 2 3)', { ...options, ignoreZ: false })).toThrow(
    'found Z value [3.0] but [ignore_z_value] parameter is [false]',
  );
});

test('a hole begins within the shell, wherever that lies', () => {
  const polygon = (hole: string) =>
    parseShape(`POLYGON ((4 0, 9 0, 9 2, 4 2, 4 0), (${hole}))`, options).polygons;
  expect(polygon('8 1, 8.5 1, 8 1.5, 8 1')).toHaveLength(1);
  for (const hole of ['1 8, 1 8.5, 1.5 8, 1 8', '8 8, 8 8.5, 8.5 8, 8 8']) {
    expect(() => polygon(hole)).toThrow('Hole is not within polygon');
  }
});

test('a box on a plane may be a line, but not reversed', () => {
  const plane = { ...options, isPlane: true as const };
  const { boxes } = parseShape('BBOX (1, 1, 4, 4)', plane);
  expect(boxes).toEqual([{ west: 1, east: 1, south: 4, north: 4 }]);
  expect(() => parseShape('BBOX (2, 1, 4, 3)', plane)).toThrow(
    'minX must be less than maxX, got 2.0 > 1.0',
  );
  expect(() => parseShape('BBOX (1, 2, 3, 4)', plane)).toThrow('max y cannot be less than min x');
});

test('numbers on a plane are floats, on a globe up to 90 degrees north and south', () => {
  const plane = { ...options, isPlane: true as const };
  expect(parseShape('LINESTRING (0.1 95, 1 2)', plane).lines).toEqual([
    [Math.fround(0.1), 95, 1, 2],
  ]);
  expect(() => parseShape('POINT (1e39 0)', plane)).toThrow(
    'invalid value 1.0E39; must be between -3.4028234663852886E38 and 3.4028234663852886E38',
  );
  expect(parseShape('LINESTRING (0 -90, 1 90)', options).lines).toEqual([[0, -90, 1, 90]]);
  for (const far of ['90.5', '-90.5']) {
    expect(() => parseShape(`LINESTRING (0 0, 1 ${far})`, options)).toThrow(
      `invalid latitude ${far}; must be between -90.0 and 90.0`,
    );
  }
});

test('collections of well-known text are nested 999 deep at most', () => {
  const nested = (depth: number) =>
    `${'GEOMETRYCOLLECTION ('.repeat(depth)}POINT (1 2)${')'.repeat(depth)}`;
  expect(parseShape(nested(999), options)).toEqual({ ...nothing, points: [1, 2] });
  expect(() => parseShape(nested(1_000), options)).toThrow(
    'a geometry collection with a depth greater than 1000 is not supported',
  );
});

test.each(['POINT (1 2) x', 'POINT (1 2)) (', 'POINT # (3 4)\n (1 2)#', 'POINT(1 2 NaN)'])(
  'OpenSearch reads a point in: %j',
  (text) => expect(parseShape(text, options).points).toEqual([1, 2]),
);

test('members of a list of lines or polygons may be empty', () => {
  const { lines } = parseShape('MULTILINESTRING (EMPTY, (0 0, 1 1), empty)', options);
  expect(lines).toEqual([[0, 0, 1, 1]]);
  const { polygons } = parseShape('MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), EMPTY)', options);
  expect(polygons).toHaveLength(1);
  expect(parseShape('MULTIPOLYGON (EMPTY)', options)).toEqual(nothing);
});

test('rings are compared with their heights, and closed if told to', () => {
  const open = 'POLYGON ((0 0 1, 0 9 1, 9 9 1, 0 0 2))';
  expect(() => parseShape(open, options)).toThrow(
    'it must close itself): x[0]=0.0 x[3]=0.0 y[0]=0.0 y[3]=0.0 z[0]=1.0 z[3]=2.0',
  );
  const closed = parseShape('POLYGON ((0 0, 9 0, 9 9))', { ...options, coerce: true });
  expect(closed.polygons[0]?.shell).toEqual([0, 0, 9, 0, 9, 9, 0, 0]);
});

test.each([
  ['POINT (1)', "expected number but found: ')'"],
  ['POINT (1 x)', 'invalid number found: x'],
  ['POINT (1 0x10)', 'invalid number found: 0x10'],
  ['POINT (1 2 x)', 'invalid number found: x'],
  ['POINT (1 2', 'expected word but found: END-OF-STREAM'],
  ['POINT 1 2', 'expected EMPTY or ( but found: 1'],
  ['POINT )', "expected EMPTY or ( but found: ')'"],
  ['POINT (1 2, 3 4)', "expected ) but found: ','"],
  ['POINT', 'expected word but found: END-OF-STREAM'],
  ['', 'expected word but found: END-OF-STREAM'],
  ['(1 2)', 'Unknown geometry type: ('],
  ['POINT [1 2]', "expected word but found: '['"],
  ['POINT_ (1 2)', "expected word but found: '_'"],
  ['SRID=4326;POINT (1 2)', 'Unknown geometry type: srid'],
  ["POINT ('1' 2)", `expected number but found: '''`],
  ['MULTIPOINT (1 2; 3 4)', "expected word but found: ';'"],
  ['LINESTRING (0 0, 2 2 5)', 'coordinate dimensions do not match: 5'],
  ['MULTILINESTRING (0 0, 1 1)', 'expected EMPTY or ( but found: 0'],
  ['POLYGON ((0 0, 9 0, 9 9, 0 0), EMPTY)', 'expected ( but found: EMPTY'],
  ['LINESTRING (0 0 1, 2 2)', "coordinate dimensions do not match: ')'"],
  ['LINESTRING (1 2)', 'at least two points in the line is required'],
  ['POLYGON ((0 0))', 'at least two points in the line is required'],
  ['POLYGON ((0 0, 0 1, 1 1))', 'it must close itself): x[0]=0.0 x[2]=1.0 y[0]=0.0 y[2]=1.0'],
  ['POLYGON ((0 0, 0 1, 0 0))', 'at least 4 polygon points required'],
  ['POINT (NaN 2)', 'invalid longitude NaN; must be between -180.0 and 180.0'],
  ['POINT (1 Infinity)', 'invalid latitude NaN; must be between -90.0 and 90.0'],
  ['LINESTRING (NaN 2, 3 4)', 'invalid longitude NaN; must be between -180.0 and 180.0'],
  ['BBOX (1, 2, 3)', "expected , but found: ')'"],
  ['LINESTRING (1 2 3 4)', 'expected , or ) but found: 4'],
  ['LINESTRING (1 2', 'expected word but found: END-OF-STREAM'],
  ['CIRCLE (1 2 3)', 'circle geometry is not supported'],
  ['BBOX (0, 10, 100, 0)', 'invalid latitude 100.0; must be between -90.0 and 90.0'],
  ['BBOX (0, 10, 10, -91)', 'invalid latitude -91.0; must be between -90.0 and 90.0'],
  ['BBOX (-190, 10, 10, 0)', 'invalid longitude -190.0; must be between -180.0 and 180.0'],
  ['BBOX (170, 190, 10, 0)', 'invalid longitude 190.0; must be between -180.0 and 180.0'],
  ['constructor (1 2)', 'Unknown geometry type: constructor'],
])('refused: %s', (text, reason) => {
  expect(() => parseShape(text, options)).toThrow(reason);
});

test.each([
  { type: 'multipoint', coordinates: [] },
  { type: 'multilinestring', coordinates: [] },
  { type: 'multipolygon', coordinates: [] },
  { type: 'geometrycollection', geometries: [] },
  { type: 'geometrycollection', geometries: [{ type: 'geometrycollection', geometries: [] }] },
])('a list without shapes is refused: %j', (shape) => {
  expect(() => parseShape(shape, options)).toThrow('the list of shapes cannot be null or empty');
});

test('a single member of a collection needs no list', () => {
  const point = { type: 'point', coordinates: [1, 2] };
  const collection = (geometries: JsonValue) => ({ type: 'geometrycollection', geometries });
  expect(parseShape(collection(point), options)).toEqual(parseShape(collection([point]), options));
});

test('a hole shares at most one point with the shell, on the globe', () => {
  const polygon = (hole: string) => `POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (${hole}))`;
  const shared = 'Invalid polygon, interior cannot share more than one point with the exterior';
  const two = polygon('0 0, 10 0, 5 5, 0 0');
  expect(() => parseShape(two, options)).toThrow(shared);
  expect(parseShape(polygon('0 0, 5 1, 5 5, 0 0'), options).polygons).toHaveLength(1);
  expect(parseShape(two, { ...options, isPlane: true }).polygons).toHaveLength(1);
});

test('queries call a box ENVELOPE too', () => {
  const text = 'GEOMETRYCOLLECTION (ENVELOPE (170, -170, 20, 10))';
  expect(() => parseShape(text, options)).toThrow('Unknown geometry type: envelope');
  expect(parseShape(text, { ...options, isQuery: true })).toEqual({
    ...nothing,
    boxes: [{ west: 170, east: 190, north: 20, south: 10 }],
  });
});
