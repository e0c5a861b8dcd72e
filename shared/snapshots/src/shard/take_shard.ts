/**
 * Takes a snapshot of one shard: writes the bytes that the repository lacks, then a list that
 * consists of the base list and the new snapshot. Both get names of their own; the snapshot exists
 * once a root names the list.
 */
import { expectDefined } from '@skein/base';
import type { Admit, BlobSource } from '../blob_store.js';
import { guarded, refuseReadOnly } from '../faults.js';
import {
  type ListedFile,
  type ListedSnapshot,
  partsOf,
  type ShardList,
} from '../format/shard_list.js';
import { shardFolder } from '../names.js';
import type { RepositoryOptions } from '../repository.js';
import type { ShardTaken } from '../snapshots/snapshot.js';
import { someAtOnce } from '../some_at_once.js';
import { planShard } from './plan_shard.js';
import { EMPTY_LIST, readList, type ShardPlace, writeList } from './read_list.js';
import type { Progress, ShardFile, ShardFiles } from './shard_files.js';

export interface TakeRequest extends ShardPlace {
  readonly snapshot: { readonly name: string; readonly uuid: string };
  /** The list that the new one is based on: the root's list, or that of a snapshot taken since. */
  readonly generation: string | undefined;
  readonly files: ShardFiles;
  readonly admit: Admit;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export function takeShard(
  repository: RepositoryOptions,
  request: TakeRequest,
): Promise<ShardTaken> {
  return guarded(repository, 'take a snapshot of a shard', async () => {
    refuseReadOnly(repository, 'create snapshot in');
    const { generation, snapshot, progress, signal } = request;
    const { files } = request.files;
    const startMs = repository.nowMs();
    const base =
      generation === undefined ? EMPTY_LIST : await readList(repository, request, generation);
    const plan = await planShard(repository, { files, base, signal });
    progress.planned(plan.counts);
    await uploadFiles(repository, request, plan.added);
    signal.throwIfAborted();
    const { newFiles, newBytes } = plan.counts;
    const timeMs = Math.max(0, repository.nowMs() - startMs);
    const taken = { ...snapshot, startMs, timeMs, newFiles, newBytes, files: plan.files };
    const list = await writeList(repository, request, withSnapshot(base, taken));
    return { generation: list, ...plan.counts };
  });
}

/**
 * Adds a snapshot to a list. A shard that is taken again for the same snapshot replaces the first
 * result.
 */
export function withSnapshot({ snapshots }: ShardList, added: ListedSnapshot): ShardList {
  return { snapshots: [...snapshots.filter(({ uuid }) => uuid !== added.uuid), added] };
}

type UploadRequest = Omit<TakeRequest, 'snapshot' | 'generation'>;

/** Uploads each file into one blob or several. */
export async function uploadFiles(
  repository: RepositoryOptions,
  request: UploadRequest,
  added: readonly ListedFile[],
): Promise<void> {
  const sources = new Map(request.files.files.map((file: ShardFile) => [file.name, file.source]));
  const { progress, signal } = request;
  const folder = shardFolder(request.indexId, request.shard);
  const admit: Admit = async (bytes) => {
    signal.throwIfAborted();
    await request.admit(bytes);
    signal.throwIfAborted();
  };
  await someAtOnce(added, async (file) => {
    const source = expectDefined(sources.get(file.name), 'each added file is one of the files');
    for (const part of partsOf(file)) {
      signal.throwIfAborted();
      await repository.store.write(folder + part.blob, partOf(source, part), admit);
      progress.filesDone(0, part.lengthBytes);
    }
    progress.filesDone(1, file.content.kind === 'inline' ? file.lengthBytes : 0);
  });
}

function partOf(
  source: BlobSource,
  { offset, lengthBytes }: { readonly offset: number; readonly lengthBytes: number },
): BlobSource {
  return { lengthBytes, readInto: (at, target) => source.readInto(offset + at, target) };
}
