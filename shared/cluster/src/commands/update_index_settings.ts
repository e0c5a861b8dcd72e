/**
 * Changes index settings: dynamic ones at any time, static ones while the index is closed, final
 * ones never.
 */

import { ApiError } from '@skein/errors';
import { IndexMapping } from '@skein/mapping';
import {
  applySettingsUpdate,
  INDEX,
  INDEX_SETTINGS,
  listKeyOf,
  readSetting,
  type Settings,
  type SettingsUpdate,
} from '@skein/settings';
import { autoExpandedReplicas } from '../allocation/auto_expand.js';
import { withReplicaCount } from '../allocation/build_routing.js';
import { checkBlocks } from '../state/blocks.js';
import { type ClusterState, dataNodes } from '../state/cluster_state.js';
import { type IndexMetadata, indexLabel, requireIndex } from '../state/index_metadata.js';
import { replaceIndices, replaceRouting } from '../state/replace.js';
import type { IndexRouting } from '../state/routing_table.js';
import { checkAwarenessBalance, defaultReplicas } from './awareness_balance.js';
import type { Command } from './command_type.js';
import { mappingContext } from './mapping_context.js';
import { checkMergeScheduler } from './settings_rules.js';
import { checkShardLimit } from './shard_limit.js';

export interface UpdateIndexSettingsRequest {
  /** Concrete names. */
  readonly indices: readonly string[];
  /** Flat, with the `index.` prefix. */
  readonly settings: SettingsUpdate;
  /** True if existing settings keep their values. */
  readonly preserveExisting: boolean;
}

export const update_index_settings: Command<UpdateIndexSettingsRequest> = {
  name: 'update_index_settings',
  priority: 'URGENT',
  source: ({ indices }) => `update-settings [${indices.map((name) => `[${name}]`).join(', ')}]`,
  execute: (state, { indices, settings, preserveExisting }, { nowMs }) => {
    checkUpdateBlocks(state, indices, settings);
    checkKeys(settings);
    const targets = indices.map((name) => requireIndex(state, name));
    checkOpenIndices(targets, settings);
    if (!preserveExisting) checkSpread(state, indices, settings);
    const changed = targets.flatMap(
      (index) => updated(state, index, { settings, preserveExisting }) ?? [],
    );
    checkShardLimit(state, addedShards(state, changed));
    const tables = changed.flatMap((index) => resized(state, index, nowMs) ?? []);
    return replaceRouting(replaceIndices(state, changed), tables);
  },
};

/**
 * Checks the number of copies only if the request sets it: the current number may be older than the
 * rule.
 */
function checkSpread(
  state: ClusterState,
  indices: readonly string[],
  settings: SettingsUpdate,
): void {
  if (typeof settings.get('index.number_of_replicas') !== 'string') return;
  for (const name of indices) checkAwarenessBalance(state, name, given(settings));
}

