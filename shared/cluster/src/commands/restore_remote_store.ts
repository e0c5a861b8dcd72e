/**
 * Restores indices from the remote store. An existing index loses its missing copies, and a primary
 * starts from the store's data. A missing index (the cluster has lost its state too) is created
 * again from the metadata in the store.
 */
import { ApiError } from '@skein/errors';
import { INDEX } from '@skein/settings';
import {
  unassignedInfo,
  unassignedPrimary,
  unassignedReplica,
  unassignedRouting,
} from '../allocation/build_routing.js';
import { type IndexToRestore, restoredIndex } from '../snapshots/restored_index.js';
import { readTakenIndex } from '../snapshots/taken_index.js';
import { checkBlocks } from '../state/blocks.js';
import type { ClusterState } from '../state/cluster_state.js';
import { encodeIndex } from '../state/encode.js';
import { type IndexMetadata, requireIndex } from '../state/index_metadata.js';
import { replaceIndices, replaceRouting } from '../state/replace.js';
import type { IndexRouting } from '../state/routing_table.js';
import { checkAliasSet } from './alias_rules.js';
import type { Command, CommandEnvironment } from './command_type.js';
import { checkNewName } from './new_index.js';
import { isRemote } from './remote_store_rules.js';
import { checkShardLimit } from './shard_limit.js';

export interface RemoteIndexToRestore {
  readonly repository: string;
  readonly name: string;
  /** The index's folder in the repository. */
  readonly path: string;
  readonly metadata: IndexToRestore['metadata'];
  /** By shard, the highest term in which the log was written. */
  readonly terms: readonly number[];
}

export interface RestoreRemoteStoreRequest {
  /**
   * Concrete names of existing indices. Their shards without a primary are restored; with
   * `allShards`, all shards of closed indices, which are opened.
   */
  readonly present: readonly string[];
  readonly allShards: boolean;
  readonly absent: readonly RemoteIndexToRestore[];
}

export const restore_remote_store: Command<RestoreRemoteStoreRequest> = {
  name: 'restore_remote_store',
  priority: 'URGENT',
  source: ({ present, absent }) =>
    `restore_remote_store[${[...present, ...absent.map(({ name }) => name)].join(', ')}]`,
  *execute(state, { present, absent, allShards }, environment) {
    checkBlocks(state, [], { level: 'metadata_write' });
    const begunAgain = allShards ? withoutCopies : withoutLostCopies;
    let next = state;
    for (const name of present) next = begunAgain(next, name, environment);
    for (const index of absent) {
      next = withIndex(next, index, environment);
      yield;
    }
    yield* checkAliasSet(next.metadata.indices.values());
    return next;
  },
};

function withoutLostCopies(
  state: ClusterState,
  name: string,
  { nowMs }: CommandEnvironment,
): ClusterState {
  const index = requireIndex(state, name);
  const table = state.routing.get(name);
  if (!isRemote(index.settings) || table === undefined || index.state === 'close') return state;
  const isLost = table.shards.map(
    ([primary], shardId) =>
      primary?.state === 'UNASSIGNED' && (index.inSync[shardId] ?? []).length > 0,
  );
  if (!isLost.includes(true)) return state;
  const changed: IndexMetadata = {
    ...withoutOrigin(index),
    version: index.version + 1,
    inSync: index.inSync.map((ids, shardId) => (isLost[shardId] ? [] : ids)),
  };
  const info = unassignedInfo('NEW_INDEX_RESTORED', nowMs);
  const routing: IndexRouting = {
    ...table,
    shards: table.shards.map((copies, shardId) =>
      isLost[shardId]
        ? copies.map((copy) =>
            copy.primary ? unassignedPrimary(changed, shardId, info) : unassignedReplica(info),
          )
        : copies,
    ),
  };
  return replaceRouting(replaceIndices(state, [changed]), [routing]);
}

/**
 * Starts all shards from the store's data, ignoring the copies. Throws illegal_state_exception when
 * the index is open.
 */
function withoutCopies(
  state: ClusterState,
  name: string,
  { nowMs }: CommandEnvironment,
): ClusterState {
  const index = requireIndex(state, name);
  if (!isRemote(index.settings)) return state;
  if (index.state !== 'close') {
    const reason = `cannot restore index [${name}] because an open index with same name already exists in the cluster. Close the existing index.`;
    throw new ApiError('illegal_state_exception', reason);
  }
  checkShardLimit(state, index.numberOfShards * (1 + index.numberOfReplicas));
  const settings = new Map(index.settings);
  settings.delete('index.verified_before_close');
  const opened: IndexMetadata = {
    ...withoutOrigin({ ...index, settings }),
    state: 'open',
    version: index.version + 1,
    settingsVersion: index.settingsVersion + 1,
    inSync: index.inSync.map(() => []),
  };
  const table = unassignedRouting(opened, 'NEW_INDEX_RESTORED', nowMs);
  return replaceRouting(replaceIndices(state, [opened]), [table]);
}

function withIndex(
  state: ClusterState,
  { repository, name, path, metadata, terms }: RemoteIndexToRestore,
  environment: CommandEnvironment,
): ClusterState {
  checkNewName(state, name);
  const source = {
    restore: '_remotestore',
    repository,
    repositoryUuid: '',
    snapshot: { name: '_remotestore', uuid: path },
  };
  const { segmentRepository, translogRepository } = INDEX.remoteStore;
  const stored = readTakenIndex(name, metadata);
  // The repository may have another name in this cluster.
  const settings = new Map(stored.settings).set(segmentRepository.key, repository);
  settings.delete(translogRepository.key);
  const taken = {
    name,
    target: name,
    indexId: path,
    generations: [],
    metadata: encodeIndex({ ...stored, settings }),
  };
  const made = restoredIndex(state, { ...taken, keepsAliases: false, source }, environment);
  const restored = withoutOrigin(made);
  const index: IndexMetadata = {
    ...restored,
    settings: new Map(restored.settings).set(INDEX.remoteStore.path.key, path),
    // The log may have been written in later terms than the metadata records.
    primaryTerms: restored.primaryTerms.map((term, shardId) => Math.max(term, terms[shardId] ?? 0)),
  };
  checkShardLimit(state, index.numberOfShards * (1 + index.numberOfReplicas));
  const table = unassignedRouting(index, 'NEW_INDEX_RESTORED', environment.nowMs);
  return replaceRouting(replaceIndices(state, [index]), [table]);
}

/** Removes the index's original source, since its data is in the store by now. */
function withoutOrigin(index: IndexMetadata): IndexMetadata {
  const { restoredFrom: _, ...rest } = index;
  const settings = new Map(
    [...index.settings].filter(
      ([key]) =>
        !key.startsWith('index.resize.source.') &&
        !key.startsWith('index.routing.allocation.initial_recovery.'),
    ),
  );
  return { ...rest, settings };
}
