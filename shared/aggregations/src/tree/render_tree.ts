/** Renders reduced parts as the JSON of a response. */
import type { JsonObject, JsonValue } from '@skein/content';
import type { AggregationNode } from '../aggregation_node.js';
import type { Rendering } from '../aggregation_type.js';
import type { PipelineNode, ReducedTree, TreeLevel } from '../pipeline_type.js';
import { aggregationNamed, pipelineNamed } from '../registry.js';
import type { AggregationTree } from './parse_tree.js';

export interface Shown {
  /** True if the names in the response begin with their types. */
  readonly typedKeys: boolean;
  /** The tree with the results of its pipelines. */
  readonly reduced: ReducedTree;
}

export function renderAggregations(
  tree: AggregationTree,
  parts: readonly unknown[],
  { typedKeys, reduced }: Shown,
): JsonObject {
  const rendering: Rendering = {
    buckets: (node, columns, owner) => reduced.shown(node, columns, owner),
    children: (node, children, bucket) => members(node, children, bucket),
  };
  const members = (level: TreeLevel, of: readonly unknown[], owner: number): JsonObject => {
    const { children, pipelines } = level;
    const shown: Record<string, JsonValue> = {};
    // This runs for every bucket of a response, so it allocates no more than it needs.
    const byName = pipelines.length > 0 ? new Map<string | undefined, JsonObject>() : undefined;
    const count = reduced.isAdded(level, owner) ? 0 : children.length;
    for (let i = 0; i < count; i++) {
      const child = children[i];
      const type = aggregationNamed(child.type);
      const part = reduced.grown(child, of[i]);
      const key = typedKeys
        ? `${type.typeName?.(child, part) ?? child.type}#${child.name}`
        : child.name;
      const json = type.render(child, { part, owner }, rendering);
      byName?.set(child.name, json);
      put(shown, key, withMeta(child, json));
    }
    if (byName === undefined) return shown;
    const beside = (name: string | undefined) => byName.get(name);
    for (const [i, pipeline] of pipelines.entries()) {
      const type = pipelineNamed(pipeline.type);
      const column = reduced.column(level, i);
      const json =
        column === undefined ? undefined : type.render?.(pipeline, column, owner, beside);
      if (json === undefined) continue;
      const key = typedKeys
        ? `${type.typeName?.(pipeline) ?? pipeline.type}#${pipeline.name}`
        : pipeline.name;
      put(shown, key, withMeta(pipeline, json));
    }
    return shown;
  };
  return members(tree, parts, 0);
}

function put(shown: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') {
    shown[key] = value;
    return;
  }
  Object.defineProperty(shown, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function withMeta({ meta }: AggregationNode | PipelineNode, json: JsonObject): JsonObject {
  return meta === undefined ? json : { meta, ...json };
}
