/**
 * The metadata of a restored index: that of the snapshot with a new identity, in place of a closed
 * index of its name or as a new index.
 */
import { randomId } from '@skein/base';
import type { JsonObject } from '@skein/content';
import { asApiError } from '@skein/errors';
import { IndexMapping } from '@skein/mapping';
import { INDEX, INDEX_SETTINGS, readSetting, type Settings } from '@skein/settings';
import type { CommandEnvironment } from '../commands/command_type.js';
import { checkSortable, mappingContext } from '../commands/mapping_context.js';
import {
  checkRemoteStore,
  removeRemoteStore,
  setRemotePath,
} from '../commands/remote_store_rules.js';
import { checkReplicationType } from '../commands/replication_type_rules.js';
import type { ClusterState } from '../state/cluster_state.js';
import type { AliasMetadata, IndexMetadata } from '../state/index_metadata.js';
import { searchableSettings } from '../state/searchable_snapshot.js';
import type { RestoreSource } from '../state/snapshot_records.js';
import { snapshotFault } from './repository_rules.js';
import { readTakenIndex } from './taken_index.js';

export interface IndexToRestore {
  /** Its name in the snapshot. */
  readonly name: string;
  /** Its name from now on. */
  readonly target: string;
  readonly indexId: string;
  /** By shard, the list of its files; null: the snapshot lacks the shard. */
  readonly generations: readonly (string | null)[];
  /**
   * The metadata in the snapshot (`encodeIndex`), with the settings and aliases that the restored
   * index will have.
   */
  readonly metadata: JsonObject;
  /** True if the index is searched in the repository, where its files stay. */
  readonly isSearchable?: boolean;
  /** True if the aliases of the closed index that it replaces are kept. */
  readonly keepsAliases: boolean;
}

interface Restoring extends IndexToRestore {
  readonly source: Omit<RestoreSource, 'index' | 'indexId' | 'generations'>;
}

export function restoredIndex(
  state: ClusterState,
  request: Restoring,
  { random, indexVersion }: CommandEnvironment,
): IndexMetadata {
  const { name, target, indexId, generations, source } = request;
  // The index as the snapshot has it, and the closed index that it replaces.
  const taken = readTakenIndex(name, request.metadata);
  const before = state.metadata.indices.get(target);
  if (before !== undefined) checkReplaceable(request, taken, before);
  const uuid = randomId(random);
  const settings = ownSettings(taken).set('index.uuid', uuid);
  // An index that is searched in the snapshot writes nowhere.
  if (request.isSearchable === true) removeRemoteStore(settings);
  setRemotePath(settings, uuid);
  checkUsable(request, { settings, mapping: taken.mapping, indexVersion });
  checkReplicationType(state, settings);
  checkRemoteStore(state, settings);
  const { lifecycle: _, restoredFrom: __, ...rest } = taken;
  const restoredFrom = { ...source, index: name, indexId, generations };
  return {
    ...rest,
    name: target,
    uuid,
    version: Math.max(taken.version, before?.version ?? 0) + 1,
    mappingVersion: Math.max(taken.mappingVersion, before?.mappingVersion ?? 0) + 1,
    settingsVersion: Math.max(taken.settingsVersion, before?.settingsVersion ?? 0) + 1,
    aliasesVersion: Math.max(taken.aliasesVersion, before?.aliasesVersion ?? 0) + 1,
    state: 'open',
    settings: request.isSearchable === true ? searchableSettings(settings, restoredFrom) : settings,
    aliases: aliasesOf(taken, before, request.keepsAliases),
    numberOfReplicas: readSetting(settings, INDEX.creation.numberOfReplicas),
    primaryTerms: taken.primaryTerms.map((term, shardId) =>
      Math.max(term, before?.primaryTerms[shardId] ?? 0),
    ),
    inSync: taken.primaryTerms.map(() => []),
    restoredFrom,
  };
}

/**
 * Throws if this cluster could not create such an index. A request leaves out settings that it does
 * not know with `ignore_index_settings`.
 */
function checkUsable(
  { name, source }: Restoring,
  {
    settings,
    mapping,
    indexVersion,
  }: {
    readonly settings: Settings;
    readonly mapping: JsonObject;
    readonly indexVersion: string;
  },
): void {
  const fault = (why: string) => {
    const reason = `cannot restore index [${name}]: ${why}`;
    return snapshotFault('snapshot_restore_exception', source.repository, source.snapshot, reason);
  };
  const created = settings.get('index.version.created') ?? 'none';
  if (!(Number(created) <= Number(indexVersion))) {
    throw fault(`its version [${created}] is not one of this cluster [${indexVersion}] or before`);
  }
  try {
    INDEX_SETTINGS.validate(settings);
  } catch (thrown) {
    throw fault(`${asApiError(thrown).reason} ([ignore_index_settings] leaves settings out)`);
  }
  try {
    IndexMapping.parse(mapping, mappingContext(settings));
    checkSortable(settings, mapping);
  } catch (thrown) {
    throw fault(asApiError(thrown).reason);
  }
}

/** Prefixes of settings about the origin of the index, or its closing, in the source cluster. */
const ORIGIN_SETTINGS: readonly string[] = [
  'index.resize.source.',
  'index.routing.allocation.initial_recovery.',
  'index.verified_before_close',
];

function ownSettings({ settings }: IndexMetadata): Map<string, string> {
  const isOwn = (key: string) => !ORIGIN_SETTINGS.some((prefix) => key.startsWith(prefix));
  return new Map([...settings].filter(([key]) => isOwn(key)));
}

function aliasesOf(
  taken: IndexMetadata,
  before: IndexMetadata | undefined,
  keeps: boolean,
): ReadonlyMap<string, AliasMetadata> {
  return keeps && before !== undefined ? before.aliases : taken.aliases;
}

function checkReplaceable(
  { name, target, source }: Restoring,
  taken: IndexMetadata,
  before: IndexMetadata,
): void {
  const fault = (reason: string) =>
    snapshotFault('snapshot_restore_exception', source.repository, source.snapshot, reason);
  if (before.state === 'open') {
    throw fault(
      `cannot restore index [${target}] because an open index with same name already exists in the cluster. Either close or delete the existing index or restore the index under a different name by providing a rename pattern and replacement name`,
    );
  }
  if (before.numberOfShards !== taken.numberOfShards) {
    throw fault(
      `cannot restore index [${target}] with [${before.numberOfShards}] shards from a snapshot of index [${name}] with [${taken.numberOfShards}] shards`,
    );
  }
}
