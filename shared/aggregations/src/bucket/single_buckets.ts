/** Types with one bucket for each owner: the part, its merge, and how it is shown. */
import {
  type AggregationNode,
  type AggregationType,
  type BucketColumns,
  DROPPED,
  type ReduceInput,
  type Reduction,
} from '../aggregation_type.js';
import type { Children } from '../collect/children.js';
import { type Doubles, grownDoubles } from '../collect/growable.js';
import { pick } from '../metric/number_collector.js';
import { samePlaces } from './merge_buckets.js';

export interface SinglePart {
  /** By owner. */
  readonly counts: Float64Array;
  readonly children: readonly unknown[];
}

export function reduceSingle(
  node: AggregationNode,
  inputs: readonly ReduceInput<SinglePart>[],
  reduction: Reduction,
): SinglePart {
  const counts = new Float64Array(reduction.owners);
  for (const { part, map } of inputs) {
    for (let i = 0; i < map.length; i++) {
      const to = map[i] as number;
      if (to !== DROPPED) counts[to] = (counts[to] as number) + (part.counts[i] as number);
    }
  }
  const children = inputs.map(({ part, map }) => ({ part: part.children, map }));
  return { counts, children: reduction.children(node, children, reduction.owners) };
}

/** What all of them answer alike. */
export const SINGLE_BUCKET: Pick<
  AggregationType<unknown, SinglePart>,
  'takes' | 'reduce' | 'render' | 'value' | 'buckets'
> = {
  takes: 'buckets',
  reduce: reduceSingle,
  render: (node, { part, owner }, rendering) => ({
    doc_count: part.counts[owner] as number,
    ...rendering.children(node, part.children, owner),
  }),
  value: (_node, { part, owner }, property) =>
    property === '' || property === '_count' || property === 'doc_count'
      ? part.counts[owner]
      : undefined,
  buckets: ({ counts, children }): BucketColumns => ({
    starts: samePlaces(counts.length + 1),
    counts,
    children,
    isSingle: true,
  }),
};

/** Documents by owner. */
export class OwnerCounts {
  #counts: Doubles = new Float64Array(0);

  add(owners: Uint32Array, count: number): void {
    let most = 0;
    for (let i = 0; i < count; i++) if ((owners[i] as number) > most) most = owners[i] as number;
    this.#counts = grownDoubles(this.#counts, most + 1);
    const counts = this.#counts;
    for (let i = 0; i < count; i++) {
      const owner = owners[i] as number;
      counts[owner] = (counts[owner] as number) + 1;
    }
  }

  build(owners: Uint32Array, children: Pick<Children, 'build'>): SinglePart {
    return { counts: pick(this.#counts, owners), children: children.build(owners) };
  }
}
