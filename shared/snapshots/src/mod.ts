export {
  type Admit,
  admitAll,
  type BlobEntry,
  BlobMissing,
  type BlobSource,
  type BlobStore,
  StoreFault,
  sourceOf,
} from './blob_store.js';
export {
  type CallFate,
  MemoryBlobStore,
  type MemoryBlobStoreOptions,
  type StoreCall,
  type StoreCallKind,
} from './memory_blob_store.js';
export type { RepositoryOptions, Writer } from './repository.js';
export type {
  Root,
  RootIndex,
  RootSnapshot,
  ShardCounts,
  ShardStats,
  ShardTaken,
  SnapshotDetails,
  SnapshotFailure,
  SnapshotState,
} from './snapshot.js';
