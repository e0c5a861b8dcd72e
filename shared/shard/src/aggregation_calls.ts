/**
 * Calls to a search thread that merge the aggregations of several shards: scripts may run, and it
 * may take a while.
 */

import { ApiError } from '@skein/errors';
import type { ScriptService } from '@skein/script';
import { finishedBytes, reducedParts, type UnfinishedAggregations } from '@skein/search';

export interface AggregationCalls {
  /** The final aggregations; `json` has the form of the response. */
  readonly finish_aggregations: {
    request: UnfinishedAggregations;
    reply: { readonly json: Uint8Array };
  };
  /** A partial merge while more results may come: `parts` are merged results. */
  readonly reduce_aggregations: {
    request: UnfinishedAggregations;
    reply: { readonly parts: readonly unknown[] };
  };
}

export function reduceInThread(
  request: UnfinishedAggregations,
  isCancelled: () => boolean,
): AggregationCalls['reduce_aggregations']['reply'] {
  return { parts: reducedParts(request, () => checkCancelled(isCancelled)) };
}

export function finishInThread(
  request: UnfinishedAggregations,
  {
    scripts,
    isCancelled,
  }: { readonly scripts: ScriptService; readonly isCancelled: () => boolean },
): AggregationCalls['finish_aggregations']['reply'] {
  return {
    json: finishedBytes(request, { scripts, checkCancelled: () => checkCancelled(isCancelled) }),
  };
}

function checkCancelled(isCancelled: () => boolean): void {
  if (isCancelled()) throw new ApiError('task_cancelled_exception', 'The task is cancelled.');
}
