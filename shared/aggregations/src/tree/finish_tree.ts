/** Turns the parts of all shards into the response: reduces them, runs the pipelines, renders. */
import type { JsonObject } from '@skein/content';
import type { HeuristicScripts } from '../options/heuristic_scripts.js';
import type { PipelineScope } from '../pipeline_type.js';
import type { ReduceScript } from '../reduction.js';
import type { AggregationTree } from './parse_tree.js';
import { bucketCounter, reduceAggregations } from './reduce_tree.js';
import { renderAggregations } from './render_tree.js';
import { runPipelines, runsScripts } from './run_pipelines.js';

export interface FinishOptions extends Omit<PipelineScope, 'countBuckets'> {
  /** `search.max_buckets`. */
  readonly maxBuckets: number;
  /** True if the names in the response begin with their types. */
  readonly typedKeys: boolean;
  readonly reduceScript: ReduceScript;
  /** Absent if the tree runs no such script. */
  readonly heuristicScript?: HeuristicScripts | undefined;
}

/** Each of `answers` has one part for each top-level aggregation. */
export function finishAggregations(
  tree: AggregationTree,
  answers: readonly (readonly unknown[])[],
  { maxBuckets, typedKeys, reduceScript, heuristicScript, ...scope }: FinishOptions,
): JsonObject {
  const { checkCancelled } = scope;
  const options = { isFinal: true, maxBuckets, checkCancelled, reduceScript, heuristicScript };
  const parts = reduceAggregations(tree, answers, options);
  const reduced = runPipelines(tree, parts, {
    ...scope,
    countBuckets: bucketCounter(maxBuckets),
  });
  return renderAggregations(tree, parts, { typedKeys, reduced });
}

/** The number of column elements that are finished in well under a millisecond. */
const FEW = 5_000;

/** True if finishing is too slow for a main thread: it runs scripts, or the parts are large. */
export function needsThread(
  tree: AggregationTree,
  answers: readonly (readonly unknown[])[],
): boolean {
  return runsScripts(tree) || sizeOf(answers, FEW) > FEW;
}

/** Approximate size of the parts in memory, in bytes. */
export function partsBytes(parts: readonly unknown[]): number {
  return sizeOf(parts, Number.POSITIVE_INFINITY) * Float64Array.BYTES_PER_ELEMENT;
}

/** The number of 8-byte units in the parts; counting stops beyond `most`. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return 1 + value.length / 8;
  if (typeof value !== 'object' || value === null) return 1;
  if (ArrayBuffer.isView(value)) return value.byteLength / 8;
  let size = 0;
  for (const inner of Object.values(value)) {
    size += sizeOf(inner, most - size);
    if (size > most) return size;
  }
  return size;
}
