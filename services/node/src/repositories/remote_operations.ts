/**
 * The operations of the repository thread for remote-backed indices, by name, as
 * docs/specs/remote_store.md describes them.
 */
import {
  type LogClaim,
  REPLICATION_RULES,
  type RestoredLog,
  restoreLog,
} from '@skein/cluster/replication';
import { ApiError } from '@skein/errors';
import { FsDirectory } from '@skein/platform';
import {
  createLogRecord,
  findLogEnd,
  type IndexVersion,
  type RecordContent,
  type RecordPlace,
  type RepositoryOptions as Repository,
  readLogRecord,
  readRemoteIndices,
  remotePart,
  removeRemoteIndex,
  restoreRemoteCommit,
  takeRemoteCommit,
  trimRemoteLog,
  writeRemoteMetadata,
} from '@skein/snapshots';
import { openDirectorySource } from './directory_source.js';
import { FolderSink } from './folder_sink.js';
import type { Job } from './operations.js';
import { LogReads } from './remote_reads.js';
import { ThrottledProgress } from './throttled_progress.js';

export interface RemoteShard {
  readonly indexId: string;
  readonly shard: number;
}

export interface RemoteCommitTaking extends RemoteShard {
  readonly before: string | undefined;
  /** The shard's folder. The commit is held in the folder `index` below it. */
  readonly path: string;
  readonly commit: number;
}

export interface RemoteShardRestore extends RemoteShard {
  readonly claim: LogClaim;
  /** The version of the index's metadata, which the store already has. */
  readonly metadataVersion: number;
  /** The folder for the files; it is emptied or created first. */
  readonly path: string;
}

/** The least length of a file of restored operations, in bytes. Each file has whole operations. */
const TAIL_BYTES = 4 * 1024 * 1024;

export const REMOTE_OPERATIONS = {
  remote_find_end: async (
    repository: Repository,
    { segment, ...place }: RemoteShard & { readonly segment: number | undefined },
    _job: Job,
  ) => ({ number: await findLogEnd(remotePart(repository), place, segment) }),
  remote_read: async (
    repository: Repository,
    { at, ...place }: RemoteShard & { readonly at: RecordPlace },
    _job: Job,
  ) => ({ content: await readLogRecord(remotePart(repository), place, at) }),
  remote_create: async (
    repository: Repository,
    {
      at,
      content,
      ...place
    }: RemoteShard & { readonly at: RecordPlace; readonly content: RecordContent },
    _job: Job,
  ) => ({ isNew: await createLogRecord(remotePart(repository), place, { at, content }) }),
  remote_trim: async (
    repository: Repository,
    request: Parameters<typeof trimRemoteLog>[1],
    _job: Job,
  ) => {
    await trimRemoteLog(remotePart(repository), request);
    return {};
  },
  remote_take_commit: async (repository: Repository, request: RemoteCommitTaking, job: Job) => {
    const { path, commit, ...rest } = request;
    const source = openDirectorySource(path, commit);
    try {
      const { signal } = job;
      const admit = (bytes: number) => job.admitUp(bytes);
      const progress = new ThrottledProgress((progress) => job.report(progress));
      const asked = { ...rest, files: source.files, admit, progress, signal };
      return await takeRemoteCommit(remotePart(repository), asked);
    } finally {
      source.close();
    }
  },
  remote_write_metadata: async (
    repository: Repository,
    { payload, ...index }: IndexVersion & { readonly payload: Uint8Array },
    _job: Job,
  ) => {
    await writeRemoteMetadata(remotePart(repository), index, payload);
    return {};
  },
  remote_restore_shard: (repository: Repository, request: RemoteShardRestore, job: Job) =>
    restoreShard(remotePart(repository), request, job),
  remote_indices: (repository: Repository, _request: Record<string, never>, { signal }: Job) =>
    readRemoteIndices(remotePart(repository), signal),
  remote_remove_index: async (
    repository: Repository,
    request: Omit<IndexVersion, 'version'>,
    _job: Job,
  ) => {
    await removeRemoteIndex(remotePart(repository), request);
    return {};
  },
};

export interface RestoredShard {
  /** The generation of the commit among the files; undefined if there is no commit. */
  readonly commit: number | undefined;
  /** The files with the operations after the commit. */
  readonly tail: readonly string[];
  /** The length of all files together. */
  readonly bytes: number;
}

async function restoreShard(
  repository: Repository,
  request: RemoteShardRestore,
  job: Job,
): Promise<RestoredShard> {
  const { indexId, shard, path } = request;
  const log = await readLog(repository, request, job);
  const sink = new FolderSink(path);
  try {
    if (log.commit === undefined) return restored(path, undefined, writeTail(path, log));
    const { signal } = job;
    const admit = (bytes: number) => job.admitDown(bytes);
    const progress = new ThrottledProgress((progress) => job.report(progress));
    // In a remote store the files of a commit are the name of a blob.
    const list = log.commit.files as string;
    const asked = { indexId, shard, list, sink, admit, progress, signal };
    await restoreRemoteCommit(repository, asked);
    return restored(path, sink.commit(), writeTail(path, log));
  } finally {
    sink.close();
  }
}

function restored(
  path: string,
  commit: number | undefined,
  tail: readonly string[],
): RestoredShard {
  const bytes = ['index', 'tail'].map((folder) => {
    const directory = new FsDirectory(`${path}/${folder}`);
    return directory.list().reduce((sum, name) => sum + directory.length(name), 0);
  });
  return { commit, tail, bytes: bytes.reduce((sum, each) => sum + each, 0) };
}

async function readLog(
  repository: Repository,
  { indexId, shard, claim, metadataVersion }: RemoteShardRestore,
  { signal }: Job,
): Promise<RestoredLog> {
  const reads = new LogReads(repository, { indexId, shard }, metadataVersion);
  const { ask, failure } = reads.until(signal);
  const restored = new Promise<RestoredLog | undefined>((resolve) => {
    restoreLog({ claim, rules: REPLICATION_RULES.remote, ask }, resolve);
  });
  const log = await Promise.race([restored, failure]);
  if (log === undefined) {
    throw fault(`shard [${shard}] of [${indexId}] is written by a later primary`);
  }
  if (log.lacks >= 0) {
    throw fault(`shard [${shard}] of [${indexId}] was never wholly in the remote store`);
  }
  return log;
}

function writeTail(path: string, { operations }: RestoredLog): readonly string[] {
  const directory = new FsDirectory(`${path}/tail`);
  const names: string[] = [];
  let some: Uint8Array[] = [];
  let bytes = 0;
  const write = () => {
    if (some.length === 0) return;
    const name = `operations-${names.length}`;
    directory.writeFile(name, Buffer.concat(some));
    names.push(name);
    some = [];
    bytes = 0;
  };
  for (const { body } of operations) {
    // `machineRecord` cut the frames of the log.
    const frame = body as Uint8Array;
    some.push(frame);
    bytes += frame.length;
    if (bytes >= TAIL_BYTES) write();
  }
  write();
  return names;
}

function fault(reason: string): ApiError {
  return new ApiError('illegal_state_exception', reason);
}
