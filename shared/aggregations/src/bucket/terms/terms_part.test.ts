import type { AggregationNode } from '../../aggregation_node.js';
import { COUNT_DESCENDING } from '../../options/order.js';
import type { Reduction } from '../../reduction.js';
import { RAW } from '../../values/value_format.js';
import { reduceTerms, type TermsPart } from './terms_part.js';

const SIZES = { size: 2, shardSize: 2, minDocCount: 1, shardMinDocCount: 0 };
const NODE = {
  name: 'a',
  options: { ...SIZES, order: COUNT_DESCENDING },
  children: [],
} as unknown as AggregationNode<typeof SIZES & { order: typeof COUNT_DESCENDING }>;

/** The part of two owners, each with as many buckets as a shard sends. */
const PART: TermsPart = {
  keyed: 'text',
  format: RAW,
  starts: Uint32Array.of(0, 2, 4),
  keys: ['x', 'y', 'x', 'z'],
  counts: Float64Array.of(9, 4, 8, 3),
  errors: new Float64Array(4),
  others: Float64Array.of(7, 6),
  bounds: new Float64Array(2),
  children: [],
};

const FINAL = {
  owners: 2,
  isFinal: true,
  isTaking: false,
  countBuckets: () => undefined,
  children: () => [],
} as unknown as Reduction;

test('what one shard alone says of an owner is right, whatever others say of other owners', () => {
  const both = { part: PART, map: Uint32Array.of(0, 1) };
  const first = { part: PART, map: Uint32Array.of(0, 0xffffffff) };
  expect([...reduceTerms(NODE, [both, both], FINAL).bounds]).toEqual([8, 6]);
  expect([...reduceTerms(NODE, [both, first], FINAL).bounds]).toEqual([8, 0]);
  expect([...reduceTerms(NODE, [both], FINAL).bounds]).toEqual([0, 0]);
});
