/** `wait_for_active_shards`: enough started copies of every shard of some indices. */
import { type ClusterState, isActive } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { MasterService } from './contract.js';

export interface ActiveShardsWait {
  /** Concrete names; an index that is deleted in the meantime no longer counts. */
  readonly indices: readonly string[];
  /** A number, `all`, or `undefined` for the index's `index.write.wait_for_active_shards`. */
  readonly count: string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Resolves to true if the copies became active in time: the `shards_acknowledged` of a response.
 */
export function waitForActiveShards(
  master: MasterService,
  wait: ActiveShardsWait,
): Promise<boolean> {
  const { indices, timeoutMs, signal } = wait;
  const options = signal === undefined ? { timeoutMs } : { timeoutMs, signal };
  const count = wait.count === undefined ? undefined : checkActiveShardCount(wait.count);
  return master.waitFor(
    (state) => indices.every((name) => enoughActive(state, name, count)),
    options,
  );
}

const MAX_INT = 2 ** 31 - 1;

/** Throws illegal_argument_exception for anything but `all` or a count of 32 bits. */
export function checkActiveShardCount(text: string): string {
  const count = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (text === 'all' || (count >= 0 && count <= MAX_INT)) return text;
  if (count < 0 && count >= -MAX_INT - 1) {
    throw new ApiError('illegal_argument_exception', 'shard count cannot be a negative value');
  }
  throw new ApiError('illegal_argument_exception', `cannot parse ActiveShardCount[${text}]`, {
    cause: new ApiError('number_format_exception', `For input string: "${text}"`),
  });
}

function enoughActive(state: ClusterState, name: string, given: string | undefined): boolean {
  const index = state.metadata.indices.get(name);
  const routing = state.routing.get(name);
  if (!index || !routing) return true;
  const count = given ?? index.settings.get('index.write.wait_for_active_shards') ?? '1';
  const wanted = count === 'all' ? index.numberOfReplicas + 1 : Number(count);
  return routing.shards.every((copies) => copies.filter(isActive).length >= wanted);
}
