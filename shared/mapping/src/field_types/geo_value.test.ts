import fc from 'fast-check';
import { normalizePoint } from '../geo_shape/normalize_point.js';
import { formatGeoValue, geohashCell, parseGeoValue, quantize } from './geo_value.js';

test.each([
  [
    { lat: 91, lon: 0 },
    { lat: 89, lon: 180 },
  ],
  [
    { lat: -91, lon: 10 },
    { lat: -89, lon: -170 },
  ],
  [
    { lat: 0, lon: 181 },
    { lat: 0, lon: -179 },
  ],
  [
    { lat: 0, lon: 180 },
    { lat: 0, lon: 180 },
  ],
  [
    { lat: 0, lon: -181 },
    { lat: 0, lon: 179 },
  ],
  [
    { lat: 1.1, lon: 540 },
    { lat: 1.1, lon: 180 },
  ],
  [
    { lat: 0, lon: -540 },
    { lat: 0, lon: 180 },
  ],
  [
    { lat: 0, lon: -180 },
    { lat: 0, lon: -180 },
  ],
  [
    { lat: 91, lon: -180 },
    { lat: 89, lon: 0 },
  ],
  [
    { lat: 450, lon: 0 },
    { lat: 90, lon: 0 },
  ],
])('%j is %j on the globe', (point, normal) => {
  expect(normalizePoint(point)).toEqual(normal);
});

test('a point lies in its cell, and cells are 180 and 360 degrees over 2^32', () => {
  const [lat, lon] = [180 / 2 ** 32, 360 / 2 ** 32];
  fc.assert(
    fc.property(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -180, max: 180, noNaN: true }),
      (y, x) => {
        const cell = quantize({ lat: y, lon: x });
        expect(y - cell.lat).toBeGreaterThanOrEqual(0);
        expect(x - cell.lon).toBeGreaterThanOrEqual(0);
        expect(y - cell.lat).toBeLessThanOrEqual(lat);
        expect(x - cell.lon).toBeLessThanOrEqual(lon);
      },
    ),
  );
  expect(quantize({ lat: 90, lon: 180 })).toEqual({
    lat: (2 ** 31 - 1) * lat,
    lon: (2 ** 31 - 1) * lon,
  });
  expect(quantize({ lat: -90, lon: -180 })).toEqual({ lat: -90, lon: -180 });
});

test('geohashes name nested cells', () => {
  expect(geohashCell('s')).toEqual({ low: { lat: 0, lon: 0 }, high: { lat: 45, lon: 45 } });
  expect(geohashCell('0')).toEqual({ low: { lat: -90, lon: -180 }, high: { lat: -45, lon: -135 } });
  expect(geohashCell('ezs42')).toEqual({
    low: { lat: 42.5830078125, lon: -5.625 },
    high: { lat: 42.626953125, lon: -5.5810546875 },
  });
  expect(() => geohashCell('sa')).toThrow('unsupported symbol [a] in geohash [sa]');
  expect(() => geohashCell('')).toThrow('unsupported symbol [] in geohash []');
});

test.each([
  [{ lat: 1, lon: 2 }],
  [{ lat: '1', lon: '2' }],
  [[2, 1]],
  ['1,2'],
  ['POINT (2 1)'],
  ['POINT (2 1)) x'],
  [{ type: 'Point', coordinates: [2, 1] }],
  [{ lat: 1n, lon: 2n }],
])('%p is a point', (value) => {
  expect(parseGeoValue(value, true)).toMatchObject({ lat: 1, lon: 2 });
});

test.each([
  [{ lat: 1 }],
  [{ lat: 1, lon: 2, x: 3 }],
  [{ lat: true, lon: 2 }],
  [{ lat: 'x', lon: 2 }],
  [[1]],
  [[1, 2, 3, 4]],
  ['1,2,3,4'],
  [{ type: 'Line', coordinates: [2, 1] }],
  [{ type: 'Point' }],
  [{ coordinates: [2, 1] }],
  [{ type: 'Point', coordinates: [2, 1], x: 1 }],
  [{ geohash: 5 }],
  [{ geohash: 's', x: 1 }],
  [true],
])('%p is none', (value) => {
  expect(() => parseGeoValue(value, true)).toThrow();
});

test('an empty point lies at 0, 0', () => {
  expect(parseGeoValue('POINT EMPTY')).toEqual({ lat: 0, lon: 0 });
});

function faultOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (thrown) {
    return thrown;
  }
}

test.each([
  ['point', 'expected word but found: END-OF-STREAM'],
  ['POINT (1)', "expected number but found: ')'"],
  ['xpoint (1 2)', 'Unknown geometry type: xpoint'],
  ['POINT (200 2)', 'invalid longitude 200.0; must be between -180.0 and 180.0'],
  ['POINT (2 NaN)', 'invalid latitude NaN; must be between -90.0 and 90.0'],
  ['POINT (1 2 3)', 'found Z value [3.0] but [ignore_z_value] parameter is [false]'],
])('the fault of %s is the cause', (text, reason) => {
  const fault = faultOf(() => parseGeoValue(text));
  expect(fault).toMatchObject({ reason: 'Invalid WKT format', cause: { reason } });
});

test.each(['MULTIPOINT (1 2)', 'LINESTRING (1 2, 3 4) point'])('%s is another shape', (text) => {
  const [type] = text.split(' ');
  expect(() => parseGeoValue(text, true)).toThrow(
    `[geo_point] supports only POINT among WKT primitives, but found ${type}`,
  );
});

test('a third coordinate is dropped or refused', () => {
  for (const value of [[2, 1, 5], '1,2,5', 'POINT (2 1 5)']) {
    expect(parseGeoValue(value, true)).toMatchObject({ lat: 1, lon: 2 });
    expect(() => parseGeoValue(value)).toThrow();
  }
  // OpenSearch looks at the third coordinate before it counts them.
  expect(() => parseGeoValue([2, 1, 5, 6])).toThrow('found Z value [5.0]');
  expect(() => parseGeoValue([2, 1, 5, 6], true)).toThrow('more than 3 values');
});

test('a point is shown in the order of a text', () => {
  expect(formatGeoValue(1, -2.5)).toBe('1.0, -2.5');
});

test.each(['u33dc1r7vb8xzz', 'u33dc1r7vb8x!!'])('a geohash has twelve symbols: %s', (hash) => {
  expect(parseGeoValue(hash)).toEqual(parseGeoValue('u33dc1r7vb8x'));
  expect(parseGeoValue({ geohash: hash })).toEqual(parseGeoValue('u33dc1r7vb8x'));
});
