/**
 * The part of `terms` and the merge of such parts, with the possible error of the counts of several
 * shards.
 */

import { ApiError } from '@skein/errors';
import type { AggregationNode } from '../../aggregation_node.js';
import type { Scaling } from '../../aggregation_type.js';
import { scaledBuckets, scaledCounts, scaledErrors } from '../../collect/scaled.js';
import {
  compareBuckets,
  hasPaths,
  isByCountDescending,
  isByKey,
  KEY_ASCENDING,
  type Order,
} from '../../options/order.js';
import { DROPPED, type ReduceInput, type Reduction } from '../../reduction.js';
import type { TermForm } from '../../values/term_form.js';
import { RAW, type ValueFormat } from '../../values/value_format.js';
import {
  compareKeys,
  groupByOwner,
  type Key,
  type MergedBuckets,
  mapOfChoice,
  mergeBuckets,
  samePlaces,
  takeBuckets,
  takeOwners,
  thenMap,
} from '../merge_buckets.js';
import { type SelectedBuckets, selectBuckets } from '../select_buckets.js';

export interface TermsPart {
  readonly keyed: KeysKind;
  readonly format: ValueFormat;
  readonly starts: Uint32Array;
  readonly keys: readonly Key[];
  readonly counts: Float64Array;
  /** The amount by which the count of each bucket may be too low; -1 if it is unknown. */
  readonly errors: Float64Array;
  /** The documents of the buckets that were left out, by owner. */
  readonly others: Float64Array;
  /** The greatest count that a left out bucket may have, by owner; -1 if it is unknown. */
  readonly bounds: Float64Array;
  readonly children: readonly unknown[];
}

/** The kind of keys; `unmapped` if the shard does not have the field. */
export type KeysKind = TermForm | 'long' | 'unsigned_long' | 'double' | 'unmapped';

/** The kind and the format of keys, from the first part that has the field. */
export function keyShape(
  inputs: readonly ReduceInput<Pick<TermsPart, 'keyed' | 'format'>>[],
): Pick<TermsPart, 'keyed' | 'format'> {
  const { part } = inputs.find(({ part }) => part.keyed !== 'unmapped') ?? inputs[0] ?? {};
  refuseAddressesAmongWords(new Set(inputs.map(({ part: each }) => each.keyed)));
  return { keyed: part?.keyed ?? 'unmapped', format: part?.format ?? RAW };
}

/**
 * Refuses addresses mixed with text or versions. OpenSearch refuses them or shows the bytes of
 * addresses, depending on the order of the shards.
 */
function refuseAddressesAmongWords(kinds: ReadonlySet<KeysKind>): void {
  if (!kinds.has('ip') || !(kinds.has('text') || kinds.has('version'))) return;
  throw new ApiError('illegal_argument_exception', 'encoded bytes are of incorrect length');
}

/** The buckets that one shard chose. Their counts have no error yet. */
export function ownBuckets(
  buckets: { key(bucket: number): Key; readonly counts: ArrayLike<number> } | undefined,
  chosen: Uint32Array,
): Pick<TermsPart, 'keys' | 'counts' | 'errors'> {
  if (buckets === undefined) {
    return { keys: [], counts: new Float64Array(0), errors: new Float64Array(0) };
  }
  return {
    keys: Array.from(chosen, (bucket) => buckets.key(bucket)),
    counts: Float64Array.from(chosen, (bucket) => buckets.counts[bucket]),
    errors: new Float64Array(chosen.length),
  };
}

/** The prefixes of the names of OpenSearch's terms classes. */
export const KEY_CLASSES: Readonly<Record<KeysKind, string>> = {
  text: 'String',
  ip: 'String',
  version: 'String',
  long: 'Long',
  unsigned_long: 'UnsignedLong',
  double: 'Double',
  unmapped: 'Unmapped',
};

/** The prefixes for types whose `Long` results also hold unsigned longs. */
export const SIGNED_KEY_CLASSES = { ...KEY_CLASSES, unsigned_long: 'Long' } as const;

export interface TermsSizes {
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
}

interface TermsReduce extends TermsSizes {
  readonly order: Order;
}

type Inputs = readonly ReduceInput<TermsPart>[];

