/** From the parts of all shards to the answer: reduced, run through the pipelines, shown. */
import type { JsonObject } from '@skein/content';
import type { ReduceScript } from '../aggregation_type.js';
import type { HeuristicScripts } from '../options/significance.js';
import type { PipelineScope } from '../pipeline_type.js';
import type { AggregationTree } from './parse_tree.js';
import { bucketCounter, reduceAggregations } from './reduce_tree.js';
import { renderAggregations } from './render_tree.js';
import { runPipelines, runsScripts } from './run_pipelines.js';

export interface FinishOptions extends Omit<PipelineScope, 'countBuckets'> {
  /** `search.max_buckets`. */
  readonly maxBuckets: number;
  /** Names begin with their types. */
  readonly typedKeys: boolean;
  readonly reduceScript: ReduceScript;
  /** Absent: the tree runs none. */
  readonly heuristicScript?: HeuristicScripts | undefined;
}

/** Each of `answers` has one part for each aggregation at the top. */
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

/** Elements of columns that are finished in well under a millisecond. */
const FEW = 5_000;

/** Whether finishing is too much for a main thread: it runs scripts, or the parts are large. */
export function needsThread(
  tree: AggregationTree,
  answers: readonly (readonly unknown[])[],
): boolean {
  return runsScripts(tree) || sizeOf(answers, FEW) > FEW;
}

/** What parts take in memory, about. */
export function partsBytes(parts: readonly unknown[]): number {
  return sizeOf(parts, Number.POSITIVE_INFINITY) * Float64Array.BYTES_PER_ELEMENT;
}

/** Numbers and texts in the parts, counted until there are more than `most`. */
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
