export { DocumentLookup, findDocument, readDocument } from './document_lookup.js';
export { Engine } from './engine.js';
export { bytesOf as mergedBytesOf, EngineMerges } from './engine_merges.js';
export type { EngineOptions, LocalShards, ShardIdentity } from './engine_options.js';
export { EngineReplica, type ReplicaStatus } from './engine_replica.js';
export type { EngineSettings } from './engine_settings.js';
export { copiesSegments, engineSettings } from './engine_settings.js';
export type { OperationCounters } from './engine_stats.js';
export type {
  CurrentDocument,
  DeleteOperation,
  IndexedOperation,
  IndexOperation,
  PreparedDocument,
  VersionType,
  WriteConditions,
  WriteOutcome,
} from './operations.js';
export { UNCONDITIONAL_INDEX } from './operations.js';
export type { CommitFile, HeldCommit } from './recovery/held_commit.js';
export type { HistoryReader } from './recovery/history_reader.js';
export type { StagedFiles, StagedPrefix } from './recovery/staged_files.js';
export { committedMaxSeqNo } from './stored_seq_no.js';
export { checkTranslog, type TranslogCheck } from './translog/check_translog.js';
export { encodeFrames, frameIdentity, readFrames, splitFrames } from './translog/frames.js';
export type { TranslogOperation } from './translog/operation_codec.js';
export type { TranslogStats } from './translog/translog.js';
export type { VersionValue } from './versioning.js';
export { checkRead, checkWrite } from './versioning.js';