export function reduceTerms(
  node: AggregationNode<TermsReduce>,
  given: Inputs,
  reduction: Reduction,
): TermsPart {
  const [only] = given;
  if (reduction.isTaking && only !== undefined) return takeTerms(node, only, reduction);
  const mapped = given.filter(({ part }) => part.keyed !== 'unmapped');
  const { keyed, inputs } = sameKeys(node, mapped);
  const { order } = node.options;
  const errors = boundsOfOwners(given, order, node.options.shardSize, reduction.owners);
  const merged = mergeBuckets(inputs);
  const bucketErrors = mergedErrors(inputs, merged, { order, errors, options: node.options });
  const others = othersOf(given, reduction.owners);
  const chosen = chooseBuckets(node, { inputs, merged, bucketErrors, others, keyed }, reduction);
  return {
    ...chosen,
    keyed,
    format: mapped.find(({ part }) => part.format.kind !== 'raw')?.part.format ?? RAW,
    others,
    bounds: shownBounds(given, errors),
  };
}

export function scaledTerms(node: AggregationNode, part: TermsPart, scaling: Scaling): TermsPart {
  return {
    ...scaledBuckets(node, part, scaling),
    errors: scaledErrors(part.errors, scaling),
    others: scaledCounts(part.others, scaling),
    bounds: scaledErrors(part.bounds, scaling),
  };
}

function takeTerms(
  node: AggregationNode<TermsReduce>,
  input: ReduceInput<TermsPart>,
  reduction: Reduction,
): TermsPart {
  const { part, map } = input;
  const { starts, buckets, children } = takeBuckets(node, input, reduction);
  return {
    ...part,
    starts,
    keys: Array.from(buckets, (bucket) => part.keys[bucket]),
    counts: Float64Array.from(buckets, (bucket) => part.counts[bucket]),
    errors: Float64Array.from(buckets, (bucket) => part.errors[bucket]),
    others: takeOwners(part.others, map, reduction.owners),
    bounds: takeOwners(part.bounds, map, reduction.owners),
    children,
  };
}

/**
 * The greatest count that a bucket left out by a shard may have: the least count that the shard
 * sent. It is 0 if none was left out or the order is by key, and -1 if it is unknown.
 */
function boundOf(
  part: TermsPart,
  owner: number,
  { order, shardSize }: { order: Order; shardSize: number },
): number {
  const from = part.starts[owner];
  const to = part.starts[owner + 1];
  if (to === from || to - from < shardSize || isByKey(order)) return 0;
  if (!isByCountDescending(order)) return -1;
  const known = part.bounds[owner];
  if (known > 0) return known;
  let least = Number.POSITIVE_INFINITY;
  for (let bucket = from; bucket < to; bucket++) least = Math.min(least, part.counts[bucket]);
  return least;
}

function boundsOfOwners(
  inputs: Inputs,
  order: Order,
  shardSize: number,
  owners: number,
): Float64Array {
  const bounds = new Float64Array(owners);
  for (const { part, map } of inputs) {
    for (let i = 0; i < map.length; i++) {
      const to = map[i];
      if (to === DROPPED || bounds[to] === -1) continue;
      const bound = boundOf(part, i, { order, shardSize });
      bounds[to] = bound === -1 ? -1 : bounds[to] + bound;
    }
  }
  return bounds;
}

/** The bounds of the result. Known bounds are 0 for an owner that only one input has. */
function shownBounds(inputs: Inputs, errors: Float64Array): Float64Array {
  const answers = new Uint32Array(errors.length);
  for (const { map } of inputs) {
    for (const to of map) if (to !== DROPPED) answers[to] = answers[to] + 1;
  }
  return errors.map((error, owner) => (error === -1 || answers[owner] !== 1 ? error : 0));
}

interface ErrorGround {
  readonly order: Order;
  readonly errors: Float64Array;
  readonly options: TermsSizes;
}

/** The error of each bucket: the sum of the bounds of the shards that did not send it. */
function mergedErrors(
  inputs: Inputs,
  merged: MergedBuckets,
  { order, errors, options }: ErrorGround,
): Float64Array {
  const own = new Float64Array(merged.keys.length);
  inputs.forEach(({ part, map }, at) => {
    const to = merged.maps[at];
    for (let i = 0; i < map.length; i++) {
      if (map[i] === DROPPED) continue;
      const bound = Math.max(0, boundOf(part, i, { order, shardSize: options.shardSize }));
      const end = part.starts[i + 1];
      for (let bucket = part.starts[i]; bucket < end; bucket++) {
        const target = to[bucket];
        own[target] = own[target] + part.errors[bucket] - bound;
      }
    }
  });
  return own.map((error, bucket) => {
    const all = errors[merged.owners[bucket]];
    return all === -1 ? -1 : error + all;
  });
}

