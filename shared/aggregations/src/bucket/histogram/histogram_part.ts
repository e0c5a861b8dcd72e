/**
 * The part of histograms: buckets by a number that ascends in steps. The final reduction adds the
 * empty steps between them.
 */
import type { AggregationNode } from '../../aggregation_node.js';
import type { AggregationType } from '../../aggregation_type.js';
import type { Children } from '../../collect/children.js';
import { scriptScores } from '../../metric/script_scores.js';
import { compareBuckets, type Order } from '../../options/order.js';
import type { ReduceInput, Reduction } from '../../reduction.js';
import type { ValueFormat } from '../../values/value_format.js';
import { NUMBER_KINDS } from '../../values/value_names.js';
import type { ValuesOptions } from '../../values/values_options.js';
import {
  groupByOwner,
  type MergedBuckets,
  mapOfChoice,
  mergeBuckets,
  mergedChildren,
  samePlaces,
  takeBuckets,
} from '../merge_buckets.js';
import { selectBuckets } from '../select_buckets.js';

export interface HistogramPart {
  readonly format: ValueFormat;
  readonly starts: Uint32Array;
  readonly keys: readonly number[];
  readonly counts: Float64Array;
  readonly children: readonly unknown[];
}

/** The part of owners without a single bucket. */
export function withoutBuckets(
  owners: Uint32Array,
  children: Children,
): Omit<HistogramPart, 'format'> {
  return {
    starts: new Uint32Array(owners.length + 1),
    keys: [],
    counts: new Float64Array(0),
    children: children.build(new Uint32Array(0)),
  };
}

export interface HistogramShape {
  readonly order: Order;
  readonly minDocCount: number;
}

interface HistogramMerge {
  readonly format: ValueFormat;
  /** All keys that an owner with these keys shows, in order. Throws if they are too many. */
  readonly fill: (keys: readonly number[]) => readonly number[];
}

type Inputs = readonly ReduceInput<HistogramPart>[];

export function reduceHistogram(
  node: AggregationNode<HistogramShape>,
  inputs: Inputs,
  { reduction, format, fill }: HistogramMerge & { readonly reduction: Reduction },
): HistogramPart {
  const [only] = inputs;
  if (reduction.isTaking && only !== undefined) return takeHistogram(node, only, reduction);
  const merged = mergeBuckets(inputs);
  const steps = stepsOf(merged, node.options, { reduction, fill });
  const children = reduction.children(
    node,
    mergedChildren(inputs, merged.maps, steps.map),
    steps.keys.length,
  );
  const part = { format, starts: steps.starts, keys: steps.keys, counts: steps.counts, children };
  return reduction.isFinal ? inOrder(node, part, reduction) : part;
}

/** Takes the buckets as they are, which is the reduction if `Reduction.isTaking`. */
export function takeHistogram(
  node: AggregationNode,
  input: ReduceInput<HistogramPart>,
  reduction: Reduction,
): HistogramPart {
  const { part } = input;
  const { starts, buckets, children } = takeBuckets(node, input, reduction);
  return {
    format: part.format,
    starts,
    keys: Array.from(buckets, (bucket) => part.keys[bucket]),
    counts: Float64Array.from(buckets, (bucket) => part.counts[bucket]),
    children,
  };
}

interface Steps {
  readonly starts: Uint32Array;
  readonly keys: readonly number[];
  readonly counts: Float64Array;
  /** Maps merged buckets to these. */
  readonly map: Uint32Array;
}

interface StepsGround {
  readonly reduction: Reduction;
  readonly fill: HistogramMerge['fill'];
}

function stepsOf(
  { keys, counts, owners }: MergedBuckets<number>,
  { minDocCount }: HistogramShape,
  { reduction, fill }: StepsGround,
): Steps {
  const groups = groupByOwner(owners, keys.length, {
    places: samePlaces(reduction.owners),
    groups: reduction.owners,
  });
  const least = reduction.isFinal ? minDocCount : 0;
  const byKey = (a: number, b: number): number => keys[a] - keys[b];
  const sorted = selectBuckets(groups, Number.POSITIVE_INFINITY, byKey, {
    accept: (bucket) => counts[bucket] >= least,
  });
  const starts = new Uint32Array(reduction.owners + 1);
  const shownKeys: number[] = [];
  const shownCounts: number[] = [];
  const map = mapOfChoice(new Uint32Array(0), keys.length);
  for (let owner = 0; owner < reduction.owners; owner++) {
    const own = sorted.buckets.subarray(sorted.starts[owner], sorted.starts[owner + 1]);
    const ownKeys = Array.from(own, (bucket) => keys[bucket]);
    const all = reduction.isFinal && minDocCount === 0 ? fill(ownKeys) : ownKeys;
    let at = 0;
    for (const key of all) {
      const isThere = at < ownKeys.length && ownKeys[at] === key;
      const bucket = own[at];
      if (isThere) {
        map[bucket] = shownKeys.length;
        at++;
      }
      shownKeys.push(key);
      shownCounts.push(isThere ? counts[bucket] : 0);
    }
    starts[owner + 1] = shownKeys.length;
    if (reduction.isFinal) reduction.countBuckets(all.length);
  }
  return { starts, keys: shownKeys, counts: Float64Array.from(shownCounts), map };
}

/** Sorts the buckets, which are already in the order of their keys, by the requested order. */
function inOrder(
  node: AggregationNode<HistogramShape>,
  part: HistogramPart,
  reduction: Reduction,
): HistogramPart {
  const { order } = node.options;
  const [first] = order;
  if (first?.by === 'key' && !first.descending) return part;
  const { keys, counts, children, starts } = part;
  const compare = compareBuckets(order, {
    count: (bucket) => counts[bucket],
    compareKeys: (a, b) => keys[a] - keys[b],
    value: (path, bucket) => reduction.value(node, children, path, bucket),
  });
  const all = samePlaces(keys.length);
  const { buckets } = selectBuckets({ starts, order: all }, Number.POSITIVE_INFINITY, compare);
  return {
    ...part,
    keys: Array.from(buckets, (bucket) => keys[bucket]),
    counts: Float64Array.from(buckets, (bucket) => counts[bucket]),
    children: reduction.take(node, children, mapOfChoice(buckets, keys.length), keys.length),
  };
}

/** The common members of `histogram` and `date_histogram`. */
export const HISTOGRAM: Pick<
  AggregationType<HistogramShape & ValuesOptions, HistogramPart>,
  | 'takesValues'
  | 'takes'
  | 'needsScores'
  | 'seesAllDocuments'
  | 'mergesSegments'
  | 'buckets'
  | 'sequence'
> = {
  takesValues: [...NUMBER_KINDS, 'range'],
  takes: 'buckets',
  needsScores: scriptScores,
  seesAllDocuments: ({ options }) => options.minDocCount === 0,
  mergesSegments: () => true,
  buckets: (part) => part,
  sequence: ({ options }) => (options.minDocCount === 0 ? 'whole' : 'gaps'),
};

/** See `BucketGrowth`. */
export const HISTOGRAM_ROOM = {
  withRoom<P extends HistogramPart>(part: P, count: number): P {
    const counts = new Float64Array(part.counts.length + count);
    counts.set(part.counts);
    return { ...part, keys: [...part.keys, ...new Array<number>(count).fill(Number.NaN)], counts };
  },
  putKey({ keys }: HistogramPart, bucket: number, key: number): void {
    // `withRoom` made the list for this part alone.
    (keys as number[])[bucket] = key;
  },
};
