/**
 * The shards on this node: opened and closed as the cluster state demands, written, read and
 * searched; operations over all of them.
 */
export type * from './contract.js';

import type { ShardStats } from '@skein/shard';
import type { ThreadPool } from './threads/thread_pool.js';

export { checkAddedFilters, checkAliasFilters } from './check_alias_filters.js';
export { indexContext } from './index_context.js';
export { IndexingPressure, type PressureBytes, type PressureReport } from './indexing_pressure.js';
export type { ReplyMemory } from './memory/reply_memory.js';
export { meterMappings, SegmentMemory } from './memory/segment_memory.js';
export { notAvailable } from './not_available.js';
export type { PackedBulk, PackedReply, ShardCounts } from './packed_bulk.js';
export { packBatch, resultAt, unpackResult } from './packed_bulk.js';
export type { AskedOf, SearchPlace } from './places/mod.js';
export type { RemotePort } from './replication/remote_port.js';
export type { ReplicationCalls, ShardRecovery } from './replication/replication_calls.js';
export { REPLICATION_ROUTES } from './replication/replication_calls.js';
export type { ShardHostOptions } from './shard_host.js';
export { createShardHost, SEARCHABLE_ENGINES } from './shard_host.js';
export type { ShardRepositories } from './snapshot_files.js';
export { ThreadSlots } from './thread_slots.js';
export type { LoggingCalls, ScriptThreadData } from './threads/thread_calls.js';
export type { ThreadLink, ThreadSpawner } from './threads/thread_link.js';
export { writeLine } from './threads/thread_log.js';
export type { RoutedWrite, SpecialWrite, WriteBatch } from './write_batch.js';
export {
  AUTO_ID,
  batchOf,
  isSpecial,
  isUnconditional,
  NO_BODY,
  UNCONDITIONAL,
  WRITE_OPS,
  writeOpOf,
} from './write_batch.js';
export type { ShardStats, ThreadPool };
