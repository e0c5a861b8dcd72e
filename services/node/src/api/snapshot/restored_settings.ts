/**
 * The settings that a restored index has: those it was taken with, less some, with others.
 * OpenSearch's rules (RestoreService).
 */
import { simpleMatch } from '@skein/base';
import { type SnapshotName, snapshotFault } from '@skein/cluster';
import { INDEX_SETTINGS, type Settings } from '@skein/settings';

/** What the index is by: neither changed nor left out. */
const FIXED: ReadonlySet<string> = new Set([
  'index.version.created',
  'index.uuid',
  'index.creation_date',
  'index.history.uuid',
  'index.provided_name',
]);
const UNMODIFIABLE: ReadonlySet<string> = new Set([
  'index.number_of_shards',
  'index.number_of_routing_shards',
  'index.routing_partition_size',
  'index.soft_deletes.enabled',
  'index.replication.type',
]);
/** Changed, but not left out. */
const NEEDED: ReadonlySet<string> = new Set([
  'index.number_of_replicas',
  'index.auto_expand_replicas',
]);

export interface SettingsChange {
  readonly settings: Settings;
  readonly ignoredSettings: readonly string[];
}

export interface Origin {
  readonly repository: string;
  readonly snapshot: SnapshotName;
}

/** Throws snapshot_restore_exception for a setting that may not be touched. */
export function checkSettingsChange({ settings, ignoredSettings }: SettingsChange, origin: Origin) {
  const fault = (reason: string) =>
    snapshotFault('snapshot_restore_exception', origin.repository, origin.snapshot, reason);
  for (const name of ignoredSettings) {
    if (UNMODIFIABLE.has(name)) {
      throw fault(`cannot remove UnmodifiableOnRestore setting [${name}] on restore`);
    }
    if (FIXED.has(name) || NEEDED.has(name))
      throw fault(`cannot remove setting [${name}] on restore`);
  }
  if (settings.get('index.store.type') === 'remote_snapshot') {
    throw fault(
      'cannot restore remote snapshot with index settings "index.store.type" set to "remote_snapshot". Instead use "storage_type": "remote_snapshot" as argument to restore.',
    );
  }
  for (const name of settings.keys()) {
    if (UNMODIFIABLE.has(name)) {
      throw fault(`cannot modify UnmodifiableOnRestore setting [${name}] on restore`);
    }
    if (FIXED.has(name) || INDEX_SETTINGS.find(name)?.update === 'private') {
      throw fault(`cannot modify setting [${name}] on restore`);
    }
  }
  INDEX_SETTINGS.validate(settings);
}

/** A pattern leaves out all that it matches but for what an index must have. */
export function restoredSettings(
  taken: Settings,
  { settings, ignoredSettings }: SettingsChange,
): Settings {
  const isKept = (name: string) =>
    FIXED.has(name) ||
    UNMODIFIABLE.has(name) ||
    NEEDED.has(name) ||
    !ignoredSettings.some((pattern) => simpleMatch(pattern, name));
  return new Map([...[...taken].filter(([name]) => isKept(name)), ...settings]);
}
