import type { AggregationNode } from '../aggregation_node.js';
import type { Collector } from '../collect/collector.js';
import type { DocBlock } from '../collect/doc_block.js';
import type { KnownMatches } from '../collect/known_matches.js';
import { AggregationProfiler } from './aggregation_profiler.js';

const MATCHES = { count: 40 } as KnownMatches;
const BLOCK: DocBlock = {
  count: 3,
  docs: Uint32Array.of(1, 2, 3),
  owners: new Uint32Array(3),
  scores: undefined,
};

const nodeOf = (name: string): AggregationNode => {
  return { name, type: 'any', options: {}, meta: undefined, children: [], pipelines: [] };
};

/** A collector whose steps take milliseconds of a clock: 1, 10, 100, 1000. */
function profiledCollector(counts: boolean | undefined) {
  let nowMs = 0;
  const profiler = new AggregationProfiler(() => nowMs);
  const take = (ms: number) => {
    nowMs += ms;
  };
  const collector: Collector = {
    segment: () => take(1),
    collect: () => take(10),
    build: () => take(100),
    ...(counts !== undefined && {
      countMatches: () => {
        take(1000);
        return counts;
      },
    }),
  };
  const made = profiler.collector(nodeOf('a'), 'AnyAggregator', () => collector);
  const breakdown = () => profiler.profiles()[0]?.breakdown;
  return { made, breakdown, profiler };
}

test('documents are counted by the index, or collected', () => {
  const counted = profiledCollector(true);
  expect(counted.made.countMatches?.(MATCHES, 0)).toBe(true);
  expect(counted.breakdown()).toMatchObject({
    ...{ build_leaf_collector: 1, build_leaf_collector_count: 1 },
    // A step of no time has taken a nanosecond.
    ...{ collect: 1000e6 + 1, collect_count: 40 },
  });
  for (const counts of [false, undefined]) {
    const { made, breakdown } = profiledCollector(counts);
    expect(made.countMatches?.(MATCHES, 0)).toBe(false);
    made.segment({} as Parameters<Collector['segment']>[0], 0);
    made.collect(BLOCK);
    made.build(Uint32Array.of(0));
    expect(breakdown()).toEqual({
      ...{ initialize: 1, initialize_count: 1 },
      ...{ build_leaf_collector: 1e6, build_leaf_collector_count: 1 },
      ...{ collect: (counts === undefined ? 1 : 1000e6) + 10e6, collect_count: 3 },
      ...{ post_collection: 1, post_collection_count: 1 },
      ...{ build_aggregation: 100e6, build_aggregation_count: 1 },
      ...{ reduce: 0, reduce_count: 0 },
    });
  }
});

test('a collector takes the way that it takes without a profile', () => {
  const leaf: Collector = { segment: () => {}, collect: () => {}, build: () => undefined };
  const { profiler } = profiledCollector(undefined);
  const around = (collector: Collector) => profiler.collector(nodeOf('b'), 'B', () => collector);
  expect(around(leaf).takesAnyOrder).toBe(false);
  expect(around({ ...leaf, takesAnyOrder: true }).takesAnyOrder).toBe(true);
  expect(around(leaf).nextWanted).toBe(undefined);
  expect(around({ ...leaf, nextWanted: (doc) => doc + 7 }).nextWanted?.(1)).toBe(8);
});

test('a node has the profiles of those that its collector makes, each once', () => {
  const { profiler } = profiledCollector(undefined);
  const leaf: Collector = { segment: () => {}, collect: () => {}, build: () => undefined };
  const child = nodeOf('child');
  profiler.collector(nodeOf('b'), 'B', () => {
    profiler.collector(child, 'Child', () => leaf);
    profiler.collector(child, 'Child', () => leaf);
    return { ...leaf, profile: () => ({ type: 'Own', debug: { some: 1 } }) };
  });
  const failing = () => {
    throw new Error('none');
  };
  expect(() => profiler.collector(nodeOf('c'), 'C', failing)).toThrow('none');
  profiler.collector(nodeOf('d'), 'D', () => leaf);
  const shown = profiler.profiles().map(({ description, type, debug, children }) => ({
    ...{ description, type, debug },
    children: children.map((each) => each.description),
  }));
  expect(shown).toEqual([
    { description: 'a', type: 'AnyAggregator', debug: undefined, children: [] },
    { description: 'b', type: 'Own', debug: { some: 1 }, children: ['child'] },
    { description: 'c', type: 'C', debug: undefined, children: [] },
    { description: 'd', type: 'D', debug: undefined, children: [] },
  ]);
});
