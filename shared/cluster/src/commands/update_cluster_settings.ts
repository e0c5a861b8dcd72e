/** Persistent and transient settings of the cluster. */
import { ApiError } from '@skein/errors';
import {
  applySettingsUpdate,
  CLUSTER_SETTINGS,
  listKeyOf,
  NODE_SETTINGS,
  type Settings,
  type SettingsUpdate,
} from '@skein/settings';
import { checkBlocks } from '../state/blocks.js';
import { type ClusterState, clusterSettings } from '../state/cluster_state.js';
import type { Command } from './command_type.js';
import { checkKeepAlives } from './keep_alive_rules.js';
import { checkWatermarks } from './watermark_rules.js';

interface UpdateClusterSettingsRequest {
  readonly persistent: SettingsUpdate;
  readonly transient: SettingsUpdate;
}

type Kind = 'persistent' | 'transient';

/**
 * Limit of settings. It is needed since some settings are a prefix with an arbitrary name, and
 * every change writes and sends them all.
 */
const MOST_SETTINGS = 10_000;

export const update_cluster_settings: Command<UpdateClusterSettingsRequest> = {
  name: 'update_cluster_settings',
  priority: 'IMMEDIATE',
  source: () => 'cluster_update_settings',
  execute: (state, { persistent, transient }) => {
    checkCount('transient', transient.size);
    checkCount('persistent', persistent.size);
    checkReadOnly(state, persistent, transient);
    checkClusterSettings('transient', transient);
    checkClusterSettings('persistent', persistent);
    const { metadata } = state;
    const persistentSettings = updated(metadata.persistentSettings, persistent);
    const transientSettings = updated(metadata.transientSettings, transient);
    checkCount('transient', transientSettings.size, metadata.transientSettings.size);
    checkCount('persistent', persistentSettings.size, metadata.persistentSettings.size);
    if (
      persistentSettings === metadata.persistentSettings &&
      transientSettings === metadata.transientSettings
    ) {
      return state;
    }
    const next = { ...state, metadata: { ...metadata, persistentSettings, transientSettings } };
    const effective = clusterSettings(next);
    checkWatermarks(effective, persistent, transient);
    checkKeepAlives(effective, persistent, transient);
    return next;
  },
};

/** Refuses changes of a read-only cluster, except for one that makes it writable. */
function checkReadOnly(state: ClusterState, ...updates: readonly SettingsUpdate[]): void {
  const keys = updates.flatMap((update) => [...update.keys()]);
  if (keys.length > 0 && keys.every((key) => key.startsWith('cluster.blocks.read_only'))) return;
  checkBlocks(state, [], { level: 'metadata_write' });
}

/** Throws when the cluster would hold too many settings. */
export function checkCount(kind: Kind, count: number, before = 0): void {
  if (count <= Math.max(before, MOST_SETTINGS)) return;
  throw new ApiError(
    'illegal_argument_exception',
    `too many ${kind} settings: [${count}], the cluster keeps at most [${MOST_SETTINGS}]`,
  );
}

/**
 * Throws for an unknown setting, a setting that a running cluster does not accept, and an invalid
 * value.
 */
export function checkClusterSettings(kind: Kind, update: SettingsUpdate): void {
  const refuse = (reason: string) => {
    throw new ApiError('illegal_argument_exception', reason);
  };
  const values: Settings = new Map(
    [...update].flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
  );
  for (const [key, value] of update) {
    if (value === null && key.includes('*')) continue;
    const listKey = listKeyOf(key);
    // An element of a list may also belong to a setting that holds none, which `known` refuses.
    const isOfCluster = [key, listKey].some((each) => CLUSTER_SETTINGS.find(each));
    const setting = isOfCluster ? CLUSTER_SETTINGS.known(values, key) : undefined;
    if (!setting && ![key, listKey].some((each) => NODE_SETTINGS.find(each))) {
      refuse(`${kind} setting [${listKey}], not recognized`);
    }
    if (setting?.update === 'final') refuse(`final ${kind} setting [${key}], not updateable`);
    if (!setting || setting.update === 'static')
      refuse(`${kind} setting [${key}], not dynamically updateable`);
    CLUSTER_SETTINGS.validateKey(values, key);
  }
}

function updated(current: Settings, update: SettingsUpdate): Settings {
  const next = applySettingsUpdate(current, update);
  const same =
    next.size === current.size && [...next].every(([key, value]) => current.get(key) === value);
  return same ? current : next;
}
