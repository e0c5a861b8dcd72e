/**
 * Sends one shard's part of a bulk to the primary. It waits, within the timeout, until the primary
 * and enough copies are active. If the primary moved or its node is gone, it waits for the next
 * cluster state and tries again. The failed attempt may have been executed, so later attempts must
 * find its documents: the engine then looks up generated ids as it does the ids of clients.
 */
import { type Clock, formatTimeMs, soonInSlices, type Timers } from '@skein/base';
import { type ClusterState, type IndexMetadata, indexNotFound, isActive } from '@skein/cluster';
import { ApiError, asApiError } from '@skein/errors';
import type { WriteItem } from '@skein/shard';
import type { MasterService } from '../master_service/mod.js';
import { UNREACHABLE } from '../node_links/mod.js';
import { AUTO_ID, type PackedBulk, type PackedReply } from '../shard_host/mod.js';
import type { ShardRouter } from '../shard_router/mod.js';
import type { WriteOptions } from './contract.js';

/**
 * The longest wait for a new cluster state before the next attempt. The primary may become
 * reachable without one: its node could not be reached for a moment, or had not opened it yet.
 */
const RETRY_MS = 500;

/**
 * Types of errors after which the write is tried again: the copy was not reached or was not the
 * primary. If the connection was lost, the copy may have executed the write.
 */
const STALE: ReadonlySet<string> = new Set([
  'retry_on_primary_exception',
  'no_longer_primary_shard_exception',
  'engine_closed_exception',
  'no_shard_available_action_exception',
  'shard_not_found_exception',
  'connect_transport_exception',
  ...UNREACHABLE,
  'node_closed_exception',
]);

interface PrimaryWrites {
  readonly index: IndexMetadata;
  readonly shardId: number;
  readonly options: WriteOptions;
  /** Packs the items anew for every attempt; undefined if they were handed over before. */
  readonly pack: () => Generator<unknown, PackedBulk> | undefined;
}

export interface WriteServices {
  readonly masterService: Pick<MasterService, 'state' | 'waitFor'>;
  readonly shardRouter: Pick<ShardRouter, 'write'>;
  readonly clock: Clock;
  readonly timers: Timers;
}

/**
 * Rejects with unavailable_shards_exception when the timeout ends before a primary has executed the
 * write.
 */
export async function writeToPrimary(
  writes: PrimaryWrites,
  { masterService, shardRouter, clock, timers }: WriteServices,
): Promise<PackedReply> {
  const { options, pack, ...shard } = writes;
  const { identity, signal, timeoutMs } = options;
  const activeCopies = neededCopies(shard.index, options.waitForActiveShards);
  const endMs = timeoutMs < 0 ? Number.POSITIVE_INFINITY : clock.monotonicMs() + timeoutMs;
  let last: ApiError | undefined;
  for (;;) {
    const leftMs = Math.max(0, endMs - clock.monotonicMs());
    const state = await writableState(masterService, shard, { activeCopies, leftMs, options });
    const packing = pack();
    if (packing === undefined) throw last ?? new RangeError('a bulk is handed over once');
    const packed = await soonInSlices(packing, { clock, timers });
    try {
      const write = { shard, activeCopies, identity };
      return await shardRouter.write(state, last === undefined ? packed : again(packed), write);
    } catch (thrown) {
      last = asApiError(thrown);
      const restMs = endMs - clock.monotonicMs();
      if (!STALE.has(last.type)) throw last;
      if (restMs <= 0) throw unavailable(state, shard, { activeCopies, options });
      const isNewer = ({ version }: ClusterState) => version > state.version;
      await masterService.waitFor(isNewer, { timeoutMs: Math.min(RETRY_MS, restMs), signal });
    }
  }
}

type Shard = Pick<PrimaryWrites, 'index' | 'shardId'>;

async function writableState(
  masterService: WriteServices['masterService'],
  shard: Shard,
  wanted: {
    readonly activeCopies: number;
    readonly leftMs: number;
    readonly options: WriteOptions;
  },
): Promise<ClusterState> {
  const { activeCopies, leftMs, options } = wanted;
  const isDecided = (state: ClusterState) =>
    isGone(state, shard) || isWritable(state, shard, activeCopies);
  let state = masterService.state();
  if (!isDecided(state)) {
    const { signal } = options;
    await masterService.waitFor(isDecided, { timeoutMs: leftMs, signal });
    state = masterService.state();
  }
  if (isGone(state, shard)) throw indexNotFound(shard.index.name);
  if (isWritable(state, shard, activeCopies)) return state;
  throw unavailable(state, shard, { activeCopies, options });
}

function isGone(state: ClusterState, { index }: Shard): boolean {
  return state.metadata.indices.get(index.name)?.uuid !== index.uuid;
}

function isWritable(state: ClusterState, shard: Shard, needed: number): boolean {
  const { hasPrimary, count } = activeCopiesOf(state, shard);
  return hasPrimary && count >= needed;
}

function activeCopiesOf(state: ClusterState, { index, shardId }: Shard) {
  const copies = state.routing.get(index.name)?.shards[shardId] ?? [];
  const active = copies.filter(isActive);
  return { hasPrimary: active.some((copy) => copy.primary), count: active.length };
}

function neededCopies(index: IndexMetadata, requested: string): number {
  const text =
    requested === ''
      ? (index.settings.get('index.write.wait_for_active_shards') ?? '1')
      : requested;
  return text === 'all' ? 1 + index.numberOfReplicas : Number(text);
}

/**
 * The items for a second attempt. The first attempt may have written documents with generated ids.
 * Each of them is therefore an `index` write without `AUTO_ID` now: the engine looks up its id, and
 * overwrites the document with the same document if it is there.
 */
function again(packed: PackedBulk): PackedBulk {
  const ops = packed.ops.map((op) => (op & AUTO_ID ? 0 : op));
  const special = new Map<number, Omit<WriteItem, 'body'>>();
  for (const [i, item] of packed.special) {
    const isMade = item.autoId && item.op === 'create';
    special.set(i, { ...item, op: isMade ? 'index' : item.op, autoId: false });
  }
  return { ...packed, ops, special };
}

function unavailable(
  state: ClusterState,
  shard: Shard,
  { activeCopies, options }: { readonly activeCopies: number; readonly options: WriteOptions },
): ApiError {
  const { index, shardId } = shard;
  const { hasPrimary, count } = activeCopiesOf(state, shard);
  const timeout = `Timeout: [${formatTimeMs(options.timeoutMs)}]`;
  const reason =
    hasPrimary && count < activeCopies
      ? `Not enough active copies to meet shard count of [${activeCopies}] (have ${count}, needed ${activeCopies}). ${timeout}`
      : `primary shard is not active ${timeout}`;
  return new ApiError('unavailable_shards_exception', `[${index.name}][${shardId}] ${reason}`);
}
