/** Count, sum, extremes and squares of the values of buckets, in columns by owner. */
import type { PipelineGround, PipelineNode } from '../pipeline_type.js';
import { eachValue } from './bucket_metric.js';
import type { CommonOptions } from './options.js';

export interface StatsPart {
  readonly counts: Float64Array;
  readonly sums: Float64Array;
  readonly mins: Float64Array;
  readonly maxes: Float64Array;
  readonly squares: Float64Array;
}

export function statsOf(node: PipelineNode<CommonOptions>, ground: PipelineGround): StatsPart {
  const { owners } = ground.level;
  const part: StatsPart = {
    counts: new Float64Array(owners),
    sums: new Float64Array(owners),
    mins: new Float64Array(owners).fill(Number.POSITIVE_INFINITY),
    maxes: new Float64Array(owners).fill(Number.NEGATIVE_INFINITY),
    squares: new Float64Array(owners),
  };
  eachValue(node, ground, (at, value) => {
    part.counts[at] = part.counts[at] + 1;
    part.sums[at] = part.sums[at] + value;
    part.mins[at] = Math.min(part.mins[at], value);
    part.maxes[at] = Math.max(part.maxes[at], value);
    part.squares[at] = part.squares[at] + value * value;
  });
  return part;
}

/** The numbers by their names in a response. Without values they are NaN or infinite. */
export type Stats = Readonly<Record<'min' | 'max' | 'avg' | 'sum', number>> & {
  readonly count: number;
};

export function statsAt({ counts, sums, mins, maxes }: StatsPart, owner: number): Stats {
  const [count, sum] = [counts[owner], sums[owner]];
  return {
    count,
    min: mins[owner],
    max: maxes[owner],
    avg: sum / count,
    sum,
  };
}
