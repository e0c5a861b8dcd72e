/**
 * Compares indexed shapes with simple plane geometry: every edge with every edge, every point with
 * every ring.
 */

import fc from 'fast-check';
import { checkIndex } from '../check/check_index.js';
import type { FieldSpec } from '../document/field_spec.js';
import type { IndexableDocument } from '../document/indexable_document.js';
import { IndexWriter } from '../index/index_writer.js';
import { openSegments } from '../index/open_segments.js';
import { fieldSpec } from '../index/testing/field_spec.js';
import { createSearcher } from '../search/create_searcher.js';
import { existsQuery } from '../search/queries/exists.js';
import { geoShapeQuery, type ShapeRelation } from '../search/queries/geo_shape.js';
import { MemoryDirectory } from '../store/memory_directory.js';
import { unwrapPolygon } from './dateline.js';
import { pointInRing } from './edge_tree.js';
import type { Coordinates, GeoGeometry } from './geometry.js';
import { segmentsCross } from './plane.js';
import { surfaceOf } from './surface.js';
import { triangulate } from './triangulate.js';

const SPEC = fieldSpec('s', { column: 'shape' });
const NOTHING: GeoGeometry = { points: [], lines: [], polygons: [], boxes: [], circles: [] };

const ON_PLANE: FieldSpec = { ...SPEC, column: 'plane' };

function document(n: number, geometry: GeoGeometry, spec = SPEC): IndexableDocument {
  const corners: number[] = [];
  const flags: number[] = [];
  const add = (triangle: readonly number[], kind: number) => {
    corners.push(...triangle);
    flags.push(kind);
  };
  triangulate(geometry, add, surfaceOf(spec.column));
  return {
    stored: { id: String(n), routing: undefined, source: undefined, fields: undefined },
    fields: [{ kind: 'shape', spec, corners, flags }],
    version: 1,
    seqNo: n,
    primaryTerm: 1,
  };
}

function indexOf(shapes: readonly GeoGeometry[], spec = SPEC) {
  const directory = new MemoryDirectory();
  const writer = IndexWriter.open(directory);
  shapes.forEach((shape, n) => {
    writer.addDocument(document(n, shape, spec));
    if (n % 7 === 3) writer.refresh();
  });
  writer.refresh();
  return { directory, writer, surface: surfaceOf(spec.column) };
}

function found(
  { directory, writer, surface }: ReturnType<typeof indexOf>,
  relation: ShapeRelation,
  shape: GeoGeometry,
): number[] {
  const searcher = createSearcher(openSegments(writer.snapshot(), directory));
  const query = geoShapeQuery('s', relation, shape, surface);
  return searcher
    .topDocs(query, { size: 1000, totalHitsThreshold: 0 })
    .hits.map(({ doc }) => {
      const place = searcher.locate(doc);
      return Number(place.segment.stored(place.doc).id);
    })
    .sort((a, b) => a - b);
}

/**
 * A star-shaped polygon: its ring does not cross itself, and none of its corners lies on a line
 * with others.
 */
