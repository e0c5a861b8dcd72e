/**
 * Orders the pipelines of a level and checks that what they read exists. Errors use OpenSearch's
 * words.
 */
import type { AggregationNode } from '../aggregation_node.js';
import { type BucketPath, validationError } from '../pipeline/bucket_path.js';
import type { PipelineNode, TypeLookup } from '../pipeline_type.js';

/** The places of the pipelines, each after the ones that it reads. Throws on a cycle. */
export function pipelineOrder(
  pipelines: readonly PipelineNode[],
  types: TypeLookup,
): readonly number[] {
  const order: number[] = [];
  const visiting = new Set<number>();
  const visit = (at: number): void => {
    const node = pipelines[at];
    if (node === undefined || order.includes(at)) return;
    if (visiting.has(at)) {
      throw validationError(`Cyclical dependency found with pipeline aggregator [${node.name}]`);
    }
    visiting.add(at);
    for (const { names } of types.pipeline(node).paths(node.options)) {
      visit(pipelines.findIndex(({ name }) => name === names[0]));
    }
    visiting.delete(at);
    order.push(at);
  };
  pipelines.forEach((_node, at) => {
    visit(at);
  });
  return order;
}

interface PipelineLevel {
  readonly children: readonly AggregationNode[];
  readonly pipelines: readonly PipelineNode[];
}

/** Throws when a path names an aggregation that does not exist. */
export function checkPaths({ children, pipelines }: PipelineLevel, types: TypeLookup): void {
  for (const node of pipelines) {
    for (const path of types.pipeline(node).paths(node.options)) {
      checkPath(path, { children, pipelines });
    }
  }
}

const EVERYWHERE: ReadonlySet<string> = new Set(['_count', '_key']);

function checkPath(path: BucketPath, { children, pipelines }: PipelineLevel): void {
  if (path.fault !== undefined) throw validationError(path.fault);
  const [first = '', ...rest] = path.names;
  if (EVERYWHERE.has(path.text) || pipelines.some(({ name }) => name === first)) return;
  let at = children.find(({ name }) => name === first);
  if (at === undefined) throw validationError(`No aggregation found for path [${path.text}]`);
  for (const [i, name] of rest.entries()) {
    const isLast = i === rest.length - 1;
    if (isLast && EVERYWHERE.has(name)) return;
    const found: AggregationNode | undefined = at?.children.find((child) => child.name === name);
    const isPipeline = isLast && at?.pipelines.some((pipeline) => pipeline.name === name) === true;
    if (found === undefined && !isPipeline) {
      throw validationError(`No aggregation [${name}] found for path [${path.text}]`);
    }
    at = found;
  }
}
