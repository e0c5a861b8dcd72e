/** Computes the aggregations of a search as JSON from the results of its shards. */
import {
  type AggregationTree,
  finishAggregations,
  needsThread,
  partsBytes,
  reduceAggregations,
} from '@skein/aggregations';
import { encodeJson, type JsonValue, RawJson } from '@skein/content';
import { ApiError } from '@skein/errors';
import type { ScriptService } from '@skein/script';
import type { SearchRequest } from '../request/search_request.js';
import { heuristicScripts } from '../scripts/heuristic_script.js';
import { reduceScript } from '../scripts/metric_scripts.js';
import { pipelineScripts } from '../scripts/pipeline_script.js';
import { DEFAULT_MAX_BUCKETS, type ShardPart } from './merge_query_results.js';

/** The input of the final reduction, as plain data that can be sent to a thread. */
export interface UnfinishedAggregations {
  readonly tree: AggregationTree;
  readonly answers: readonly (readonly unknown[])[];
  readonly maxBuckets: number;
  readonly typedKeys: boolean;
}

/** Returns `undefined` if there are no aggregations, or if no shard has responded. */
export function unfinishedAggregations(
  { aggregations: tree, maxBuckets = DEFAULT_MAX_BUCKETS, typedKeys = false }: SearchRequest,
  parts: readonly ShardPart[],
): UnfinishedAggregations | undefined {
  if (tree === undefined || parts.length === 0) return undefined;
  const answers = parts.flatMap(({ result: { aggregations } }) =>
    aggregations === undefined ? [] : [aggregations],
  );
  return { tree, answers, maxBuckets, typedKeys };
}

/** True if the final reduction must run in a thread that can run scripts and may take long. */
export function finishesInThread({ tree, answers }: UnfinishedAggregations): boolean {
  return needsThread(tree, answers);
}

/** Reduces the results of several shards to the form of a single shard; more may follow. */
export function reducedParts(
  { tree, answers, maxBuckets }: UnfinishedAggregations,
  checkCancelled: () => void,
): readonly unknown[] {
  return reduceAggregations(tree, answers, { isFinal: false, maxBuckets, checkCancelled });
}

/** The approximate memory of a shard's results, in bytes. */
export function aggregationBytes(parts: readonly unknown[]): number {
  return partsBytes(parts);
}

interface Finishing {
  readonly checkCancelled: () => void;
  /** Absent if `finishesInThread` returns false. */
  readonly scripts?: ScriptService | undefined;
}

export function finished(
  { tree, answers, ...shown }: UnfinishedAggregations,
  { checkCancelled, scripts }: Finishing,
): JsonValue {
  const running =
    scripts === undefined
      ? { script: noScripts, reduceScript: noScripts, heuristicScript: noScripts }
      : {
          script: pipelineScripts(scripts),
          reduceScript: reduceScript(scripts),
          heuristicScript: heuristicScripts(scripts),
        };
  return finishAggregations(tree, answers, { ...shown, checkCancelled, ...running });
}

/** The finished aggregations as bytes, for another thread. */
export function finishedBytes(
  unfinished: UnfinishedAggregations,
  finishing: Finishing,
): Uint8Array {
  return encodeJson(finished(unfinished, finishing));
}

export function fromBytes(bytes: Uint8Array): JsonValue {
  return new RawJson(bytes);
}

function noScripts(): never {
  throw new ApiError('illegal_state_exception', 'no script runs in this thread');
}
