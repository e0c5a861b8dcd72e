/** A write waits, within its timeout, until its shard's primary and as many copies as it asks for are active. */
import { formatTimeMs } from '@skein/base';
import { type ClusterState, type IndexMetadata, isActive } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { MasterService } from '../master_service/mod.js';
import type { WriteOptions } from './mod.js';

interface ShardOfIndex {
  readonly index: IndexMetadata;
  readonly shardId: number;
}

export async function waitForPrimary(
  masterService: MasterService,
  shard: ShardOfIndex,
  options: WriteOptions,
): Promise<void> {
  const needed = neededCopies(shard.index, options.waitForActiveShards);
  const enough = (state: ClusterState) => {
    const { primary, copies } = activeCopies(state, shard);
    return primary && copies >= needed;
  };
  if (enough(masterService.state())) return;
  const { timeoutMs, signal } = options;
  if (await masterService.waitFor(enough, { timeoutMs, signal })) return;
  throw unavailable(masterService.state(), shard, { needed, timeoutMs });
}

function activeCopies(
  state: ClusterState,
  { index, shardId }: ShardOfIndex,
): { readonly primary: boolean; readonly copies: number } {
  const routing = state.routing.get(index.name);
  const copies = routing?.uuid === index.uuid ? (routing.shards[shardId] ?? []) : [];
  const started = copies.filter(isActive);
  return { primary: started.some((copy) => copy.primary), copies: started.length };
}

function neededCopies(index: IndexMetadata, asked: string): number {
  const text =
    asked === '' ? (index.settings.get('index.write.wait_for_active_shards') ?? '1') : asked;
  return text === 'all' ? 1 + index.numberOfReplicas : Number(text);
}

function unavailable(
  state: ClusterState,
  shard: ShardOfIndex,
  { needed, timeoutMs }: { readonly needed: number; readonly timeoutMs: number },
): ApiError {
  const { index, shardId } = shard;
  const { primary, copies } = activeCopies(state, shard);
  const timeout = `Timeout: [${formatTimeMs(timeoutMs)}]`;
  const reason = primary
    ? `Not enough active copies to meet shard count of [${needed}] (have ${copies}, needed ${needed}). ${timeout}`
    : `primary shard is not active ${timeout}`;
  return new ApiError('unavailable_shards_exception', `[${index.name}][${shardId}] ${reason}`);
}
