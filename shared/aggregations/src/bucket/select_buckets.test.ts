import fc from 'fast-check';
import { bestOf, selectBuckets } from './select_buckets.js';

/** Compares buckets by count, then by number; the greater comes first. */
const compareBy = (counts: Float64Array) => (a: number, b: number) =>
  counts[b] - counts[a] || b - a;

/** Small counts, of which many are equal and some 0, counts around 255, and great ones. */
const counts = fc
  .array(fc.oneof(fc.nat({ max: 3 }), fc.integer({ min: 250, max: 260 }), fc.nat()), {
    maxLength: 200,
  })
  .map((all) => Float64Array.from(all));

test('the best are those that sorting all of them would put first', () => {
  fc.assert(
    fc.property(counts, fc.nat({ max: 220 }), fc.boolean(), (of, size, isByCount) => {
      const buckets = Uint32Array.from(of, (_, i) => i);
      const compare = compareBy(of);
      const expected = [...buckets].sort(compare).slice(0, size);
      expect([...bestOf(buckets, size, compare, isByCount ? { fullest: of } : {})]).toEqual(
        expected,
      );
      expect([...buckets]).toEqual([...of.keys()]);
    }),
  );
});

test('of those that are as full the first are taken, where they stand in order', () => {
  fc.assert(
    fc.property(counts, fc.nat({ max: 220 }), (of, size) => {
      const buckets = Uint32Array.from(of, (_, i) => i);
      const compare = (a: number, b: number) => of[b] - of[a] || a - b;
      const expected = [...buckets].sort(compare).slice(0, size);
      const selection = { fullest: of, isOrdered: true };
      expect([...bestOf(buckets, size, compare, selection)]).toEqual(expected);
    }),
  );
});

test('each owner chooses among its own', () => {
  fc.assert(
    fc.property(counts, fc.nat({ max: 9 }), fc.integer({ min: 1, max: 4 }), (of, size, owners) => {
      const order = Uint32Array.from([...of.keys()].sort((a, b) => (a % owners) - (b % owners)));
      const starts = Uint32Array.from({ length: owners + 1 }, (_, owner) =>
        order.findIndex((bucket) => bucket % owners >= owner),
      ).map((start, owner) => (owner === owners || start > order.length ? order.length : start));
      const compare = compareBy(of);
      const accept = (bucket: number) => bucket % 3 !== 0;
      const chosen = selectBuckets({ starts, order }, size, compare, { accept, fullest: of });
      for (let owner = 0; owner < owners; owner++) {
        const own = [...order.subarray(starts[owner], starts[owner + 1])].filter(accept);
        expect([
          ...chosen.buckets.subarray(chosen.starts[owner], chosen.starts[owner + 1]),
        ]).toEqual(own.sort(compare).slice(0, size));
      }
    }),
  );
});
