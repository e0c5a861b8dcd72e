/**
 * Settings from the environment, in the three forms containers use: the dotted name itself
 * (`http.port=9200`), `ES_SETTING_HTTP_PORT` as in Elastic's images, and `SKEIN_HTTP_PORT`. In the
 * upper-case forms `_` stands for a dot and `__` for an underscore; with the suffix `_FILE` the
 * value is the content of the file named, for secrets.
 */
import { ApiError } from '@skein/errors';
import type { Environment } from './placeholders.js';

const PREFIXES = ['ES_SETTING_', 'SKEIN_'];
const FILE_SUFFIX = '_FILE';
const DOTTED = /^[a-z][a-z0-9_]*(\.[a-z0-9_-]+)+$/;

/** Variables that have the prefix but are no settings. */
export const CONFIG_DIRECTORY_VARIABLE = 'SKEIN_PATH_CONF';
const NOT_SETTINGS = new Set([CONFIG_DIRECTORY_VARIABLE]);

export function environmentSettings(
  environment: Environment,
  readFile: (path: string) => string,
): Map<string, string> {
  const settings = new Map<string, string>();
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || NOT_SETTINGS.has(name)) continue;
    if (DOTTED.test(name)) settings.set(name, value);
    const prefix = PREFIXES.find((candidate) => name.startsWith(candidate));
    if (prefix === undefined) continue;
    const [key, text] = upperCaseSetting(name.slice(prefix.length), value, readFile);
    settings.set(key, text);
  }
  return settings;
}

function upperCaseSetting(
  name: string,
  value: string,
  readFile: (path: string) => string,
): [key: string, text: string] {
  if (!name.endsWith(FILE_SUFFIX) || name.endsWith(`_${FILE_SUFFIX}`)) {
    return [settingKey(name), value];
  }
  const key = settingKey(name.slice(0, -FILE_SUFFIX.length));
  try {
    return [key, readFile(value).replace(/\r?\n$/, '')];
  } catch {
    throw new ApiError(
      'settings_exception',
      `the file [${value}] that holds the setting [${key}] cannot be read`,
    );
  }
}

/**
 * The key of a variable without its prefix: `BOOTSTRAP_MEMORY__LOCK` is `bootstrap.memory_lock`.
 */
function settingKey(name: string): string {
  return name
    .toLowerCase()
    .split('__')
    .map((part) => part.replaceAll('_', '.'))
    .join('_');
}
