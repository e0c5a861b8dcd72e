/**
 * The operations of the repository thread, by name. An operation gets the open repository, its
 * request, and the job that it is part of.
 */

import { ApiError } from '@skein/errors';
import type { BlockAsk, BlockCache } from '@skein/platform';
import {
  type CloneRequest,
  cleanUp,
  cloneShards,
  deleteSnapshots,
  endVerification,
  type FinalizeRequest,
  finalizeSnapshot,
  type RepositoryOptions as Repository,
  readDetails,
  readGlobalMetadata,
  readIndexMetadata,
  readRoot,
  readShardStats,
  restoreShard,
  type SnapshotDetails,
  someAtOnce,
  takeShard,
  verifyOnMaster,
  verifyOnNode,
} from '@skein/snapshots';
import { openDirectorySource } from './directory_source.js';
import { fetchBlocks } from './fetch_blocks.js';
import { FolderSink } from './folder_sink.js';
import { type MountShardRequest, mountShard } from './mount_shard.js';
import { REMOTE_OPERATIONS } from './remote_operations.js';
import type { CopyProgress } from './repository_calls.js';
import { ThrottledProgress } from './throttled_progress.js';

export interface Job {
  readonly signal: AbortSignal;
  /** The file cache of the node. */
  blocks(): Promise<BlockCache>;
  report(progress: CopyProgress): void;
  /** Resolves when so many more bytes may be sent to the repository. */
  admitUp(bytes: number): Promise<void>;
  /** Resolves when so many more bytes may be received from the repository. */
  admitDown(bytes: number): Promise<void>;
}

interface TakeShardRequest {
  readonly snapshot: { readonly name: string; readonly uuid: string };
  readonly indexId: string;
  readonly shard: number;
  readonly base: string | undefined;
  /** The shard's folder. The commit is held in the folder `index` below it. */
  readonly path: string;
  /** Undefined for the newest commit. */
  readonly commit: number | undefined;
}

interface RestoreShardRequest {
  readonly snapshotUuid: string;
  readonly indexId: string;
  readonly shard: number;
  readonly generation: string;
  /** The folder for the files; it is emptied or created first. */
  readonly path: string;
}

interface ShardStatsRequest {
  readonly uuid: string;
  readonly indexId: string;
  readonly shard: number;
  readonly generation: string;
}

interface FetchBlocksRequest {
  readonly blocks: readonly BlockAsk[];
}

