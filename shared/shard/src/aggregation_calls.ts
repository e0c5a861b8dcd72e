/** What a search thread is asked when the aggregations of several shards are put together: scripts may run, and it may take a while. */

import { ApiError } from '@skein/errors';
import type { ScriptService } from '@skein/script';
import { finishedBytes, type UnfinishedAggregations } from '@skein/search';

export interface AggregationCalls {
  /** `json`: as the answer shows them. */
  readonly finish_aggregations: {
    request: UnfinishedAggregations;
    reply: { readonly json: Uint8Array };
  };
}

export function finishInThread(
  request: UnfinishedAggregations,
  {
    scripts,
    isCancelled,
  }: { readonly scripts: ScriptService; readonly isCancelled: () => boolean },
): AggregationCalls['finish_aggregations']['reply'] {
  const checkCancelled = (): void => {
    if (isCancelled()) throw new ApiError('task_cancelled_exception', 'The task is cancelled.');
  };
  return { json: finishedBytes(request, { scripts, checkCancelled }) };
}
