/** Settings in the form of responses. */
import { simpleMatch } from '@skein/base';
import type { IndexMetadata } from '@skein/cluster';
import type { JsonObject } from '@skein/content';
import { parseDateFormat } from '@skein/dates';
import { booleanParam, orDefault } from '@skein/http';
import {
  flatSettingsJson,
  INDEX_SETTINGS,
  type Settings,
  type ShownSettings,
  unflattenSettings,
} from '@skein/settings';
import { INDEX_EXPRESSION_PARAMS, LOCAL_PARAM, MASTER_TIMEOUT_PARAMS } from '../common_params.js';

/** The parameters of endpoints that show the settings of indices. */
export const SHOWN_SETTINGS_PARAMS = {
  ...INDEX_EXPRESSION_PARAMS,
  ...MASTER_TIMEOUT_PARAMS,
  ...LOCAL_PARAM,
  flat_settings: orDefault(booleanParam, false),
  include_defaults: orDefault(booleanParam, false),
} as const;

interface SettingsView {
  readonly flat: boolean;
  readonly includeDefaults: boolean;
  /** True if dates and versions are also shown in readable form. */
  readonly human: boolean;
  /** Keys to show: names and `*` patterns; all if empty. */
  readonly names: readonly string[];
}

/** `{settings: {…}, defaults?: {…}}` of one index. */
export function renderIndexSettings(index: IndexMetadata, view: SettingsView): JsonObject {
  const settings = view.human ? withReadable(index.settings) : index.settings;
  const shown = { settings: renderSettings(chosen(settings, view.names), view.flat) };
  if (!view.includeDefaults) return shown;
  const defaults = chosen(INDEX_SETTINGS.defaults(index.settings), view.names);
  return { ...shown, defaults: renderSettings(defaults, view.flat) };
}

export function renderSettings(settings: ShownSettings, flat: boolean): JsonObject {
  return flat ? flatSettingsJson(settings) : unflattenSettings(settings);
}

function chosen(settings: ShownSettings, names: readonly string[]): ShownSettings {
  if (names.length === 0 || names.some((name) => name === '_all' || name === '*')) return settings;
  return new Map([...settings].filter(([key]) => names.some((name) => simpleMatch(name, key))));
}

function withReadable(settings: Settings): Settings {
  const readable = new Map(settings);
  const created = settings.get('index.creation_date');
  const version = settings.get('index.version.created');
  if (created !== undefined) readable.set('index.creation_date_string', isoDate(Number(created)));
  if (version !== undefined)
    readable.set('index.version.created_string', versionText(Number(version)));
  return readable;
}

/** A date such as `2024-05-01T10:20:30.123Z`. */
export function isoDate(ms: number): string {
  return parseDateFormat('strict_date_time').format(ms);
}

/** The bit that distinguishes OpenSearch's version ids from Elasticsearch's. */
const VERSION_MASK = 0x08000000;

/** Converts a version id: 136407927 -> 2.19.1. */
function versionText(id: number): string {
  const plain = id ^ VERSION_MASK;
  return [1_000_000, 10_000, 100].map((unit) => Math.floor(plain / unit) % 100).join('.');
}