export const OPERATIONS = {
  ...REMOTE_OPERATIONS,
  read_root: (repository: Repository, { atLeast }: { readonly atLeast?: number }, _job: Job) =>
    readRoot(repository, atLeast),
  take_shard: async (repository: Repository, request: TakeShardRequest, job: Job) => {
    const { path, commit, base, ...rest } = request;
    const source = openDirectorySource(path, commit);
    try {
      const { signal } = job;
      const admit = (bytes: number) => job.admitUp(bytes);
      const progress = new ThrottledProgress((progress) => job.report(progress));
      const asked = { ...rest, generation: base, files: source.files, admit, progress, signal };
      return await takeShard(repository, asked);
    } finally {
      source.close();
    }
  },
  restore_shard: async (repository: Repository, request: RestoreShardRequest, job: Job) => {
    const { path, ...rest } = request;
    const { signal } = job;
    const sink = new FolderSink(path);
    try {
      const admit = (bytes: number) => job.admitDown(bytes);
      const progress = new ThrottledProgress((progress) => job.report(progress));
      await restoreShard(repository, { ...rest, sink, admit, progress, signal });
    } finally {
      sink.close();
    }
    return { commit: sink.commit() };
  },
  mount_shard: (repository: Repository, request: MountShardRequest, _job: Job) =>
    mountShard(repository, request),
  fetch_blocks: async (repository: Repository, { blocks }: FetchBlocksRequest, job: Job) => {
    await fetchBlocks(repository, blocks, await job.blocks());
    return {};
  },
  shard_stats: (repository: Repository, request: ShardStatsRequest, _job: Job) =>
    readShardStats(repository, request),
  details: async (
    whole: Repository,
    { uuids }: { readonly uuids: readonly string[] },
    job: Job,
  ) => {
    const root = await readRoot(whole);
    const repository = withBudget(whole);
    return readAll(uuids, (uuid) => readDetails(repository, uuid, root), job);
  },
  global_metadata: (repository: Repository, { uuid }: { readonly uuid: string }, _job: Job) =>
    readGlobalMetadata(repository, uuid),
  index_metadata: async (
    repository: Repository,
    { uuid, indices }: { readonly uuid: string; readonly indices: readonly string[] },
    job: Job,
  ) => {
    const root = await readRoot(repository);
    const limited = withBudget(repository);
    return readAll(indices, (index) => readIndexMetadata(limited, uuid, index, root), job);
  },
  finalize: (repository: Repository, request: FinalizeRequest, _job: Job) =>
    finalizeSnapshot(repository, request),
  clone_shards: (repository: Repository, request: CloneRequest, _job: Job) =>
    cloneShards(repository, request),
  delete_snapshots: (repository: Repository, request: DeleteRequest, _job: Job) =>
    deleteSnapshots(repository, request),
  clean_up: (
    repository: Repository,
    { expectedGeneration }: { readonly expectedGeneration: number },
    _job: Job,
  ) => cleanUp(repository, expectedGeneration),
  verify_master: async (repository: Repository, { seed }: Seed, _job: Job) => {
    await verifyOnMaster(repository, seed);
    return {};
  },
  verify_node: async (repository: Repository, { seed, nodeId }: Seed & Asked, _job: Job) => {
    await verifyOnNode(repository, seed, nodeId);
    return {};
  },
  end_verification: async (repository: Repository, { seed }: Seed, _job: Job) => {
    await endVerification(repository, seed);
    return {};
  },
};

interface Seed {
  readonly seed: string;
}

interface Asked {
  readonly nodeId: string;
}

interface DeleteRequest {
  readonly expectedGeneration: number;
  readonly uuids: readonly string[];
}

type Operations = typeof OPERATIONS;

export type OperationName = keyof Operations;
export type OperationRequest<Name extends OperationName> = Parameters<Operations[Name]>[1];
export type OperationReply<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;

/** The operations with types that a generic caller can use: the reply follows from the name. */
type OperationTable = {
  readonly [Name in OperationName]: (
    repository: Repository,
    request: OperationRequest<Name>,
    job: Job,
  ) => Promise<OperationReply<Name>>;
};

export function operationOf<Name extends OperationName>(name: Name): OperationTable[Name] {
  const table: OperationTable = OPERATIONS;
  return table[name];
}

export type { SnapshotDetails };

/**
 * The most bytes of decompressed metadata that one request may read. All of them are in memory
 * until the answer has crossed to the main thread.
 */
export const MOST_METADATA_BYTES = 256 * 1024 * 1024;

/** The repository with a limit: throws repository_exception when a request reads more metadata. */
function withBudget(repository: Repository): Repository {
  let left = MOST_METADATA_BYTES;
  const onMetadataRead = (bytes: number) => {
    left -= bytes;
    if (left >= 0) return;
    const reason = `[${repository.name}] the request needs more than [${MOST_METADATA_BYTES}] bytes of metadata: ask for fewer snapshots or indices`;
    throw new ApiError('repository_exception', reason);
  };
  return { ...repository, onMetadataRead };
}

/**
 * Parallel reads of blobs. A list of a thousand snapshots would be slow if they were read one by
 * one.
 */
const READS_AT_ONCE = 16;

function readAll<T>(
  names: readonly string[],
  read: (name: string) => Promise<T>,
  { signal }: Job,
): Promise<T[]> {
  const readOne = (name: string) => {
    signal.throwIfAborted();
    return read(name);
  };
  return someAtOnce(names, readOne, READS_AT_ONCE);
}
