/**
 * The files that a shard of a restored index begins with: brought from a repository into a folder beside the shard's own, from where the engine links them. The
 * folder is removed when the shard is open, or could not be opened.
 */
import type { ClusterState, RestoreSource } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { OpenShardRequest } from '@skein/shard';
import type { HeldSources } from './local_sources.js';

/** Brings the files of a shard to a folder; resolves with the generation of the commit among them. */
export type SnapshotFetch = (
  source: RestoreSource,
  shard: { readonly shardId: number; readonly generation: string; readonly path: string },
  signal: AbortSignal,
) => Promise<number>;

const FOLDER = 'restored';

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

export async function fetchSources(
  open: OpenShardRequest,
  state: ClusterState,
  { fetch, removeFolder }: FetchParts,
  signal: AbortSignal,
): Promise<HeldSources> {
  const index = state.metadata.indices.get(open.index);
  const source = index?.uuid === open.indexUuid ? index.restoredFrom : undefined;
  const generation = source?.generations[open.shardId];
  if (source === undefined || typeof generation !== 'string') {
    const reason = `shard [${open.index}][${open.shardId}] is in no snapshot`;
    throw new ApiError('illegal_state_exception', reason);
  }
  const path = `${open.path}/${FOLDER}`;
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
