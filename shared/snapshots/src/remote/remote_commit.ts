/**
 * Commits of a shard in the remote part of a repository. Each commit has a list of files, which
 * shares blobs with the previous list. A list counts once a record of the shard's log names it.
 */
import { BlobMissing } from '../blob_store.js';
import { guarded } from '../faults.js';
import { type ListedFile, partsOf, type ShardList } from '../format/shard_list.js';
import { listName, shardFolder } from '../names.js';
import { removeNamed } from '../remove_blobs.js';
import type { RepositoryOptions } from '../repository.js';
import { planShard } from '../shard/plan_shard.js';
import { EMPTY_LIST, readList, type ShardPlace, writeList } from '../shard/read_list.js';
import { restoreShard } from '../shard/restore_shard.js';
import type { FileSink } from '../shard/shard_files.js';
import { type TakeRequest, uploadFiles } from '../shard/take_shard.js';
import type { ShardCounts } from '../snapshots/snapshot.js';
import { removeSegment } from './remote_log_blobs.js';

/** The single entry of a commit's list. */
const ENTRY = { name: 'commit', uuid: 'commit' } as const;

export interface RemoteCommitRequest extends Omit<TakeRequest, 'snapshot' | 'generation'> {
  /** The previous list, if there is one: its blobs are reused. */
  readonly before: string | undefined;
}

export interface RemoteCommitTaken extends ShardCounts {
  readonly list: string;
}

export function takeRemoteCommit(
  repository: RepositoryOptions,
  request: RemoteCommitRequest,
): Promise<RemoteCommitTaken> {
  return guarded(repository, 'store a commit of a shard', async () => {
    const { before, signal, progress, files } = request;
    const base = before === undefined ? EMPTY_LIST : await readOrEmpty(repository, request, before);
    const startMs = repository.nowMs();
    const plan = await planShard(repository, { files: files.files, base, signal });
    progress.planned(plan.counts);
    await uploadFiles(repository, request, plan.added);
    signal.throwIfAborted();
    const { newFiles, newBytes } = plan.counts;
    const timeMs = Math.max(0, repository.nowMs() - startMs);
    const taken = { ...ENTRY, startMs, timeMs, newFiles, newBytes, files: plan.files };
    const list = await writeList(repository, request, { snapshots: [taken] });
    return { list, ...plan.counts };
  });
}

export interface RestoreCommitRequest extends ShardPlace {
  readonly list: string;
  readonly sink: FileSink;
  readonly admit: TakeRequest['admit'];
  readonly progress: TakeRequest['progress'];
  readonly signal: AbortSignal;
}

export function restoreRemoteCommit(
  repository: RepositoryOptions,
  { list, ...request }: RestoreCommitRequest,
): Promise<void> {
  const { uuid: snapshotUuid } = ENTRY;
  return restoreShard(repository, { ...request, generation: list, snapshotUuid });
}

export interface TrimRequest extends ShardPlace {
  readonly fromSegment: number;
  readonly toSegment: number;
  readonly kept: string;
  readonly before: string | undefined;
}

/**
 * Removes records of segments, and blobs that only the previous list names. Names are used once, so
 * no other list has one of them.
 */
export function trimRemoteLog(repository: RepositoryOptions, request: TrimRequest): Promise<void> {
  return guarded(repository, 'trim the log of a shard', async () => {
    const { fromSegment, toSegment, kept, before } = request;
    for (let segment = fromSegment; segment < toSegment; segment++) {
      await removeSegment(repository, request, segment);
    }
    if (before === undefined || before === kept) return;
    const needed = blobsOf(await readList(repository, request, kept));
    const old = blobsOf(await readOrEmpty(repository, request, before));
    const folder = shardFolder(request.indexId, request.shard);
    const needless = [...old].filter((blob) => !needed.has(blob)).map((blob) => folder + blob);
    const list = listName(request.indexId, request.shard, before);
    await removeNamed(repository, [...needless, list]);
  });
}

async function readOrEmpty(
  repository: RepositoryOptions,
  place: ShardPlace,
  list: string,
): Promise<ShardList> {
  try {
    return await readList(repository, place, list);
  } catch (error) {
    if (error instanceof BlobMissing) return EMPTY_LIST;
    throw error;
  }
}

function blobsOf({ snapshots }: ShardList): ReadonlySet<string> {
  const files = snapshots.flatMap((snapshot): readonly ListedFile[] => snapshot.files);
  return new Set(files.flatMap((file) => partsOf(file).map(({ blob }) => blob)));
}
