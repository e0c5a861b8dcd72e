/**
 * Merges the parts of an aggregation over windows of the buckets around it. It uses the
 * aggregation's own `reduce`, which is associative. As in exponentiation by squaring, a window is
 * put together from blocks of 1, 2, 4, ... places, so the number of merges grows with the number of
 * binary digits of the window's length, not with the length.
 */
import type { AggregationNode } from '../aggregation_node.js';
import type { PipelineGround } from '../pipeline_type.js';
import { DROPPED } from '../reduction.js';
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
  given: Window,
): MergedWindows | undefined {
  const found = partAt(ground, path.names);
  if (found === undefined) return undefined;
  const { node, part, places } = found;
  const near = nearWindow(ground, given);
  const line = laidOut(ground, places, near);
  const merge: Merge = (inputs) => ground.level.tree.merged(node, inputs, line.length);
  const last = merge([{ part, map: line.map }]);
  return { node, part: windowSums(line, { last, merge }, near), owners: line.owners };
}

/**
 * The same window, which does not end beyond more buckets than an owner has: a window that reaches
 * further holds nothing more, and would need a place for each step.
 */
function nearWindow(ground: PipelineGround, { window, shift }: Window): Window {
  let most = 0;
  parentBuckets(ground).eachOwner((own) => {
    most = Math.max(most, own.length);
  });
  const beyond = Math.max(0, shift - most);
  return { window: Math.max(0, window - beyond), shift: shift - beyond };
}

/** Merges parts into a part whose owners are the places of a line. */
type Merge = (inputs: readonly { readonly part: unknown; readonly map: Uint32Array }[]) => unknown;

interface Merging {
  readonly merge: Merge;
  /** The part with each bucket at its own place. */
  readonly last: unknown;
}

/**
 * The sum of the window of every place. The binary digits of the window's length say which blocks
 * it consists of. With three buckets, the window of place p is the block of 1 that ends with it,
 * and the block of 2 before that:
 *
 *     places          p-3   p-2   p-1   p        (window 3, shift 1)
 *     block 1                           ---
 *     block 2               ---------
 */
function windowSums(line: Places, { last, merge }: Merging, { window, shift }: Window): unknown {
  const here = later(line, 0);
  /** At each place, the sum of the `size` places that end with it. */
  let block = last;
  /** At each place, the sum of the last buckets of its window: those of the digits so far. */
  let sum = merge([]);
  /** How far the end of the next block is behind the place of the window. */
  let behind = 1 - shift;
  let digits = Math.min(window, line.length);
  for (let size = 1; digits > 0; size *= 2) {
    if (digits % 2 === 1) {
      sum = merge([
        { part: block, map: later(line, behind) },
        { part: sum, map: here },
      ]);
      behind += size;
    }
    digits = Math.floor(digits / 2);
    if (digits > 0) {
      block = merge([
        { part: block, map: later(line, size) },
        { part: block, map: here },
      ]);
    }
  }
  return sum;
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
  const map = new Uint32Array(ownersIn(inner)).fill(DROPPED);
  const starts: number[] = [];
  const ends: number[] = [];
  buckets.eachOwner((own) => {
    const start = starts.length;
    // A window may end up to `shift - 1` places beyond the last bucket, and still reach one.
    const room = Math.max(0, Math.min(shift - 1, own.length + window));
    const end = start + own.length + room;
    for (let at = start; at < end; at++) {
      starts.push(start);
      ends.push(end);
    }
    own.forEach((bucket, i) => {
      const place = inner[bucket] ?? DROPPED;
      if (place !== DROPPED) map[place] = start + i;
      const first = Math.max(0, i - window + shift);
      const behindLast = Math.min(own.length, i + shift);
      if (first < behindLast) owners[bucket] = start + i;
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

/** The number of owners of the aggregation's part. */
function ownersIn(inner: Uint32Array): number {
  let greatest = 0;
  for (const owner of inner) if (owner !== DROPPED && owner > greatest) greatest = owner;
  return greatest + 1;
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
  let { of, parts } = level;
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
