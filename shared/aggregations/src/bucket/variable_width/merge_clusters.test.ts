import fc from 'fast-check';
import { type Cluster, mergeClusters } from './merge_clusters.js';

const given = fc
  .array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: 1, max: 4 })), {
    maxLength: 30,
  })
  .map((pairs) =>
    pairs.map(([mean, count], i): Cluster => ({ mean, min: mean, max: mean, count, members: [i] })),
  );

/** Searches all clusters for the nearest two in each step. */
function model(clusters: readonly Cluster[], most: number): readonly (readonly number[])[] {
  const ranges: { mean: number; count: number; members: readonly number[] }[] = [];
  for (const cluster of clusters.toSorted((a, b) => a.mean - b.mean)) {
    const last = ranges.at(-1);
    if (last?.mean !== cluster.mean) ranges.push({ ...cluster });
    else {
      last.count += cluster.count;
      last.members = [...last.members, ...cluster.members];
    }
  }
  while (ranges.length > most) {
    let at = 0;
    const gap = (i: number): number => (ranges[i + 1]?.mean ?? 0) - (ranges[i]?.mean ?? 0);
    for (let i = 0; i + 1 < ranges.length; i++) if (gap(i) < gap(at)) at = i;
    const [a, b] = ranges.splice(at, 2);
    if (a === undefined || b === undefined) throw new Error('no two ranges');
    const count = a.count + b.count;
    const mean = (a.mean * a.count + b.mean * b.count) / count;
    ranges.splice(at, 0, { mean, count, members: [...a.members, ...b.members] });
  }
  return ranges.map(({ members }) => members.toSorted((a, b) => a - b));
}

test('the nearest are joined, as a search among all pairs finds them', () => {
  fc.assert(
    fc.property(given, fc.integer({ min: 1, max: 12 }), (clusters, most) => {
      const merged = mergeClusters(clusters, most);
      expect(merged.map(({ members }) => members.toSorted((a, b) => a - b))).toEqual(
        model(clusters, most),
      );
      for (const { mean, min, max, count, members } of merged) {
        const own = members.map((at) => clusters[at] as Cluster);
        const total = own.reduce((sum, each) => sum + each.count, 0);
        expect(count).toBe(total);
        expect(mean).toBeCloseTo(own.reduce((sum, e) => sum + e.count * e.mean, 0) / total, 9);
        expect([min, max]).toEqual([
          Math.min(...own.map((each) => each.min)),
          Math.max(...own.map((each) => each.max)),
        ]);
      }
    }),
  );
});

test('overlapping clusters meet in the middle, those that begin alike are one', () => {
  const cluster = (mean: number, min: number, max: number, member: number): Cluster => ({
    mean,
    min,
    max,
    count: 1,
    members: [member],
  });
  expect(mergeClusters([cluster(2, 0, 6, 0), cluster(7, 4, 9, 1)], 5)).toEqual([
    cluster(2, 0, 5, 0),
    cluster(7, 5, 9, 1),
  ]);
  expect(mergeClusters([cluster(2, 0, 3, 0), cluster(4, 0, 9, 1)], 5)).toEqual([
    { mean: 3, min: 0, max: 9, count: 2, members: [1, 0] },
  ]);
});
