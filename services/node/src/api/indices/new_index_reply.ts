/** The answer to a request that has made an index: once its shards are active, or were waited for long enough. */
import { acknowledged, type Reply } from '@skein/http';
import type { Actors } from '../../actors.js';
import { type SubmitOptions, waitForActiveShards } from '../../master_service/mod.js';

export interface NewIndexWait {
  readonly index: string;
  /** Whether the nodes have taken the state with the index. */
  readonly isAcknowledged: boolean;
  /** `wait_for_active_shards` as given. */
  readonly waitFor: string | undefined;
  readonly options: SubmitOptions;
  readonly signal: AbortSignal;
}

export async function newIndexReply(
  { masterService, nodeOperations }: Pick<Actors, 'masterService' | 'nodeOperations'>,
  { index, isAcknowledged, waitFor, options, signal }: NewIndexWait,
): Promise<Reply> {
  const { timeoutMs } = options;
  const shardsAcknowledged =
    isAcknowledged &&
    (await waitForActiveShards(masterService, {
      indices: [index],
      count: waitFor,
      timeoutMs,
      signal,
    }));
  // Who is told so may ask another node next.
  if (shardsAcknowledged) {
    await nodeOperations.applied(masterService.state().version, { timeoutMs, signal });
  }
  return acknowledged({ shards_acknowledged: shardsAcknowledged, index }, isAcknowledged);
}
