/**
 * The response to a request that created an index, sent when its shards are active or the wait has
 * timed out.
 */
import { acknowledged, type Reply } from '@skein/http';
import type { Actors } from '../../actors.js';
import type { SubmitOptions } from '../../master_service/mod.js';
import { activeEverywhere } from './active_everywhere.js';

interface NewIndexWait {
  readonly index: string;
  /** True if the nodes have acknowledged the state with the index. */
  readonly isAcknowledged: boolean;
  /** `wait_for_active_shards` as given. */
  readonly waitFor: string | undefined;
  readonly options: SubmitOptions;
  readonly signal: AbortSignal;
}

type NewIndexActors = Pick<Actors, 'masterService' | 'nodeOperations'>;

export async function newIndexReply(actors: NewIndexActors, wait: NewIndexWait): Promise<Reply> {
  const { index, isAcknowledged } = wait;
  const shardsAcknowledged = await newIndexActive(actors, wait);
  return acknowledged({ shards_acknowledged: shardsAcknowledged, index }, isAcknowledged);
}

/** True if enough shard copies became active in time. */
export async function newIndexActive(
  actors: NewIndexActors,
  { index, isAcknowledged, waitFor, options, signal }: NewIndexWait,
): Promise<boolean> {
  const { timeoutMs } = options;
  return (
    isAcknowledged &&
    (await activeEverywhere(actors, { indices: [index], count: waitFor, timeoutMs, signal }))
  );
}
