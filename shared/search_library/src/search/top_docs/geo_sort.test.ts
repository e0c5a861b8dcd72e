import fc from 'fast-check';
import type { GeoColumn, SegmentReader } from '../../index/segment_reader.js';
import { createSearcher } from '../create_searcher.js';
import { haversineMeters } from '../geo/distance.js';
import { matchAllQuery } from '../queries/match_all.js';
import { memorySegment } from '../testing/memory_segment.js';
import { storedPlaces } from '../testing/stored_places.js';

const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const place = fc.tuple(degrees(90), degrees(180));
const docs = fc.array(fc.array(place, { maxLength: 1 }), { minLength: 1, maxLength: 200 });

function distances(column: GeoColumn, count: number, origin: { lat: number; lon: number }) {
  return Array.from({ length: count }, (_, doc) => {
    if (!column.has(doc)) return Number.POSITIVE_INFINITY;
    return haversineMeters(origin, { lat: column.lat(doc, 0), lon: column.lon(doc, 0) }) / 1000;
  });
}

test('the nearest come first, those without a place last, wherever the origin is', () => {
  fc.assert(
    fc.property(
      docs,
      place,
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      (all, [lat, lon], size, reverse) => {
        const column = storedPlaces(all);
        const empty = memorySegment(
          '_0',
          all.map(() => ({})),
        );
        const segment: SegmentReader = { ...empty, geo: () => column };
        const found = createSearcher([segment]).topFieldDocs(matchAllQuery(), {
          size,
          totalHitsThreshold: 10,
          trackScores: false,
          sort: [
            {
              kind: 'distance',
              field: 'p',
              reverse,
              origins: [{ lat, lon }],
              metersPerUnit: 1000,
              mode: 'min',
              plane: false,
            },
          ],
        });
        const expected = distances(column, all.length, { lat, lon })
          .map((distance, doc) => ({ doc, sort: [distance] }))
          .sort((a, b) => {
            const [left, right] = reverse ? [b, a] : [a, b];
            return left.sort[0] < right.sort[0]
              ? -1
              : left.sort[0] > right.sort[0]
                ? 1
                : a.doc - b.doc;
          });
        expect(found.hits.map(({ doc, sort }) => ({ doc, sort }))).toEqual(expected.slice(0, size));
      },
    ),
    { numRuns: 300 },
  );
});