const star = fc
  .record({
    x: fc.double({ min: -30, max: 30, noNaN: true }),
    y: fc.double({ min: -30, max: 30, noNaN: true }),
    radii: fc.array(fc.double({ min: 1, max: 15, noNaN: true }), { minLength: 3, maxLength: 12 }),
    turn: fc.double({ min: 0.01, max: 0.9, noNaN: true }),
  })
  .map(({ x, y, radii, turn }) => {
    const ring = radii.flatMap((radius, i) => {
      const angle = ((i + turn) * 2 * Math.PI) / radii.length;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    return [...ring, ring[0] ?? 0, ring[1] ?? 0];
  });

const polygon = (shell: Coordinates): GeoGeometry => ({
  ...NOTHING,
  polygons: [{ shell, holes: [] }],
});

function edgesOf(ring: Coordinates): [number, number, number, number][] {
  const edges: [number, number, number, number][] = [];
  for (let i = 0; i + 3 < ring.length; i += 2) {
    edges.push([ring[i] ?? 0, ring[i + 1] ?? 0, ring[i + 2] ?? 0, ring[i + 3] ?? 0]);
  }
  return edges;
}

const ringsCross = (a: Coordinates, b: Coordinates): boolean =>
  edgesOf(a).some((one) => edgesOf(b).some((other) => segmentsCross(...one, ...other)));
const allInside = (inner: Coordinates, outer: Coordinates): boolean =>
  edgesOf(inner).every(([x, y]) => pointInRing(outer, x, y));

/** Relations of two rings in general position: neither touches the other without crossing it. */
const NAIVE: Readonly<Record<ShapeRelation, (doc: Coordinates, query: Coordinates) => boolean>> = {
  intersects: (doc, query) =>
    ringsCross(doc, query) ||
    pointInRing(query, doc[0] ?? 0, doc[1] ?? 0) ||
    pointInRing(doc, query[0] ?? 0, query[1] ?? 0),
  disjoint: (doc, query) => !NAIVE.intersects(doc, query),
  within: (doc, query) => allInside(doc, query) && !ringsCross(doc, query),
  contains: (doc, query) => allInside(query, doc) && !ringsCross(doc, query),
};
const RELATIONS: readonly ShapeRelation[] = ['intersects', 'disjoint', 'within', 'contains'];

/** Coordinates of a plane, which is wide and stores floats. */
const onPlane = (ring: Coordinates): Coordinates => ring.map((at) => Math.fround(at * 1e4));

const SURFACES = [
  ['globe', SPEC, (ring: Coordinates) => ring],
  ['plane', ON_PLANE, onPlane],
] as const;

const CASES = RELATIONS.flatMap((relation) =>
  SURFACES.map(([on, spec, placed]) => [relation, on, spec, placed] as const),
);

test.each(CASES)(
  '%s on a %s: polygons as plane geometry has them, also after merges',
  (relation, _on, spec, placed) => {
    fc.assert(
      fc.property(
        fc.array(star, { minLength: 1, maxLength: 25 }),
        star,
        fc.nat(),
        (stars, around, d) => {
          const rings = stars.map(placed);
          const asked = placed(around);
          const index = indexOf(rings.map(polygon), spec);
          const deleted = rings.length > 1 ? d % rings.length : -1;
          index.writer.deleteDocuments(String(deleted));
          index.writer.refresh();
          const expected = rings.flatMap((ring, n) =>
            n !== deleted && NAIVE[relation](ring, asked) ? [n] : [],
          );
          expect(found(index, relation, polygon(asked))).toEqual(expected);
          index.writer.forceMerge(1, false);
          index.writer.refresh();
          expect(found(index, relation, polygon(asked))).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  },
);

test('points and lines stand where they stand', () => {
  const index = indexOf([
    { ...NOTHING, points: [1, 1] },
    { ...NOTHING, lines: [[0, 0, 4, 4]] },
    { ...NOTHING, points: [50, 50] },
    { ...NOTHING, points: [1, 1, 50, 50] },
  ]);
  const box = { ...NOTHING, boxes: [{ west: -1, east: 5, south: -1, north: 5 }] };
  expect(found(index, 'intersects', box)).toEqual([0, 1, 3]);
  expect(found(index, 'within', box)).toEqual([0, 1]);
  expect(found(index, 'disjoint', box)).toEqual([2]);
  expect(found(index, 'contains', { ...NOTHING, points: [50, 50] })).toEqual([2, 3]);
});

test('a document without a shape has no value, and those that have one are found', () => {
  const point = { ...NOTHING, points: [1, 1] };
  const existing = (shapes: readonly GeoGeometry[]) => {
    const { directory, writer } = indexOf(shapes);
    return createSearcher(openSegments(writer.snapshot(), directory)).count(existsQuery('s'));
  };
  expect(existing([point, point])).toBe(2);
  expect(existing([point, NOTHING, point])).toBe(2);
});

test('a hole is not part of its polygon', () => {
  const shell = [0, 0, 10, 0, 10, 10, 0, 10, 0, 0];
  const hole = [3, 3, 3, 7, 7, 7, 7, 3, 3, 3];
  const index = indexOf([{ ...NOTHING, polygons: [{ shell, holes: [hole] }] }]);
  expect(found(index, 'intersects', { ...NOTHING, points: [5, 5] })).toEqual([]);
  expect(found(index, 'intersects', { ...NOTHING, points: [1, 5] })).toEqual([0]);
  expect(found(index, 'contains', { ...NOTHING, points: [1, 5] })).toEqual([0]);
  const small = { ...NOTHING, boxes: [{ west: 4, east: 6, south: 4, north: 6 }] };
  expect(found(index, 'disjoint', small)).toEqual([0]);
});

test('a polygon across the date line lies on both sides of it', () => {
  const shell = [170, 0, -170, 0, -170, 10, 170, 10, 170, 0];
  const across = unwrapPolygon({ shell, holes: [] }, true);
  const index = indexOf([{ ...NOTHING, polygons: [across] }]);
  for (const lon of [175, -175, 180]) {
    expect(found(index, 'intersects', { ...NOTHING, points: [lon, 5] })).toEqual([0]);
  }
  expect(found(index, 'intersects', { ...NOTHING, points: [0, 5] })).toEqual([]);
  const asked = { ...NOTHING, boxes: [{ west: 178, east: 182, south: 2, north: 4 }] };
  expect(found(index, 'contains', asked)).toEqual([0]);
  const around = { ...NOTHING, boxes: [{ west: 160, east: 200, south: -5, north: 15 }] };
  expect(found(index, 'within', around)).toEqual([0]);
});

test('shapes on both sides of the date line are apart, unless a query crosses it', () => {
  const strip = (west: number, east: number) => ({ west, east, south: 0, north: 2 });
  const index = indexOf([
    { ...NOTHING, points: [180, 1] },
    { ...NOTHING, points: [-180, 1] },
    { ...NOTHING, boxes: [strip(170, 180)] },
    { ...NOTHING, boxes: [strip(-180, -170)] },
  ]);
  const meets = (west: number, east: number) =>
    found(index, 'intersects', { ...NOTHING, boxes: [strip(west, east)] });
  expect(meets(179.5, 180)).toEqual([0, 2]);
  expect(meets(-190, -180)).toEqual([0, 2]);
  expect(meets(-180, -179.5)).toEqual([1, 3]);
  expect(meets(180, 190)).toEqual([1, 3]);
  expect(meets(179.5, 180.5)).toEqual([0, 1, 2, 3]);
  const meridian = { ...NOTHING, lines: [[180, 0, 180, 2]] };
  expect(found(index, 'intersects', meridian)).toEqual([1, 3]);
});

test('within several boxes, or one across the date line: the shapes in all parts of them', () => {
  const columns = 36;
  const places = Array.from({ length: columns * 9 }, (_, n) => [
    (n % columns) * 10 - 175,
    Math.floor(n / columns) * 10 - 40,
  ]);
  const index = indexOf(places.map((points) => ({ ...NOTHING, points })));
  index.writer.forceMerge(1, false);
  index.writer.refresh();
  const lonIn = (has: (lon: number) => boolean) =>
    places.flatMap(([lon, lat], n) => (has(lon) && Math.abs(lat) < 15 ? [n] : []));
  const band = { south: -15, north: 15 };
  const two = [
    { west: -60, east: -40, ...band },
    { west: 40, east: 60, ...band },
  ];
  const inTwo = lonIn((lon) => Math.abs(lon) > 40 && Math.abs(lon) < 60);
  expect(found(index, 'within', { ...NOTHING, boxes: two })).toEqual(inTwo);
  const across = { west: 160, east: 200, ...band };
  const inAcross = lonIn((lon) => Math.abs(lon) > 160);
  expect(found(index, 'within', { ...NOTHING, boxes: [across] })).toEqual(inAcross);
});

test('shapes on the line of an edge of a query, but apart from it, are not found', () => {
  const shell = [0, 0, 0, 10, -20, 30, 0, 0];
  const index = indexOf([{ ...NOTHING, polygons: [{ shell, holes: [] }] }]);
  const asked: readonly GeoGeometry[] = [
    { ...NOTHING, boxes: [{ west: -5, east: 0, south: 27, north: 29 }] },
    { ...NOTHING, polygons: [{ shell: [0, 27, 5, 29, 0, 29, 0, 27], holes: [] }] },
    { ...NOTHING, lines: [[0, 27, 0, 29]] },
  ];
  for (const shape of asked) {
    expect(found(index, 'intersects', shape)).toEqual([]);
    expect(found(index, 'disjoint', shape)).toEqual([0]);
  }
});

test('a plane has no date line, and circles of its own', () => {
  const far = 1e9;
  const index = indexOf(
    [
      { ...NOTHING, points: [far, -far] },
      { ...NOTHING, lines: [[-far, 0, far, 0]] },
      { ...NOTHING, points: [-190, 3] },
    ],
    ON_PLANE,
  );
  const circle = (lon: number, lat: number, radiusMeters: number): GeoGeometry => ({
    ...NOTHING,
    circles: [{ lon, lat, radiusMeters }],
  });
  expect(found(index, 'intersects', circle(far, -far, 1))).toEqual([0]);
  expect(found(index, 'intersects', circle(-190, 0, 3))).toEqual([1, 2]);
  expect(found(index, 'intersects', circle(170, 3, 1))).toEqual([]);
  expect(found(index, 'within', circle(-190, 3, 0.5))).toEqual([2]);
  expect(found(index, 'contains', { ...NOTHING, points: [12345, 0] })).toEqual([1]);
  index.writer.commit({});
  expect(checkIndex(index.directory).problems).toEqual([]);
});

test('a polygon that crosses itself is refused', () => {
  expect(() => document(1, polygon([0, 0, 10, 10, 10, 0, 0, 10, 0, 0]))).toThrow(
    'Unable to Tessellate shape',
  );
  expect(() => document(1, polygon([0, 0, 5, 5, 10, 10, 0, 0]))).toThrow(
    'at least three non-collinear points required',
  );
});

test('a polygon with a hole that is flat or leaves nothing is refused', () => {
  const square = [0, 0, 10, 0, 10, 10, 0, 10, 0, 0];
  const withHole = (hole: readonly number[]): GeoGeometry => ({
    ...NOTHING,
    polygons: [{ shell: square, holes: [hole] }],
  });
  expect(() => document(1, withHole([2, 2, 4, 2, 3, 2, 2, 2]))).toThrow(
    'at least three non-collinear points required',
  );
  expect(() => document(1, withHole(square))).toThrow('Unable to Tessellate shape');
});

test('check_index finds nothing wrong with shapes', () => {
  const index = indexOf(
    Array.from({ length: 40 }, (_, i) => ({ ...NOTHING, lines: [[i, 0, i + 1, 9]] })),
  );
  index.writer.commit({});
  expect(checkIndex(index.directory).problems).toEqual([]);
});
