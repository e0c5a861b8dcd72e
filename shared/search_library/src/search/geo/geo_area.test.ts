import fc from 'fast-check';
import { type GeoColumn, NO_MORE_DOCS, type SegmentReader } from '../../index/segment_reader.js';
import { createSearcher } from '../create_searcher.js';
import { geoAreaQuery } from '../queries/geo_area.js';
import { memorySegment } from '../testing/memory_segment.js';
import { storedPlaces } from '../testing/stored_places.js';
import { boxArea, circleArea, type GeoArea, polygonArea, unionArea } from './area.js';
import { haversineMeters } from './distance.js';

type Points = readonly (readonly [lat: number, lon: number])[];

/** A column without `places`, which is read per document. */
function plainColumn(docs: readonly Points[]): GeoColumn {
  return {
    places: undefined,
    has: (doc) => (docs[doc] ?? []).length > 0,
    valueCount: (doc) => (docs[doc] ?? []).length,
    lat: (doc, i) => docs[doc]?.[i]?.[0] ?? Number.NaN,
    lon: (doc, i) => docs[doc]?.[i]?.[1] ?? Number.NaN,
  };
}

function segmentOf(docs: readonly Points[], column: GeoColumn): SegmentReader {
  const empty = memorySegment(
    '_0',
    docs.map(() => ({})),
  );
  return { ...empty, geo: () => column };
}

const lat = fc.integer({ min: -90, max: 90 });
const lon = fc.integer({ min: -180, max: 180 });
const points = fc.array(fc.array(fc.tuple(lat, lon), { maxLength: 2 }), { maxLength: 300 });
const center = fc.record({ lat, lon });
const box = fc
  .tuple(lat, lat, lon, lon)
  .map(([a, b, west, east]) =>
    boxArea({ south: Math.min(a, b), north: Math.max(a, b), west, east }),
  );
const circle = fc
  .tuple(center, fc.integer({ min: 1, max: 15_000_000 }))
  .map(([point, radius]) => circleArea(point, radius));
const polygon = fc
  .tuple(fc.array(center, { minLength: 3, maxLength: 6 }))
  .map(([outline]) => polygonArea({ outline, holes: [] }));
const area = fc.oneof(
  box,
  circle,
  polygon,
  fc.tuple(box, circle).map((both) => unionArea(both)),
);

/** Documents with several points, and with at most one, which are stored in another way. */
const pointsOfDocs = fc.oneof(
  points,
  fc.array(fc.array(fc.tuple(lat, lon), { maxLength: 1 }), { maxLength: 400 }),
);

function isIn(column: GeoColumn, area: GeoArea, doc: number): boolean {
  for (let i = 0; i < column.valueCount(doc); i++) {
    if (area.contains(column.lat(doc, i), column.lon(doc, i))) return true;
  }
  return false;
}

test.each([
  ['plain', plainColumn],
  ['stored', storedPlaces],
] as const)('areas over a %s column find what looking at every point finds', (_name, columnOf) => {
  fc.assert(
    fc.property(pointsOfDocs, area, (docs, wanted) => {
      const column = columnOf(docs);
      const searcher = createSearcher([segmentOf(docs, column)]);
      const expected = docs.flatMap((_doc, i) => (isIn(column, wanted, i) ? [i] : []));
      const found: number[] = [];
      const weight = searcher.weight(geoAreaQuery('p', wanted), false);
      for (const leadCost of [Number.POSITIVE_INFINITY, 0]) {
        const supplier = weight.scorerSupplier(searcher.segments[0] as SegmentReader);
        const scorer = supplier?.get(leadCost);
        found.length = 0;
        for (let doc = scorer?.nextDoc() ?? NO_MORE_DOCS; doc !== NO_MORE_DOCS; ) {
          found.push(doc);
          doc = scorer?.nextDoc() ?? NO_MORE_DOCS;
        }
        expect(found).toEqual(expected);
        const every = Uint32Array.from(docs, (_doc, i) => i);
        const kept = supplier?.filter?.keep(every, docs.length);
        if (kept !== undefined) expect([...every.subarray(0, kept)]).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});

test('a box may cross the date line; a circle may hold a pole', () => {
  const pacific = boxArea({ south: -60, north: 60, west: 170, east: -170 });
  expect(pacific.contains(0, 175)).toBe(true);
  expect(pacific.contains(0, -175)).toBe(true);
  expect(pacific.contains(0, 0)).toBe(false);
  expect(circleArea({ lat: 89, lon: 10 }, 500_000).boxes).toHaveLength(1);
});

test('a polygon has holes, and its edges belong to it', () => {
  const square = (size: number) => [
    { lat: -size, lon: -size },
    { lat: size, lon: -size },
    { lat: size, lon: size },
    { lat: -size, lon: size },
  ];
  const ring = polygonArea({ outline: square(4), holes: [square(2)] });
  expect(ring.contains(3, 3)).toBe(true);
  expect(ring.contains(4, 0)).toBe(true);
  expect(ring.contains(2, 0)).toBe(true);
  expect(ring.contains(1, 1)).toBe(false);
  expect(ring.contains(5, 0)).toBe(false);
});

test('distances are those on the sphere', () => {
  const paris = { lat: 48.8566, lon: 2.3522 };
  const berlin = { lat: 52.52, lon: 13.405 };
  expect(haversineMeters(paris, berlin)).toBeCloseTo(877_464, -2);
  expect(haversineMeters(paris, paris)).toBe(0);
});

test('a polygon may have more corners than the stack holds', () => {
  const outline = Array.from({ length: 200_000 }, (_, i) => {
    const angle = (i / 200_000) * 2 * Math.PI;
    return { lat: 10 * Math.sin(angle), lon: 20 * Math.cos(angle) };
  });
  const { boxes, contains } = polygonArea({ outline, holes: [] });
  expect(boxes[0]?.north).toBeCloseTo(10);
  expect([contains(0, 19.9), contains(9, 19)]).toEqual([true, false]);
});
