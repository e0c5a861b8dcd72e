/**
 * The files of a restored shard: fetched from a repository into a folder beside the shard's own,
 * from where the engine links them. The folder is removed after the shard was opened or failed to
 * open.
 */
import type { ClusterState, RestoreSource } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { BlocksAsk } from '@skein/platform';
import type { OpenShardRequest } from '@skein/shard';
import type { HeldSources } from './local_sources.js';

/** Fetches the files of a shard into a folder; resolves with the generation of their commit. */
type SnapshotFetch = (
  source: RestoreSource,
  shard: { readonly shardId: number; readonly generation: string; readonly path: string },
  signal: AbortSignal,
) => Promise<number>;

/** Records in a shard's folder which files it has in the repository, for a searchable snapshot. */
type SnapshotMount = (
  source: RestoreSource,
  shard: {
    readonly shardId: number;
    readonly generation: string;
    readonly path: string;
    /** Prefix of the names of its blocks in the file cache. */
    readonly key: string;
  },
  signal: AbortSignal,
) => Promise<void>;

/** The repositories of the cluster, as shards use them. */
export interface ShardRepositories {
  readonly fetch: SnapshotFetch;
  readonly mount: SnapshotMount;
  /** Answers each block in the shared memory of the request, including failures. */
  fetchBlocks(asked: BlocksAsk): void;
  /** Drops the blocks in this folder of the file cache. */
  dropBlocks(folder: string): Promise<void>;
}

const FOLDER = 'restored';
/** Folder of files fetched to be included in a snapshot. */
const TAKEN = 'taken';

interface FetchParts {
  readonly fetch: SnapshotFetch;
  readonly removeFolder: (path: string) => Promise<void>;
}

export function isRestored({ index, indexUuid }: OpenShardRequest, state: ClusterState): boolean {
  const found = state.metadata.indices.get(index);
  return found?.uuid === indexUuid && found.restoredFrom !== undefined;
}

/** Removes the files that remain if a process ended between opening the shard and removing them. */
export function removeRestored(
  { path }: OpenShardRequest,
  removeFolder: FetchParts['removeFolder'],
): Promise<void> {
  return removeFolder(`${path}/${FOLDER}`);
}

export function fetchSources(
  open: OpenShardRequest,
  state: ClusterState,
  parts: FetchParts,
  signal: AbortSignal,
): Promise<HeldSources> {
  return fetchTo(`${open.path}/${FOLDER}`, { open, state, signal }, parts);
}

/**
 * Fetches the files of a searchable snapshot, to snapshot it again. `taking`: a number unique among
 * those under way.
 */
export function fetchTaken(
  open: OpenShardRequest,
  state: ClusterState,
  { taking, ...parts }: FetchParts & { readonly taking: number },
  signal: AbortSignal,
): Promise<HeldSources> {
  return fetchTo(`${open.path}/${TAKEN}/${taking}`, { open, state, signal }, parts);
}

interface Fetching {
  readonly open: OpenShardRequest;
  readonly state: ClusterState;
  readonly signal: AbortSignal;
}

async function fetchTo(
  path: string,
  { open, state, signal }: Fetching,
  { fetch, removeFolder }: FetchParts,
): Promise<HeldSources> {
  const { source, generation } = sourceOf(open, state);
  try {
    const commit = await fetch(source, { shardId: open.shardId, generation, path }, signal);
    return {
      local: { sources: [{ path, commit }], routedBy: undefined },
      letGo: () => removeFolder(path),
    };
  } catch (error) {
    await removeFolder(path);
    throw error;
  }
}

/** Folder in the file cache of the blocks of a shard, or of all shards of an index. */
export function blockFolder(indexUuid: string, shardId?: number): string {
  return shardId === undefined ? `${indexUuid}/` : `${indexUuid}/${shardId}/`;
}

/** Mounts a searchable snapshot, and removes files that remain from an interrupted snapshot. */
export async function mountSource(
  open: OpenShardRequest,
  state: ClusterState,
  { mount, removeFolder }: Pick<ShardRepositories, 'mount'> & Pick<FetchParts, 'removeFolder'>,
  signal: AbortSignal,
): Promise<void> {
  const { source, generation } = sourceOf(open, state);
  const { shardId, path, indexUuid } = open;
  await removeFolder(`${path}/${TAKEN}`);
  const key = blockFolder(indexUuid, shardId);
  await mount(source, { shardId, generation, path, key }, signal);
}

function sourceOf(
  { index: name, indexUuid, shardId }: OpenShardRequest,
  state: ClusterState,
): { readonly source: RestoreSource; readonly generation: string } {
  const index = state.metadata.indices.get(name);
  const source = index?.uuid === indexUuid ? index.restoredFrom : undefined;
  const generation = source?.generations[shardId];
  if (source === undefined || typeof generation !== 'string') {
    const reason = `shard [${name}][${shardId}] is in no snapshot`;
    throw new ApiError('illegal_state_exception', reason);
  }
  return { source, generation };
}
