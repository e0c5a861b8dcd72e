import type { AggregationMapping } from './aggregation_shard.js';
import { AggregationUses } from './aggregation_uses.js';
import type { AggregationTree } from './tree/parse_tree.js';

test('counts go on beyond 2^31', () => {
  const filter = { type: 'filter', name: 'f', options: {}, children: [] };
  const tree = { children: [filter] } as unknown as AggregationTree;
  const mapping = { field: () => undefined } as unknown as AggregationMapping;
  const uses = new AggregationUses();
  uses.count(tree, mapping);
  const counts = new BigInt64Array(uses.memory);
  counts[counts.indexOf(1n)] = 2n ** 31n - 1n;
  uses.count(tree, mapping);
  expect(uses.report).toEqual({ filter: { other: 2 ** 31 } });
});
