/**
 * Shapes on a plane. Messages of OpenSearch's geospatial plugin come from its sources
 * (github.com/opensearch-project/geospatial: XYPointParser, XYPointQueryVisitor,
 * XYShapeQueryProcessor); for Elasticsearch see its documentation of `shape`, `point` and the
 * query: https://www.elastic.co/guide/en/elasticsearch/reference/8.15/shape.html, point.html,
 * query-dsl-shape-query.html.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { refusal } from '../testing/refusals.js';
import { TestIndex } from '../testing/test_index.js';

function build(type: JsonObject, values: readonly unknown[]): TestIndex {
  const documents = values.map((f) => ({ f: f as JsonValue }));
  return new TestIndex({ mapping: { properties: { f: type } }, documents });
}

describe.each(['xy_point', 'point'])('%s', (type) => {
  const index = build({ type }, [
    { x: 1, y: 2 },
    [3e9, -4],
    '5.5, 6',
    'POINT (7 8)',
    { type: 'Point', coordinates: [9, 10, 11] },
    [{ x: '1', y: '2' }, [100, 100]],
    null,
  ]);
  const inBox = (west: number, east: number, south: number, north: number) =>
    index.matches({
      xy_shape: {
        f: {
          shape: {
            type: 'envelope',
            coordinates: [
              [west, north],
              [east, south],
            ],
          },
        },
      },
    });

  it('is written in five ways, one or several', () => {
    expect(inBox(0, 10, 0, 10)).toEqual(['1', '3', '4', '5', '6']);
    expect(inBox(2e9, 4e9, -4, -4)).toEqual(['2']);
    expect(inBox(99, 101, 99, 101)).toEqual(['6']);
    expect(index.matches({ exists: { field: 'f' } })).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('is in polygons, with holes, and collections', () => {
    const ring = (low: number, high: number) => [
      [low, low],
      [high, low],
      [high, high],
      [low, high],
      [low, low],
    ];
    const matches = (shape: JsonObject) => index.matches({ shape: { f: { shape } } });
    expect(matches({ type: 'polygon', coordinates: [ring(0, 11), ring(5, 9)] })).toEqual([
      '1',
      '5',
      '6',
    ]);
    expect(matches({ type: 'multipolygon', coordinates: [[ring(0, 3)], [ring(99, 101)]] })).toEqual(
      ['1', '6'],
    );
    const geometries = [{ type: 'polygon', coordinates: [ring(0, 3)] }];
    expect(matches({ type: 'geometrycollection', geometries })).toEqual(['1', '6']);
  });

  it.each<[unknown, string]>([
    [5, `${type} expected`],
    [[1, 'a'], 'numeric value expected'],
    [[1], `[${type}] field type should have at least two dimensions`],
    [[1, 2, 3, 4], `[${type}] field type does not accept more than 3 values`],
    [{ x: 1 }, 'field [y] missing'],
    [{ x: 1, y: 2, z: 3 }, 'field must be either [x|y], or [type|coordinates]'],
    [{ x: 1, y: {} }, 'y must be a number'],
    [{ x: 1, y: 'up' }, '[x] and [y] must be valid double values'],
    [{ type: 'Line', coordinates: [1, 2] }, 'type must be Point'],
    [{ type: 'Point' }, 'field [coordinates] missing'],
    ['1', 'expected two or three coordinates but found: [1]'],
    ['a,b', 'x must be a number'],
    ['LINESTRING (1 2, 3 4) point', 'found'],
    ['MULTIPOINT (1 2)', 'supports only POINT among WKT primitives, but found MULTIPOINT'],
    ['GEOMETRYCOLLECTION (POINT (1 2))', 'but found GEOMETRYCOLLECTION'],
    ['POINT EMPTY', 'but found POINT'],
    [
      [1e300, 0],
      'invalid value 1.0E300; must be between -3.4028234663852886E38 and 3.4028234663852886E38',
    ],
  ])('refuses %j, or passes over it', (value, reason) => {
    expect(refusal(() => build({ type }, [value]))).toContain(reason);
    const lenient = build({ type, ignore_malformed: true }, [value]);
    expect(lenient.search({}).hits[0]?._ignored).toEqual(['f']);
  });

  it('takes a third coordinate only where it is ignored', () => {
    const strict = { type, ignore_z_value: false };
    expect(refusal(() => build(strict, [[1, 2, 3]]))).toContain(
      'found Z value [3.0] but [ignore_z_value] parameter is [false]',
    );
  });

  it('has a null_value', () => {
    const mapping = { type, null_value: 'POINT (1 2)' };
    const one = build(mapping, [null]);
    expect(one.matches({ exists: { field: 'f' } })).toEqual(['1']);
  });

  it('is asked for areas that it lies in, alone', () => {
    const asked = (query: string, options: JsonObject) =>
      refusal(() => index.search({ query: { [query]: { f: options } } }));
    expect(asked('xy_shape', { shape: 'POINT (1 2)' })).toContain(
      'Field [f] found an unsupported shape [POINT]',
    );
    expect(asked('shape', { shape: 'LINESTRING (1 2, 3 4)' })).toContain(
      'Field [f] does not support LINESTRING queries',
    );
    expect(asked('xy_shape', { shape: 'BBOX (1, 2, 2, 1)', relation: 'within' })).toContain(
      'WITHIN query relation not supported for Field [f].',
    );
    expect(refusal(() => index.search({ query: { term: { f: 1 } } }))).toContain(
      'Geometry fields do not support exact searching, use dedicated geometry queries instead: [f]',
    );
    expect(refusal(() => index.search({ sort: ['f'] }))).toContain(
      `Fielddata is not supported on field [f] of type [${type}]`,
    );
  });
});

describe.each(['xy_shape', 'shape'])('%s', (type) => {
  const index = build({ type }, [
    'POLYGON ((0 0, 400 0, 400 400, 0 400, 0 0))',
    {
      type: 'LineString',
      coordinates: [
        [-500, 100],
        [500, 100],
      ],
    },
    ['POINT (1000 1000)', { type: 'Point', coordinates: [2000, 2000] }],
    {
      type: 'envelope',
      coordinates: [
        [900, 1100],
        [1100, 900],
      ],
    },
  ]);
  const related = (relation: string, shape: JsonValue) =>
    index.matches({ [type]: { f: { shape, relation } } });

  it('lies in four ways to another', () => {
    const box = 'BBOX (100, 1100, 1100, 50)';
    expect(related('intersects', box)).toEqual(['1', '2', '3', '4']);
    expect(related('within', box)).toEqual(['4']);
    expect(related('disjoint', 'BBOX (-10, 10, 10, -10)')).toEqual(['2', '3', '4']);
    expect(related('contains', 'POINT (1000 1000)')).toEqual(['3', '4']);
    expect(related('intersects', { type: 'circle', coordinates: [0, 500], radius: 100 })).toEqual([
      '1',
    ]);
  });

  it('scores nothing', () => {
    const { hits } = index.search({ query: { [type]: { f: { shape: 'POINT (1 1)' } } } });
    expect(hits.map(({ _id, _score }) => [_id, Number(_score)])).toEqual([['1', 0]]);
  });

  it('refuses what it does not know', () => {
    const asked = (body: JsonObject) => refusal(() => index.search({ query: { [type]: body } }));
    expect(asked({ g: { shape: 'POINT (1 1)' } })).toContain('failed to find type for field [g]');
    expect(
      index.matches({ [type]: { g: { shape: 'POINT (1 1)' }, ignore_unmapped: true } }),
    ).toEqual([]);
    expect(asked({ f: { shape: 'LINESTRING (1 1, 2 2)', relation: 'within' } })).toContain(
      'XYShapeQuery does not support WITHIN queries with line geometries',
    );
    expect(asked({ f: {} })).toContain('either shape or indexedShapeId is required');
    expect(asked({ f: { shape: 'BBOX (2, 1, 2, 1)' } })).toContain(
      'minX must be less than maxX, got 2.0 > 1.0',
    );
    const other = new TestIndex({
      mapping: { properties: { f: { type: 'geo_shape' } } },
      documents: [],
    });
    expect(
      refusal(() => other.search({ query: { [type]: { f: { shape: 'POINT (1 1)' } } } })),
    ).toContain(`Field [f] is of unsupported type [geo_shape] for [${type}] query`);
    expect(
      refusal(() => build({ type }, [{ type: 'circle', coordinates: [1, 1], radius: 1 }])),
    ).toContain('circle geometry is not supported');
    expect(refusal(() => build({ type }, ['POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))']))).toContain(
      'Unable to Tessellate shape',
    );
  });
});
