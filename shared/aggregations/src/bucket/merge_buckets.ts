/** Merges the buckets of several parts by owner and key, and maps buckets to merged ones. */

import type { AggregationNode } from '../aggregation_node.js';
import { places as rowPlaces } from '../collect/places.js';
import { DROPPED, type ReduceInput, type Reduction } from '../reduction.js';

export type Key = string | number | bigint;

export function compareKeys(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface KeyedBuckets<K extends Key> {
  readonly starts: Uint32Array;
  readonly keys: readonly K[];
  readonly counts: Float64Array;
}

export interface MergedBuckets<K extends Key = Key> {
  /** The key of each bucket, in the order in which buckets were met. */
  readonly keys: K[];
  readonly counts: Float64Array;
  readonly owners: Uint32Array;
  /** For each input, the map from its buckets to these. */
  readonly maps: readonly Uint32Array[];
}

export function mergeBuckets<K extends Key>(
  inputs: readonly ReduceInput<KeyedBuckets<K>>[],
): MergedBuckets<K> {
  const tables: (Map<K, number> | undefined)[] = [];
  const keys: K[] = [];
  const counts: number[] = [];
  const owners: number[] = [];
  const maps = inputs.map(({ part, map }) => {
    const { starts } = part;
    const to = new Uint32Array(part.keys.length).fill(DROPPED);
    for (let i = 0; i < map.length; i++) {
      const owner = map[i];
      if (owner === DROPPED) continue;
      let table = tables[owner];
      if (table === undefined) {
        table = new Map();
        tables[owner] = table;
      }
      const end = starts[i + 1];
      for (let bucket = starts[i]; bucket < end; bucket++) {
        const key = part.keys[bucket];
        let merged = table.get(key);
        if (merged === undefined) {
          merged = keys.length;
          table.set(key, merged);
          keys.push(key);
          counts.push(0);
          owners.push(owner);
        }
        counts[merged] = counts[merged] + part.counts[bucket];
        to[bucket] = merged;
      }
    }
    return to;
  });
  return { keys, counts: Float64Array.from(counts), owners: Uint32Array.from(owners), maps };
}

/**
 * Buckets by owner: those of owner `i` are `order[starts[i]]` to `order[starts[i + 1] - 1]`, in the
 * order of their numbers.
 */
export interface GroupedBuckets {
  readonly starts: Uint32Array;
  readonly order: Uint32Array;
}

export interface OwnerGroups {
  /** The group of each owner of buckets; `DROPPED` for none. */
  readonly places: Uint32Array;
  readonly groups: number;
}

/** `bucketOwners` is `undefined` if owner 0 has all buckets. */
export function groupByOwner(
  bucketOwners: Uint32Array | undefined,
  size: number,
  owners: OwnerGroups,
): GroupedBuckets {
  if (bucketOwners === undefined) return groupOfOne(rowPlaces(size).subarray(0, size), owners);
  const { places, groups } = owners;
  const starts = new Uint32Array(groups + 1);
  for (let bucket = 0; bucket < size; bucket++) {
    const place = places[bucketOwners[bucket]] ?? DROPPED;
    if (place !== DROPPED) starts[place + 1] = starts[place + 1] + 1;
  }
  for (let i = 0; i < groups; i++) {
    starts[i + 1] = starts[i + 1] + starts[i];
  }
  const order = new Uint32Array(starts[groups]);
  const next = starts.slice();
  for (let bucket = 0; bucket < size; bucket++) {
    const place = places[bucketOwners[bucket]] ?? DROPPED;
    if (place === DROPPED) continue;
    const at = next[place];
    order[at] = bucket;
    next[place] = at + 1;
  }
  return { starts, order };
}

/** Groups buckets that all belong to owner 0. */
export function groupOfOne(buckets: Uint32Array, { places, groups }: OwnerGroups): GroupedBuckets {
  const starts = new Uint32Array(groups + 1);
  const place = places[0] ?? DROPPED;
  if (place === DROPPED) return { starts, order: new Uint32Array(0) };
  return { starts: starts.fill(buckets.length, place + 1), order: buckets };
}

/** Maps owners to their indexes in a list. */
export function placesOf(owners: Uint32Array): Uint32Array {
  let greatest = 0;
  for (const owner of owners) if (owner > greatest) greatest = owner;
  const places = new Uint32Array(greatest + 1).fill(DROPPED);
  owners.forEach((owner, i) => {
    places[owner] = i;
  });
  return places;
}

/** The numbers 0, 1, 2 …, the map of owners to themselves. */
export function samePlaces(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

/** The composition of two maps, the first applied first. */
export function thenMap(first: Uint32Array, second: Uint32Array): Uint32Array {
  const both = new Uint32Array(first.length);
  for (let i = 0; i < first.length; i++) {
    const between = first[i];
    both[i] = between === DROPPED ? DROPPED : second[between];
  }
  return both;
}

/**
 * The inputs for `Reduction.children`. `maps` map the buckets of the inputs to the merged ones, and
 * `to` maps these to the kept ones.
 */
export function mergedChildren(
  inputs: readonly ReduceInput<{ readonly children: readonly unknown[] }>[],
  maps: readonly Uint32Array[],
  to: Uint32Array,
): readonly ReduceInput<readonly unknown[]>[] {
  return inputs.map(({ part }, i) => ({
    part: part.children,
    map: thenMap(maps[i], to),
  }));
}

interface BucketsPart {
  readonly starts: Uint32Array;
  readonly children: readonly unknown[];
}

interface TakenBuckets extends BucketsPart {
  /** The taken buckets of the part, by new owner and then in the order of the part. */
  readonly buckets: Uint32Array;
}

/**
 * Takes the buckets of the owners that `map` does not drop, and their children. No two owners are
 * merged.
 */
export function takeBuckets(
  node: AggregationNode,
  { part, map }: ReduceInput<BucketsPart>,
  reduction: Reduction,
): TakenBuckets {
  const { starts } = part;
  const { owners } = reduction;
  const from = new Uint32Array(owners).fill(DROPPED);
  map.forEach((to, owner) => {
    if (to !== DROPPED) from[to] = owner;
  });
  const taken = new Uint32Array(owners + 1);
  const buckets: number[] = [];
  from.forEach((owner, to) => {
    const end = owner === DROPPED ? 0 : starts[owner + 1];
    for (let at = owner === DROPPED ? 0 : starts[owner]; at < end; at++) {
      buckets.push(at);
    }
    taken[to + 1] = buckets.length;
  });
  const chosen = Uint32Array.from(buckets);
  const inputs = [{ part: part.children, map: mapOfChoice(chosen, starts.at(-1) ?? 0) }];
  return {
    starts: taken,
    buckets: chosen,
    children: reduction.children(node, inputs, chosen.length),
  };
}

/** The numbers by owner, mapped to the new owners; 0 for an owner that gets none. */
export function takeOwners(values: Float64Array, map: Uint32Array, owners: number): Float64Array {
  const taken = new Float64Array(owners);
  map.forEach((to, owner) => {
    if (to !== DROPPED) taken[to] = values[owner];
  });
  return taken;
}

/** Maps a bucket to its index in the chosen ones. */
export function mapOfChoice(chosen: Uint32Array, size: number): Uint32Array {
  const map = new Uint32Array(size).fill(DROPPED);
  chosen.forEach((bucket, i) => {
    map[bucket] = i;
  });
  return map;
}
