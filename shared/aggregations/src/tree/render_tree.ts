/** Reduced parts as the JSON of an answer. */
import type { JsonObject, JsonValue } from '@skein/content';
import type { AggregationNode, Rendering } from '../aggregation_type.js';
import type { PipelineNode } from '../pipeline_type.js';
import { aggregationNamed, pipelineNamed } from '../registry.js';
import type { AggregationTree } from './parse_tree.js';

/** `typedKeys`: names begin with their types. */
export function renderAggregations(
  tree: AggregationTree,
  parts: readonly unknown[],
  typedKeys: boolean,
): JsonObject {
  const rendering: Rendering = {
    children: (node, children, bucket) => members(node, children, bucket),
  };
  const members = (
    { children, pipelines }: AggregationTree,
    of: readonly unknown[],
    owner: number,
  ): JsonObject => {
    const shown: Record<string, JsonValue> = {};
    for (const [i, child] of children.entries()) {
      const type = aggregationNamed(child.type);
      const part = of[i];
      const key = typedKeys
        ? `${type.typeName?.(child, part) ?? child.type}#${child.name}`
        : child.name;
      put(shown, key, withMeta(child, type.render(child, { part, owner }, rendering)));
    }
    for (const [i, pipeline] of pipelines.entries()) {
      const type = pipelineNamed(pipeline.type);
      const json = type.render?.(pipeline, of[children.length + i], owner);
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

/** A name may be `__proto__`. */
function put(shown: Record<string, JsonValue>, key: string, value: JsonValue): void {
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
