/**
 * The settings of a restored index: those in the snapshot, with omissions and changes. OpenSearch's
 * rules (RestoreService).
 */
import { simpleMatch } from '@skein/base';
import { type SnapshotName, snapshotFault } from '@skein/cluster';
import { INDEX_SETTINGS, type Settings } from '@skein/settings';

/** Settings that identify the index, which can be neither changed nor omitted. */
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
/** Settings that can be changed but not omitted. */
const NEEDED: ReadonlySet<string> = new Set([
  'index.number_of_replicas',
  'index.auto_expand_replicas',
]);

interface SettingsChange {
  readonly settings: Settings;
  readonly ignoredSettings: readonly string[];
}

export interface Origin {
  readonly repository: string;
  readonly snapshot: SnapshotName;
}

/** Throws snapshot_restore_exception for a setting that must not be changed or omitted. */
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

/** A pattern omits all matching settings except those that an index must have. */
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
