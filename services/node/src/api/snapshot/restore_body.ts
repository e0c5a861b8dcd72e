/** The body of a restore: the indices, and their new names, settings and aliases. */

import { isJsonObject } from '@skein/content';
import { type RequestBody, splitList } from '@skein/http';
import { flattenSettingsUpdate, type Settings, withPrefix } from '@skein/settings';
import { type Rename, readRename } from './rename.js';
import {
  type BodyFields,
  fault,
  readFlag,
  readIndices,
  readText,
  readTexts,
  refuseOthers,
} from './snapshot_body.js';

export interface RestoreBody {
  readonly patterns: readonly string[];
  readonly ignoreUnavailable: boolean;
  readonly allowNoIndices: boolean;
  readonly isPartial: boolean;
  readonly includeGlobalState: boolean;
  readonly includeAliases: boolean;
  readonly rename: Rename;
  readonly renameAlias: Rename;
  /** Flat, with the `index.` prefix. */
  readonly settings: Settings;
  /** Names and patterns of omitted settings, with the prefix. */
  readonly ignoredSettings: readonly string[];
  /** True if the files stay in the repository and are searched there. */
  readonly isSearchable: boolean;
}

const FIELDS: readonly string[] = [
  'partial',
  'include_global_state',
  'include_aliases',
  'rename_pattern',
  'rename_replacement',
  'rename_alias_pattern',
  'rename_alias_replacement',
  'index_settings',
  'ignore_index_settings',
  'storage_type',
];
const LOCAL = 'local';
const REMOTE = 'remote_snapshot';

export function readRestoreBody(body: RequestBody): RestoreBody {
  const given: BodyFields = body.object() ?? {};
  refuseOthers(given, FIELDS);
  // Indices of a snapshot are neither open nor closed: OpenSearch accepts this field and ignores
  // it.
  if (given.expand_wildcards !== undefined) {
    throw fault('[expand_wildcards] has no meaning for a restore');
  }
  const changes = readSettings(given);
  return {
    patterns: readIndices(given),
    ignoreUnavailable: readFlag(given, 'ignore_unavailable', false),
    allowNoIndices: readFlag(given, 'allow_no_indices', true),
    isPartial: readFlag(given, 'partial', false),
    includeGlobalState: readFlag(given, 'include_global_state', false),
    includeAliases: readFlag(given, 'include_aliases', true),
    rename: readRename(readText(given, 'rename_pattern'), readText(given, 'rename_replacement')),
    renameAlias: readRename(
      readText(given, 'rename_alias_pattern'),
      readText(given, 'rename_alias_replacement'),
    ),
    settings: changes.settings,
    ignoredSettings: [...readIgnored(given), ...changes.removed],
    isSearchable: readStorage(given) === REMOTE,
  };
}

function readStorage(given: BodyFields): typeof LOCAL | typeof REMOTE {
  const type = readText(given, 'storage_type') ?? LOCAL;
  if (type === LOCAL || type === REMOTE) return type;
  throw fault(`Invalid storage_type: ${type}`);
}

interface SettingsChanges {
  readonly settings: Settings;
  /** The names of the settings whose new value is null. */
  readonly removed: readonly string[];
}

function readSettings({ index_settings: settings }: BodyFields): SettingsChanges {
  if (settings === undefined) return { settings: new Map(), removed: [] };
  if (!isJsonObject(settings)) throw fault('malformed index_settings section');
  const flat = new Map<string, string>();
  const removed: string[] = [];
  for (const [key, value] of withPrefix(flattenSettingsUpdate(settings), 'index.')) {
    if (value === null) removed.push(key);
    else flat.set(key, value);
  }
  return { settings: flat, removed };
}

function readIgnored({ ignore_index_settings: ignored }: BodyFields): readonly string[] {
  if (ignored === undefined) return [];
  const names =
    typeof ignored === 'string'
      ? splitList(ignored)
      : readTexts(
          ignored,
          'malformed ignore_index_settings section, should be an array of strings',
        );
  return names.map((name) => (name.startsWith('index.') ? name : `index.${name}`));
}