function othersOf(inputs: Inputs, owners: number): Float64Array {
  const others = new Float64Array(owners);
  for (const { part, map } of inputs) {
    for (let i = 0; i < map.length; i++) {
      const to = map[i];
      if (to !== DROPPED) others[to] = others[to] + part.others[i];
    }
  }
  return others;
}

interface Choosing {
  readonly inputs: Inputs;
  readonly merged: MergedBuckets;
  readonly bucketErrors: Float64Array;
  /** The documents of buckets that are left out here are added to it. */
  readonly others: Float64Array;
  readonly keyed: KeysKind;
}

function chooseBuckets(
  node: AggregationNode<TermsReduce>,
  { inputs, merged, bucketErrors, others }: Choosing,
  reduction: Reduction,
): Pick<TermsPart, 'starts' | 'keys' | 'counts' | 'errors' | 'children'> {
  const { order, size, minDocCount } = node.options;
  const { keys, counts, owners, maps } = merged;
  const children = (to: readonly Uint32Array[], buckets: number): readonly unknown[] =>
    reduction.children(
      node,
      inputs.map(({ part }, i) => ({ part: part.children, map: to[i] })),
      buckets,
    );
  const early = reduction.isFinal && hasPaths(order) ? children(maps, keys.length) : undefined;
  const compare = compareBuckets(reduction.isFinal ? order : KEY_ASCENDING, {
    count: (bucket) => counts[bucket],
    compareKeys: (a, b) => compareKeys(keys[a], keys[b]),
    value: (path, bucket) => reduction.value(node, early ?? [], path, bucket),
  });
  const groups = groupByOwner(owners, keys.length, {
    places: samePlaces(reduction.owners),
    groups: reduction.owners,
  });
  const selected = reduction.isFinal
    ? selectBuckets(groups, size, compare, {
        accept: (bucket) => counts[bucket] >= minDocCount,
      })
    : selectBuckets(groups, Number.POSITIVE_INFINITY, compare);
  if (reduction.isFinal) {
    reduction.countBuckets(selected.buckets.length);
    addLeftOut(selected, { merged, others, minDocCount });
  }
  const { buckets, starts } = selected;
  const choice = mapOfChoice(buckets, keys.length);
  return {
    starts,
    keys: Array.from(buckets, (bucket) => keys[bucket]),
    counts: Float64Array.from(buckets, (bucket) => counts[bucket]),
    errors: Float64Array.from(buckets, (bucket) => bucketErrors[bucket]),
    children:
      early === undefined
        ? children(
            maps.map((map) => thenMap(map, choice)),
            buckets.length,
          )
        : reduction.take(node, early, choice, buckets.length),
  };
}

interface LeftOut {
  readonly merged: MergedBuckets;
  readonly others: Float64Array;
  readonly minDocCount: number;
}

function addLeftOut({ buckets }: SelectedBuckets, { merged, others, minDocCount }: LeftOut): void {
  const { owners, counts } = merged;
  const add = (bucket: number, sign: number): void => {
    const count = counts[bucket];
    const owner = owners[bucket];
    if (count >= minDocCount) others[owner] = others[owner] + sign * count;
  };
  for (let bucket = 0; bucket < counts.length; bucket++) add(bucket, 1);
  for (const bucket of buckets) add(bucket, -1);
}

/** Brings keys to one kind: longs mixed with doubles become doubles. Refuses numbers with text. */
function sameKeys(node: AggregationNode, inputs: Inputs): { keyed: KeysKind; inputs: Inputs } {
  const kinds = new Set(inputs.map(({ part }) => part.keyed));
  const [first = 'unmapped'] = kinds;
  if (kinds.size <= 1) return { keyed: first, inputs };
  refuseAddressesAmongWords(kinds);
  if (
    ![...kinds].every((kind) => kind === 'long' || kind === 'double' || kind === 'unsigned_long')
  ) {
    throw new ApiError(
      'aggregation_execution_exception',
      `Merging/Reducing the aggregations failed when computing the aggregation [${node.name}] because the field you gave in the aggregation query existed as two different types in two different indices`,
    );
  }
  const keyed = kinds.has('double') ? 'double' : 'unsigned_long';
  if (keyed === 'unsigned_long') return { keyed, inputs };
  return {
    keyed,
    inputs: inputs.map(({ part, map }) => ({
      part: { ...part, keys: part.keys.map(Number) },
      map,
    })),
  };
}
