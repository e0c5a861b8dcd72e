/** The number that a path leads to from a bucket of reduced parts. */
import { ApiError } from '@skein/errors';
import type { AggregationNode } from '../aggregation_node.js';
import type { BucketColumns, BucketKey } from '../aggregation_type.js';
import type { ReducedLevel, ReducedTree } from '../pipeline_type.js';
import { type BucketPath, quotedKey } from './bucket_path.js';

/** A bucket whose aggregations are a level of the tree. */
export interface BucketPlace {
  readonly level: ReducedLevel;
  /** An owner of the level's parts. */
  readonly bucket: number;
  readonly count: number;
  /** The name of the aggregation that has the bucket. */
  readonly inside: string;
  readonly key: () => BucketKey | undefined;
}

/**
 * The number at the end of a path. It is NaN if the aggregation there has no value, and `undefined`
 * if the bucket has no such aggregation or bucket, or if a pipeline gave it no value. Throws
 * `aggregation_execution_exception` if the path ends at anything but a number.
 */
export function pathValue(place: BucketPlace, { steps }: BucketPath): number | undefined {
  return fromBucket(place, steps, steps);
}

function fromBucket(
  from: BucketPlace,
  rest: readonly string[],
  steps: readonly string[],
): number | undefined {
  const [name, ...after] = rest;
  const { level, bucket } = from;
  if (name === undefined) throw noNumber('Bucket', from.inside);
  if (name === '_count') return from.count;
  if (name === '_key') return keyNumber(from.key(), steps);
  const { of, parts, tree } = level;
  const at = of.children.findIndex((node) => node.name === name);
  const node = of.children[at];
  if (node !== undefined) {
    if (tree.isAdded(of, bucket)) return undefined;
    const part = tree.grown(node, parts[at]);
    return fromAggregation({ node, part, owner: bucket, tree }, after, steps);
  }
  const place = of.pipelines.findIndex((pipeline) => pipeline.name === name);
  const pipeline = of.pipelines[place];
  if (pipeline === undefined) return undefined;
  const part = tree.column(of, place);
  const { value } = tree.pipeline(pipeline);
  if (part === undefined || value === undefined) return undefined;
  return value(pipeline, part, bucket, after.join('.'));
}

interface Shown {
  readonly node: AggregationNode;
  readonly part: unknown;
  readonly owner: number;
  readonly tree: ReducedTree;
}

function fromAggregation(
  shown: Shown,
  rest: readonly string[],
  steps: readonly string[],
): number | undefined {
  const { node, part, owner, tree } = shown;
  const type = tree.aggregation(node);
  const columns = type.buckets?.(part);
  if (columns === undefined) return metricValue(shown, rest.join('.'));
  if (rest.length === 0) throw noNumber(resultName(shown), node.name);
  if (columns.isSingle === true) {
    const bucket = columns.starts[owner] ?? owner;
    return fromBucket(placeIn(shown, columns, bucket), rest, steps);
  }
  const [step, ...after] = rest;
  const buckets = tree.shown(node, columns, owner);
  if (step === '_bucket_count') return buckets.length;
  const key = step === undefined ? undefined : quotedKey(step);
  if (key === undefined) throw noNumber('Object[]', steps[0] ?? node.name);
  for (const bucket of buckets) {
    if (type.bucketKey?.(node, part, bucket).text !== key) continue;
    return fromBucket(placeIn(shown, columns, bucket), after, steps);
  }
  return undefined;
}

/** The place of a bucket, from which its sub-aggregations are found. */
export function placeIn(
  { node, part, tree }: Omit<Shown, 'owner'>,
  { children, counts }: BucketColumns,
  bucket: number,
): BucketPlace {
  const level = { of: node, parts: children, owners: counts.length, tree };
  const key = () => tree.aggregation(node).bucketKey?.(node, part, bucket);
  return { level, bucket, count: counts[bucket] ?? 0, inside: node.name, key };
}

function metricValue(shown: Shown, property: string): number | undefined {
  const { node, part, owner, tree } = shown;
  const { value, isOrderable } = tree.aggregation(node);
  const found = value?.(node, { part, owner }, property);
  if (found !== undefined) return found;
  if (property === '') {
    if (value === undefined || isOrderable === false) throw noNumber(resultName(shown), node.name);
    throw new ApiError(
      'aggregation_execution_exception',
      `buckets_path must reference either a number value or a single value numeric metric aggregation, but [${node.name}] contains multiple values. Please specify which to use.`,
    );
  }
  throw new ApiError(
    'illegal_argument_exception',
    `path not supported for [${node.name}]: [${property}]`,
  );
}

function resultName({ node, part, tree }: Shown): string {
  const words = node.type.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return tree.aggregation(node).resultName?.(node, part) ?? `Internal${words.join('')}`;
}

function keyNumber(key: BucketKey | undefined, steps: readonly string[]): number {
  if (key?.number !== undefined) return key.number;
  throw noNumber('String', steps[0] ?? '_key');
}

function noNumber(found: string, at: string): ApiError {
  return new ApiError(
    'aggregation_execution_exception',
    `buckets_path must reference either a number value or a single value numeric metric aggregation, got: [${found}] at aggregation [${at}]`,
  );
}
