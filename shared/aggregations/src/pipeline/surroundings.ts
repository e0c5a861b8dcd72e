/** Checks of the aggregations around a pipeline, with OpenSearch's error messages. */
import type { AggregationNode } from '../aggregation_node.js';
import type { PipelineNode, Surroundings, TypeLookup } from '../pipeline_type.js';
import { type BucketPath, validationError } from './bucket_path.js';

/** Requires a parent whose buckets are a sequence without gaps. */
export function requireSequence(
  { name, type }: PipelineNode,
  { parent, types }: Surroundings,
): void {
  const subject = `${type} aggregation [${name}]`;
  const wanted = 'a histogram, date_histogram or auto_date_histogram as parent';
  if (parent === undefined) {
    throw validationError(`${subject} must have ${wanted} but doesn't have a parent`);
  }
  switch (types.aggregation(parent).sequence?.(parent)) {
    case 'whole':
      return;
    case 'gaps':
      throw validationError(`parent histogram of ${subject} must have min_doc_count of 0`);
    default:
      throw validationError(`${subject} must have ${wanted}`);
  }
}

export function requireParent(node: PipelineNode, around: Surroundings): void {
  const problem = parentProblem(node, around);
  if (problem !== undefined) throw validationError(problem);
}

export function parentProblem(
  { name, type }: PipelineNode,
  { parent, types }: Surroundings,
): string | undefined {
  const subject = `${type} aggregation [${name}]`;
  if (parent === undefined) return `${subject} must be declared inside of another aggregation`;
  if (hasManyBuckets(parent, types)) return undefined;
  return `${subject} must be declared inside of a multi-bucket aggregation`;
}

export function requireOnePath({ name }: PipelineNode, paths: readonly BucketPath[]): void {
  if (paths.length === 1) return;
  throw validationError(`buckets_path must contain a single entry for aggregation [${name}]`);
}

/** Requires one path, through the buckets of a sequence without gaps. */
export function requirePathAlongSequence(
  node: PipelineNode<{ readonly paths: readonly BucketPath[] }>,
  around: Surroundings,
): void {
  requireOnePath(node, node.options.paths);
  requireSequence(node, around);
}

/** Requires that the path ends at an aggregation of the type `wanted`. */
export function requireLast(
  { name, type }: PipelineNode,
  { siblings }: Surroundings,
  [path]: readonly BucketPath[],
  wanted: string,
): void {
  let level = siblings;
  let last: AggregationNode | undefined;
  for (const step of path?.names ?? []) {
    last = level.find((node) => node.name === step);
    level = last?.children ?? [];
  }
  if (last?.type === wanted && path?.steps.length === path?.names.length) return;
  throw validationError(
    `buckets_path of ${type} aggregation [${name}] must reference a ${wanted} aggregation, got: [${path?.text}]`,
  );
}

/** Requires a sibling aggregation with several buckets at the start of the path. */
export function requireManyBuckets(
  { name }: PipelineNode,
  { siblings, types }: Surroundings,
  path: BucketPath,
): void {
  const [begun] = path.text.split(/[>.]/);
  const first = siblings.find((node) => node.name === begun);
  const isPaged = first !== undefined && types.aggregation(first).isPaged === true;
  if (first !== undefined && !isPaged && hasManyBuckets(first, types)) return;
  if (first === undefined) {
    throw validationError(
      `buckets_path aggregation does not exist for aggregation [${name}]: ${path.text}`,
    );
  }
  throw validationError(
    `The first aggregation in buckets_path must be a multi-bucket aggregation for aggregation [${name}] found :${first.type} for buckets path: ${path.text}`,
  );
}

function hasManyBuckets(node: AggregationNode, types: TypeLookup): boolean {
  return types.aggregation(node).bucketKey !== undefined;
}
