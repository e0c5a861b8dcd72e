/** Compares tables of buckets with a map. */
import fc from 'fast-check';
import { IdBuckets } from './id_buckets.js';

/** Small ids stay in a table; great ones turn it into a hash. */
const id = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 3_000_000 }));
const rows = fc.array(fc.record({ owner: fc.nat({ max: 5 }), id }), { maxLength: 60 });

function model(): (owner: number, of: number) => number {
  const known = new Map<string, number>();
  return (owner, of) => {
    const key = `${owner} ${of}`;
    const bucket = known.get(key) ?? known.size;
    known.set(key, bucket);
    return bucket;
  };
}

test('each row is counted in the bucket of its owner and number, numbered as they were met', () => {
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 5 }), fc.boolean(), (blocks, isOfOne) => {
      const table = new IdBuckets();
      const expected = model();
      const expectedCounts: number[] = [];
      let counts = new Float64Array(0);
      for (const given of blocks) {
        const ids = Uint32Array.from(given, (row) => row.id);
        const owners = Uint32Array.from(given, (row) => (isOfOne ? 3 : row.owner));
        const buckets = new Uint32Array(given.length);
        const count = given.length;
        counts = isOfOne
          ? table.assignCountedOf(3, { ids, count }, { buckets, counts })
          : table.assignCounted(
              { rows: Uint32Array.from(given, (_, i) => i), ids, count },
              owners,
              { buckets, counts },
            );
        const wanted = given.map((row, i) => expected(owners[i], row.id));
        expect([...buckets]).toEqual(wanted);
        for (const bucket of wanted) expectedCounts[bucket] = (expectedCounts[bucket] ?? 0) + 1;
      }
      expect(table.size).toBe(expectedCounts.length);
      expect([...counts.slice(0, table.size)]).toEqual(expectedCounts);
    }),
  );
});