/** The settings without those that the update removes. */
function given(settings: SettingsUpdate): Settings {
  return new Map([...settings].flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}

const OF_SEARCHES: ReadonlySet<string> = new Set([
  'index.max_result_window',
  'index.max_inner_result_window',
  'index.max_rescore_window',
  'index.max_docvalue_fields_search',
  'index.max_script_fields',
  'index.max_terms_count',
  'index.max_regex_length',
  'index.highlight.max_analyzed_offset',
  'index.number_of_replicas',
]);
const OF_SEARCHES_PREFIXES = ['index.search.slowlog', 'index.routing.allocation'];

/**
 * Checks the blocks, except for a change that lifts a block: that must be possible while the block
 * is present.
 */
function checkUpdateBlocks(
  state: ClusterState,
  indices: readonly string[],
  settings: SettingsUpdate,
): void {
  const liftable = [
    'index.blocks.read_only',
    'index.blocks.read_only_allow_delete',
    'index.blocks.metadata',
  ];
  const keys = [...settings.keys()];
  if (keys.length > 0 && keys.every((key) => liftable.includes(key))) return;
  const changesSearches = keys.every(isOfSearches);
  checkBlocks(state, indices, { level: 'metadata_write', changesSearches });
}

/** True if OpenSearch allows changing the setting on a searchable snapshot. */
function isOfSearches(key: string): boolean {
  return OF_SEARCHES.has(key) || OF_SEARCHES_PREFIXES.some((prefix) => key.startsWith(prefix));
}

function checkKeys(settings: SettingsUpdate): void {
  const values = given(settings);
  for (const [key, value] of settings) {
    if (value === null && key.includes('*')) continue;
    const setting = INDEX_SETTINGS.known(values, key);
    if (setting.update === 'private') {
      throw new ApiError(
        'illegal_argument_exception',
        `can not update private setting [${key}]; this setting is managed by OpenSearch`,
      );
    }
    INDEX_SETTINGS.validateKey(values, key);
  }
}

function checkOpenIndices(targets: readonly IndexMetadata[], settings: SettingsUpdate): void {
  const open = targets.filter((index) => index.state === 'open').map(indexLabel);
  const closed = targets.filter((index) => index.state === 'close');
  const fixed = [...settings.keys()].filter((key) => {
    const setting = INDEX_SETTINGS.find(key);
    return setting !== undefined && setting.update !== 'dynamic';
  });
  if (fixed.length > 0 && open.length > 0) {
    const keys = [...new Set(fixed.map(listKeyOf))].sort().join(', ');
    throw new ApiError(
      'illegal_argument_exception',
      `Can't update non dynamic settings [[${keys}]] for open indices [${open.join(', ')}]`,
    );
  }
  const final = fixed.find((key) => INDEX_SETTINGS.find(key)?.update === 'final');
  const [first] = closed;
  if (final !== undefined && first) {
    throw new ApiError(
      'illegal_argument_exception',
      `final ${first.name} setting [${final}], not updateable`,
    );
  }
}

/** Two settings that limit each other. */
const MERGE_SCHEDULER = [INDEX.engine.mergeThreads.key, INDEX.engine.mergeCount.key];

type Update = Pick<UpdateIndexSettingsRequest, 'settings' | 'preserveExisting'>;

/** The index with the update applied, or `undefined` when it changes nothing. */
function updated(
  state: ClusterState,
  index: IndexMetadata,
  { settings, preserveExisting }: Update,
): IndexMetadata | undefined {
  const wanted = preserveExisting
    ? new Map([...settings].filter(([key]) => !index.settings.has(key)))
    : settings;
  const next = new Map(applySettingsUpdate(index.settings, privateKept(wanted)));
  restoreFixed(state, index, next);
  if (MERGE_SCHEDULER.every((key) => settings.has(key))) checkMergeScheduler(next);
  const expanded = autoExpandedReplicas(
    next.get('index.auto_expand_replicas'),
    dataNodes(state).length,
  );
  if (expanded !== undefined) next.set('index.number_of_replicas', String(expanded));
  if (sameEntries(index.settings, next)) return undefined;
  checkAnalysis(index, next);
  return {
    ...index,
    settings: next,
    numberOfReplicas: readSetting(next, INDEX.creation.numberOfReplicas),
    settingsVersion: index.settingsVersion + 1,
    version: index.version + 1,
  };
}

function privateKept(update: SettingsUpdate): SettingsUpdate {
  return new Map([...update].filter(([key]) => INDEX_SETTINGS.find(key)?.update !== 'private'));
}

/**
 * Puts back the settings that a wildcard reset may not remove: those that the server wrote or that
 * are final, and of an open index all that are not dynamic. A removed replica count becomes the
 * cluster's default.
 */
function restoreFixed(state: ClusterState, index: IndexMetadata, next: Map<string, string>): void {
  for (const [key, value] of index.settings) {
    const update = INDEX_SETTINGS.find(key)?.update;
    const isFixed = update === 'private' || update === 'final';
    const waits = index.state === 'open' && update !== undefined && update !== 'dynamic';
    if (isFixed || waits) next.set(key, value);
  }
  if (next.has('index.number_of_replicas')) return;
  next.set('index.number_of_replicas', String(defaultReplicas(state)));
}

/**
 * Checks that new analysis settings of a closed index are valid, and that its mapping still finds
 * the analyzers it names: no shard of it could be opened otherwise.
 */
function checkAnalysis({ state, mapping }: IndexMetadata, next: Settings): void {
  if (state === 'close') IndexMapping.parseAgain(mapping, mappingContext(next));
}

function sameEntries(a: Settings, b: Settings): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

function addedShards(state: ClusterState, changed: readonly IndexMetadata[]): number {
  let added = 0;
  for (const index of changed) {
    const before = requireIndex(state, index.name).numberOfReplicas;
    if (index.state === 'open') added += (index.numberOfReplicas - before) * index.numberOfShards;
  }
  return added;
}

function resized(
  state: ClusterState,
  index: IndexMetadata,
  nowMs: number,
): IndexRouting | undefined {
  const routing = state.routing.get(index.name);
  if (!routing || routing.shards[0]?.length === index.numberOfReplicas + 1) return undefined;
  return withReplicaCount(routing, index.numberOfReplicas, nowMs);
}
