import fc from 'fast-check';
import { ValueClusters } from './value_clusters.js';

const sizes = fc.record({
  shardSize: fc.integer({ min: 2, max: 12 }),
  initialBuffer: fc.integer({ min: 1, max: 20 }),
});
const values = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 80 });

/** The cluster of each value, by its number. */
function clustered(clusters: ValueClusters, given: readonly number[]): readonly number[] {
  const numbers = given.map((value) => {
    const number = clusters.add(value, value % 3 === 0 ? 5 : 1);
    return { number, settled: clusters.isFull ? clusters.settle() : undefined };
  });
  const settled =
    numbers.find(({ settled }) => settled !== undefined)?.settled ?? clusters.settle();
  return numbers.map(({ number }, i) => (i < settled.length ? settled[i] : number));
}

test('clusters are in order of their means, no more than asked for, and say what they hold', () => {
  fc.assert(
    fc.property(sizes, values, (given, numbers) => {
      const clusters = new ValueClusters(given);
      const of = clustered(clusters, numbers);
      expect(clusters.count).toBeLessThanOrEqual(given.shardSize);
      const all = Array.from({ length: clusters.count }, (_, place) => clusters.at(place));
      for (const [place, { mean, min, max, documents, number }] of all.entries()) {
        const own = numbers.filter((_, i) => of[i] === number);
        expect(documents).toBe(own.reduce((sum, value) => sum + (value % 3 === 0 ? 5 : 1), 0));
        expect(min).toBe(Math.min(...own));
        expect(max).toBe(Math.max(...own));
        expect(mean).toBeCloseTo(own.reduce((sum, value) => sum + value, 0) / own.length, 9);
        if (place > 0) expect(mean).toBeGreaterThanOrEqual((all[place - 1]?.mean ?? 0) - 1e-9);
      }
    }),
  );
});

test('a value far from all others makes a cluster while there is room', () => {
  const clusters = new ValueClusters({ shardSize: 4, initialBuffer: 3 });
  expect(clustered(clusters, [0, 10, 20, 500, 501, 11, 9000, 9001])).toEqual([
    0, 1, 2, 3, 3, 1, 3, 3,
  ]);
});
