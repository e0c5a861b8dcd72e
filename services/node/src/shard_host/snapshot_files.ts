/**
 * The files that a shard of a restored index begins with: brought from a repository into a folder
 * beside the shard's own, from where the engine links them. The folder is removed when the shard is
 * open, or could not be opened.
 */
import type { ClusterState, RestoreSource } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { BlocksAsk } from '@skein/platform';
import type { OpenShardRequest } from '@skein/shard';
import type { HeldSources } from './local_sources.js';

/**
 * Brings the files of a shard to a folder; resolves with the generation of the commit among them.
 */
export type SnapshotFetch = (
  source: RestoreSource,
  shard: { readonly shardId: number; readonly generation: string; readonly path: string },
  signal: AbortSignal,
) => Promise<number>;

/** Notes in the folder of a shard which files it has in a repository, where it is searched. */
export type SnapshotMount = (
  source: RestoreSource,
  shard: {
    readonly shardId: number;
    readonly generation: string;
    readonly path: string;
    /** What the names of its blocks in the file cache begin with. */
    readonly key: string;
  },
  signal: AbortSignal,
) => Promise<void>;

/** The repositories of the cluster, as shards need them. */
export interface ShardRepositories {
  readonly fetch: SnapshotFetch;
  readonly mount: SnapshotMount;
  /** Answers each block in the memory that the ask has for it, whatever comes of it. */
  fetchBlocks(asked: BlocksAsk): void;
  /** Blocks in this folder of the file cache are not needed any more. */
  dropBlocks(folder: string): Promise<void>;
}

const FOLDER = 'restored';
/** Files that were fetched to be taken into a snapshot. */
const TAKEN = 'taken';

export interface FetchParts {
  readonly fetch: SnapshotFetch;
  readonly removeFolder: (path: string) => Promise<void>;
}

export function isRestored({ index, indexUuid }: OpenShardRequest, state: ClusterState): boolean {
  const found = state.metadata.indices.get(index);
  return found?.uuid === indexUuid && found.restoredFrom !== undefined;
}

/** What a process that ended between the opening and the removal has left. */
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
 * The files of a shard that is searched in a repository, for a snapshot of it. `taking`: no other
 * one under way has this number.
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

/**
 * What the blocks of a shard, or without a shard those of an index, are named by in the file cache.
 */
export function blockFolder(indexUuid: string, shardId?: number): string {
  return shardId === undefined ? `${indexUuid}/` : `${indexUuid}/${shardId}/`;
}

/** What a process that ended while a snapshot was taken has left is removed. */
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
