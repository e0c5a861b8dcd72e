/** The part of aggregations of significant values, its merge, and how it is shown. */
import { double, type JsonObject, type JsonValue } from '@skein/content';
import type { AggregationNode } from '../../aggregation_node.js';
import type { AggregationType } from '../../aggregation_type.js';
import { scaledBuckets, scaledCounts } from '../../collect/scaled.js';
import type { Frequencies, Significance } from '../../options/heuristic_scripts.js';
import { significanceOf } from '../../options/significance.js';
import type { SignificantShape } from '../../options/significant_shape.js';
import { DROPPED, type ReduceInput, type Reduction } from '../../reduction.js';
import type { ValueFormat } from '../../values/value_format.js';
import {
  groupByOwner,
  type Key,
  mapOfChoice,
  mergeBuckets,
  mergedChildren,
  samePlaces,
} from '../merge_buckets.js';
import { keyMembers } from '../terms/terms.js';
import { type KeysKind, keyShape, SIGNED_KEY_CLASSES } from '../terms/terms_part.js';
import { byHashOfName, mostSignificant } from './significance_order.js';

export interface SignificantPart {
  readonly keyed: KeysKind;
  readonly format: ValueFormat;
  readonly starts: Uint32Array;
  readonly keys: readonly Key[];
  readonly counts: Float64Array;
  /** The number of background documents with each bucket's key. */
  readonly backgrounds: Float64Array;
  readonly scores: Float64Array;
  /** By owner: the number of its documents, and of the background documents. */
  readonly subsets: Float64Array;
  readonly supersets: Float64Array;
  /** All live documents of the shard, the background of owners without documents. */
  readonly corpus: number;
  readonly children: readonly unknown[];
}

function summed(
  inputs: readonly ReduceInput<SignificantPart>[],
  owners: number,
  member: 'subsets' | 'supersets',
): Float64Array {
  const sums = new Float64Array(owners);
  for (const { part, map } of inputs) {
    map.forEach((to, i) => {
      if (to !== DROPPED) sums[to] = sums[to] + part[member][i];
    });
  }
  return sums;
}

/** The owners to which no input maps. */
function withoutDocuments(
  inputs: readonly ReduceInput<SignificantPart>[],
  owners: number,
): readonly number[] {
  const isThere = new Uint8Array(owners);
  for (const { map } of inputs) for (const to of map) if (to !== DROPPED) isThere[to] = 1;
  return Array.from(isThere.keys()).filter((owner) => isThere[owner] === 0);
}

function scored(
  buckets: number,
  significance: Significance,
  frequencies: (bucket: number) => Frequencies,
): Float64Array {
  return Float64Array.from({ length: buckets }, (_, bucket) => significance(frequencies(bucket)));
}

/** The scores of the inputs unchanged, because scripts run in the final reduction alone. */
function scoresOf(
  inputs: readonly ReduceInput<SignificantPart>[],
  maps: readonly Uint32Array[],
  buckets: number,
): Float64Array {
  const scores = new Float64Array(buckets);
  inputs.forEach(({ part }, at) => {
    maps[at]?.forEach((to, bucket) => {
      if (to !== DROPPED) scores[to] = part.scores[bucket];
    });
  });
  return scores;
}

