/** One copy of a replicated shard, as a pure state machine: docs/specs/replication.md. */
export type { CopyOptions } from './copy_context.js';
export type * from './effects.js';
export type * from './messages.js';
export type { AllocationId, Operation, StoreStatus } from './operation.js';
export { NO_SEQ_NO } from './operation.js';
export type {
  AskStore,
  LogClaim,
  LogHead,
  LogPlace,
  LogRecord,
  LogSeal,
  PlacedCommit,
  RemoteCall,
  RemoteCommit,
  RemoteReply,
} from './remote_record.js';
export { type RestoredLog, restoreLog } from './remote_restore.js';
export type { RemoteRules, ReplicationRules } from './rules.js';
export { REPLICATION_RULES } from './rules.js';
export type { SegmentsShown } from './segment_rounds.js';
export { ShardCopyMachine } from './shard_copy.js';
export type { CopyRef, CopyView, RemoteView, ShardView } from './shard_view.js';
export { findCopy, primaryOf } from './shard_view.js';
