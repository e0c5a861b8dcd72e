export {
  type Admit,
  admitAll,
  type BlobEntry,
  BlobMissing,
  type BlobSource,
  type BlobStore,
  BlobTooLong,
  gatherBytes,
  StoreFault,
  sourceOf,
} from './blob_store.js';
export { guarded } from './faults.js';
export type { StoredRoot } from './format/root_blob.js';
export { type BlobPart, type ListedFile, partsOf } from './format/shard_list.js';
export {
  type CallFate,
  MemoryBlobStore,
  type MemoryBlobStoreOptions,
  type StoreCall,
  type StoreCallKind,
} from './memory_blob_store.js';
export { shardFolder } from './names.js';
export {
  type RemoteCommitRequest,
  type RemoteCommitTaken,
  type RestoreCommitRequest,
  restoreRemoteCommit,
  type TrimRequest,
  takeRemoteCommit,
  trimRemoteLog,
} from './remote/remote_commit.js';
export {
  type IndexVersion,
  type RemoteIndex,
  readRemoteIndices,
  removeRemoteIndex,
  writeRemoteMetadata,
} from './remote/remote_indices.js';
export { createLogRecord, findLogEnd, readLogRecord } from './remote/remote_log_blobs.js';
export type { RecordPlace } from './remote/remote_names.js';
export { remotePart } from './remote/remote_part.js';
export type { RecordContent, StoredRecord } from './remote/stored_record.js';
export type { Removed } from './remove_blobs.js';
export type { RepositoryOptions, Writer } from './repository.js';
export { readRoot } from './root/load_root.js';
export {
  type ClonedShard,
  type CloneRequest,
  cloneShards,
} from './shard/clone_shards.js';
export { readShardFiles, readShardStats } from './shard/listed_snapshot.js';
export type { ShardPlace } from './shard/read_list.js';
export { type RestoreRequest, restoreShard } from './shard/restore_shard.js';
export type { FileSink, Progress, ShardFile, ShardFiles } from './shard/shard_files.js';
export { type TakeRequest, takeShard } from './shard/take_shard.js';
export { cleanUp } from './snapshots/clean_up.js';
export {
  type DeleteRequest,
  deleteSnapshots,
  type RepositoryChange,
} from './snapshots/delete_snapshots.js';
export { type FinalizeRequest, finalizeSnapshot } from './snapshots/finalize_snapshot.js';
export { readDetails, readGlobalMetadata, readIndexMetadata } from './snapshots/read_snapshot.js';
export type {
  Root,
  RootSnapshot,
  ShardCounts,
  ShardStats,
  ShardTaken,
  SnapshotDetails,
  SnapshotFailure,
  SnapshotState,
} from './snapshots/snapshot.js';
export { someAtOnce } from './some_at_once.js';
export { endVerification, verifyOnMaster, verifyOnNode } from './verify.js';
