/**
 * Merges the parts of an aggregation over windows of the buckets around it. It uses the
 * aggregation's own `reduce`, which is associative, so the number of merge steps grows with the
 * number of binary digits of the window's length.
 */
import { type AggregationNode, DROPPED } from '../aggregation_type.js';
import type { PipelineGround } from '../pipeline_type.js';
import type { BucketPath } from './bucket_path.js';
import { parentBuckets } from './parent_buckets.js';

/** A bucket's window: from `window - shift` buckets before it to `shift` after it, exclusive. */
export interface Window {
  readonly window: number;
  readonly shift: number;
}

export interface MergedWindows {
  readonly node: AggregationNode;
  /** The merged part of the aggregation. */
  readonly part: unknown;
  /** The owner of each bucket in the part; `DROPPED` if its window is empty. */
  readonly owners: Uint32Array;
}

/**
 * The merged windows; `undefined` if the path leads through anything but aggregations with a single
 * bucket.
 */
export function mergedWindows(
  ground: PipelineGround,
  path: BucketPath,
  { window, shift }: Window,
): MergedWindows | undefined {
  const found = partAt(ground, path.names);
  if (found === undefined) return undefined;
  const { node, part, places } = found;
  const line = laidOut(ground, places, { window, shift });
  const merge = (inputs: readonly { part: unknown; map: Uint32Array }[]): unknown =>
    ground.level.tree.merged(node, inputs, line.length);
  let block = merge([{ part, map: line.map }]);
  let sum = merge([]);
  // `block` holds the sums of the last `size` places up to each place, and `size` doubles each
  // time.
  let behind = 1 - shift;
  const here = later(line, 0);
  for (let left = Math.min(window, line.length), size = 1; left > 0; size *= 2) {
    if (left % 2 === 1) {
      sum = merge([
        { part: block, map: later(line, behind) },
        { part: sum, map: here },
      ]);
      behind += size;
    }
    left = Math.floor(left / 2);
    if (left > 0) {
      block = merge([
        { part: block, map: later(line, size) },
        { part: block, map: here },
      ]);
    }
  }
  return { node, part: sum, owners: line.owners };
}

/**
 * A layout of places for all buckets. The places of an owner are adjacent, with additional ones for
 * windows that end beyond its last bucket.
 */
interface Places {
  readonly length: number;
  /** The first place, and the end, of the owner of each place. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Maps owners of the aggregation's part to places. */
  readonly map: Uint32Array;
  /** The place of each bucket; `DROPPED` if its window is empty. */
  readonly owners: Uint32Array;
}

function laidOut(ground: PipelineGround, inner: Uint32Array, { window, shift }: Window): Places {
  const buckets = parentBuckets(ground);
  const owners = new Uint32Array(buckets.count).fill(DROPPED);
  let greatest = 0;
  for (const owner of inner) if (owner !== DROPPED && owner > greatest) greatest = owner;
  const map = new Uint32Array(greatest + 1).fill(DROPPED);
  const starts: number[] = [];
  const ends: number[] = [];
  buckets.eachOwner((own) => {
    const start = starts.length;
    const room = Math.max(0, Math.min(shift - 1, own.length + window));
    const end = start + own.length + room;
    for (let at = start; at < end; at++) {
      starts.push(start);
      ends.push(end);
    }
    own.forEach((bucket, i) => {
      const place = inner[bucket] ?? DROPPED;
      if (place !== DROPPED) map[place] = start + i;
      const [first, last] = [Math.max(0, i - window + shift), Math.min(own.length, i + shift)];
      if (first < last) owners[bucket] = start + i;
    });
  });
  return {
    length: starts.length,
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    map,
    owners,
  };
}

/** Maps each place to the one `by` places later (earlier if negative) of the same owner. */
function later({ length, starts, ends }: Places, by: number): Uint32Array {
  return Uint32Array.from({ length }, (_, at) => {
    const to = at + by;
    return to >= starts[at] && to < ends[at] ? to : DROPPED;
  });
}

interface FoundPart {
  readonly node: AggregationNode;
  readonly part: unknown;
  /** The owner in the part of each bucket around the level. */
  readonly places: Uint32Array;
}

function partAt({ level }: PipelineGround, names: readonly string[]): FoundPart | undefined {
  let { of, parts } = level as { of: PipelineGround['level']['of']; parts: readonly unknown[] };
  let places = Uint32Array.from({ length: level.owners }, (_, i) => i);
  for (const [i, name] of names.entries()) {
    const at = of.children.findIndex((child) => child.name === name);
    const node = of.children[at];
    if (node === undefined) return undefined;
    const part = parts[at];
    if (i === names.length - 1) return { node, part, places };
    const columns = level.tree.aggregation(node).buckets?.(part);
    if (columns?.isSingle !== true) return undefined;
    places = places.map((owner) => columns.starts[owner] ?? owner);
    of = node;
    parts = columns.children;
  }
  return undefined;
}