function reduce(
  node: AggregationNode<SignificantShape>,
  inputs: readonly ReduceInput<SignificantPart>[],
  reduction: Reduction,
): SignificantPart {
  const { heuristic, size, minDocCount } = node.options;
  const subsets = summed(inputs, reduction.owners, 'subsets');
  const supersets = summed(inputs, reduction.owners, 'supersets');
  const corpus = inputs[0]?.part.corpus ?? 0;
  withoutDocuments(inputs, reduction.owners).forEach((owner) => {
    supersets[owner] = corpus;
  });
  const { keys, counts, owners, maps } = mergeBuckets(inputs);
  const backgrounds = new Float64Array(keys.length);
  inputs.forEach(({ part }, at) => {
    maps[at]?.forEach((to, bucket) => {
      if (to !== DROPPED) backgrounds[to] = backgrounds[to] + part.backgrounds[bucket];
    });
  });
  const isScored = reduction.isFinal || heuristic.kind !== 'script_heuristic';
  const scores = isScored
    ? scored(keys.length, significanceOf(heuristic, reduction.heuristicScript), (bucket) => ({
        subsetFreq: counts[bucket],
        subsetSize: subsets[owners[bucket]],
        supersetFreq: backgrounds[bucket],
        supersetSize: supersets[owners[bucket]],
      }))
    : scoresOf(inputs, maps, keys.length);
  const groups = groupByOwner(owners, keys.length, {
    places: samePlaces(reduction.owners),
    groups: reduction.owners,
  });
  const { isFinal, isTaking } = reduction;
  const shape = keyShape(inputs);
  const nameOf = (bucket: number): string => {
    const { key, key_as_string: text } = keyMembers({ ...shape, keys }, bucket);
    return String(text ?? key);
  };
  const accept = (bucket: number): boolean => scores[bucket] > 0 && counts[bucket] >= minDocCount;
  const { starts, buckets } = isTaking
    ? { starts: groups.starts, buckets: groups.order }
    : mostSignificant(groups, isFinal ? size : Number.POSITIVE_INFINITY, {
        scores,
        accept: isFinal ? accept : () => true,
        inOrder: (own) => byHashOfName(own, nameOf),
      });
  if (isFinal) reduction.countBuckets(buckets.length);
  const choice = mapOfChoice(buckets, keys.length);
  const children = mergedChildren(inputs, maps, choice);
  return {
    ...shape,
    starts,
    keys: Array.from(buckets, (bucket) => keys[bucket]),
    counts: Float64Array.from(buckets, (bucket) => counts[bucket]),
    backgrounds: Float64Array.from(buckets, (bucket) => backgrounds[bucket]),
    scores: Float64Array.from(buckets, (bucket) => scores[bucket]),
    subsets,
    supersets,
    corpus,
    children: reduction.children(node, children, buckets.length),
  };
}

/** Shows the text of a boolean as a JSON boolean, as OpenSearch does. */
function truthOr(text: JsonValue, { kind }: ValueFormat): JsonValue {
  return kind === 'boolean' ? text === 'true' : text;
}

const TYPE_NAMES: Readonly<Record<KeysKind, string>> = {
  text: 'sigsterms',
  ip: 'sigsterms',
  version: 'sigsterms',
  long: 'siglterms',
  unsigned_long: 'siglterms',
  double: 'siglterms',
  unmapped: 'sigsterms',
};

/** The common members of `significant_terms` and `significant_text`. */
export const SIGNIFICANT: Pick<
  AggregationType<SignificantShape, SignificantPart>,
  | 'runsScript'
  | 'reduce'
  | 'scaled'
  | 'render'
  | 'typeName'
  | 'resultName'
  | 'buckets'
  | 'bucketKey'
> = {
  runsScript: ({ options }) => options.heuristic.kind === 'script_heuristic',
  reduce,
  // The scores stay those of the sample.
  scaled: (node, part, scaling) => ({
    ...scaledBuckets(node, part, scaling),
    backgrounds: scaledCounts(part.backgrounds, scaling),
    subsets: scaledCounts(part.subsets, scaling),
    supersets: scaledCounts(part.supersets, scaling),
  }),
  render(node, { part, owner }, rendering) {
    const buckets: JsonObject[] = [];
    for (const bucket of rendering.buckets(node, part, owner)) {
      const { key = null, key_as_string: text } = keyMembers(part, bucket);
      buckets.push({
        key,
        ...(text !== undefined && { key_as_string: truthOr(text, part.format) }),
        doc_count: part.counts[bucket],
        score: double(part.scores[bucket]),
        bg_count: part.backgrounds[bucket],
        ...rendering.children(node, part.children, bucket),
      });
    }
    return {
      doc_count: part.subsets[owner],
      bg_count: part.supersets[owner],
      buckets,
    };
  },
  typeName: (_node, { keyed }) => TYPE_NAMES[keyed],
  resultName: (_node, { keyed }) =>
    keyed === 'unmapped'
      ? 'UnmappedSignificantTerms'
      : `Significant${SIGNED_KEY_CLASSES[keyed]}Terms`,
  buckets: (part) => part,
  bucketKey(_node, part, bucket) {
    const { key = null, key_as_string: text } = keyMembers(part, bucket);
    return { key, text: String(text ?? key) };
  },
};
