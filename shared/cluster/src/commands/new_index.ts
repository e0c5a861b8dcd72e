/**
 * The common part of every command that creates an index: a free name, an identity, unassigned
 * copies.
 */
import { atOnce, randomId } from '@skein/base';
import { isJsonObject, type JsonObject } from '@skein/content';
import { ApiError } from '@skein/errors';
import { INDEX, readSetting, type Settings } from '@skein/settings';
import { autoExpandedReplicas } from '../allocation/auto_expand.js';
import { unassignedRouting } from '../allocation/build_routing.js';
import { checkIndexName, invalidIndexName } from '../names/name_rules.js';
import { checkRoutingNumShards, defaultRoutingNumShards } from '../routing/shard_of.js';
import { checkBlocks } from '../state/blocks.js';
import { type ClusterState, dataNodes } from '../state/cluster_state.js';
import { type AliasMetadata, type IndexMetadata, indexLabel } from '../state/index_metadata.js';
import { replaceIndices, replaceRouting } from '../state/replace.js';
import {
  type AliasDefinition,
  checkAliasSet,
  checkStreamAliases,
  makeAlias,
} from './alias_rules.js';
import { checkAwarenessBalance, defaultReplicas } from './awareness_balance.js';
import type { CommandEnvironment } from './command_type.js';
import { checkRemoteStore, setRemotePath } from './remote_store_rules.js';
import { checkReplicationType, setReplicationType } from './replication_type_rules.js';
import { checkShardLimit } from './shard_limit.js';

interface NewIndex {
  readonly name: string;
  /** All settings of the index, including the private ones. */
  readonly settings: Settings;
  readonly routingNumShards: number;
  readonly mapping: JsonObject;
  readonly aliases: ReadonlyMap<string, AliasMetadata>;
  /** Initial primary term of every shard; each opening of a primary adds one. */
  readonly primaryTerm: number;
}

/** Checks that a new index may have the name and that no block forbids creating it. */
export function checkNewName(state: ClusterState, name: string): void {
  checkIndexName(name);
  const existing = state.metadata.indices.get(name);
  if (existing) {
    throw new ApiError(
      'resource_already_exists_exception',
      `index ${indexLabel(existing)} already exists`,
      {
        metadata: { index: name, index_uuid: existing.uuid },
      },
    );
  }
  for (const index of state.metadata.indices.values()) {
    if (index.aliases.has(name)) throw invalidIndexName(name, 'already exists as alias');
  }
  checkBlocks(state, [], { level: 'create_index' });
  checkBlocks(state, [], { level: 'metadata_write' });
}

/**
 * Sets the number of replicas: the one that `auto_expand_replicas` gives now, else the one in the
 * request, else the cluster's default.
 */
function setInitialReplicas(state: ClusterState, settings: Map<string, string>): void {
  const expand = settings.get('index.auto_expand_replicas');
  const replicas = autoExpandedReplicas(expand, dataNodes(state).length);
  if (replicas !== undefined) settings.set('index.number_of_replicas', String(replicas));
  if (settings.has('index.number_of_replicas')) return;
  settings.set('index.number_of_replicas', String(defaultReplicas(state)));
}

/** Sets the cluster's defaults for settings that neither the request nor its templates give. */
export function setDefaults(state: ClusterState, settings: Map<string, string>): void {
  setInitialReplicas(state, settings);
  setReplicationType(state, settings);
}

/** Sets the settings that identify this index. */
export function setIdentity(
  settings: Map<string, string>,
  providedName: string,
  { nowMs, random }: CommandEnvironment,
): void {
  settings.set('index.provided_name', providedName);
  settings.set('index.creation_date', String(nowMs));
  const uuid = randomId(random);
  settings.set('index.uuid', uuid);
  setRemotePath(settings, uuid);
}

/** `index.number_of_routing_shards`, or its default for the number of shards. */
export function routingNumShardsOf(settings: Settings): number {
  const numberOfShards = readSetting(settings, INDEX.creation.numberOfShards);
  const routingNumShards = settings.has('index.number_of_routing_shards')
    ? readSetting(settings, INDEX.creation.numberOfRoutingShards)
    : defaultRoutingNumShards(numberOfShards);
  checkRoutingNumShards(numberOfShards, routingNumShards);
  return routingNumShards;
}

export function requestedAliases(
  state: ClusterState,
  index: string,
  definitions: readonly AliasDefinition[],
): ReadonlyMap<string, AliasMetadata> {
  const aliases = new Map<string, AliasMetadata>();
  for (const definition of definitions) {
    if (definition.alias === index) {
      throw new ApiError(
        'invalid_alias_name_exception',
        `Invalid alias name [${index}], an index exists with the same name as the alias`,
      );
    }
    aliases.set(definition.alias, makeAlias(state, definition));
  }
  return aliases;
}

/** Returns the state with the index added, its copies unassigned. */
export function withNewIndex(
  state: ClusterState,
  { name, settings, routingNumShards, mapping, aliases, primaryTerm }: NewIndex,
  { nowMs }: CommandEnvironment,
): ClusterState {
  const numberOfShards = readSetting(settings, INDEX.creation.numberOfShards);
  const numberOfReplicas = readSetting(settings, INDEX.creation.numberOfReplicas);
  checkAwarenessBalance(state, name, settings);
  checkReplicationType(state, settings);
  checkRemoteStore(state, settings);
  checkShardLimit(state, numberOfShards * (1 + numberOfReplicas));
  const index: IndexMetadata = {
    name,
    uuid: settings.get('index.uuid') ?? '',
    version: 1,
    mappingVersion: 1,
    settingsVersion: 1,
    aliasesVersion: 1,
    state: 'open',
    settings,
    mapping,
    aliases,
    numberOfShards,
    numberOfReplicas,
    routingNumShards,
    routingPartitionSize: readSetting(settings, INDEX.creation.routingPartitionSize),
    creationDateMs: nowMs,
    primaryTerms: new Array<number>(numberOfShards).fill(primaryTerm),
    inSync: Array.from({ length: numberOfShards }, () => []),
  };
  checkPartition(index);
  checkStreamAliases(state, index);
  const next = replaceIndices(state, [index]);
  atOnce(checkAliasSet(next.metadata.indices.values()));
  return replaceRouting(next, [unassignedRouting(index, 'INDEX_CREATED', nowMs)]);
}

/**
 * Checks a partitioned index: a routing value must select fewer shards than there are, and every
 * document must have one.
 */
function checkPartition(index: IndexMetadata): void {
  const size = index.routingPartitionSize;
  if (size === 1) return;
  if (size >= index.routingNumShards) {
    throw new ApiError(
      'illegal_argument_exception',
      `routing partition size [${size}] should be a positive number less than the number of shards [${index.routingNumShards}] for [${index.name}]`,
    );
  }
  const routing = index.mapping._routing;
  if (!isJsonObject(routing) || routing.required !== true) {
    throw new ApiError(
      'illegal_argument_exception',
      `mapping type [_doc] must have routing required for partitioned index [${index.name}]`,
    );
  }
}
