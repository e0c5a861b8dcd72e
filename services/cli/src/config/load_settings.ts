/**
 * The settings of a process: those of the file, then the environment, then `-E`; later ones win.
 * The result is flat text with all placeholders replaced. Whether keys exist and values are valid
 * is checked by the service that reads them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '@skein/errors';
import { listKeyOf, type Settings } from '@skein/settings';
import { commandLineSettings } from './command_line_settings.js';
import { CONFIG_DIRECTORY_VARIABLE, environmentSettings } from './environment_settings.js';
import { type Environment, replacePlaceholders } from './placeholders.js';

interface SettingsSources {
  /** The folder given on the command line. */
  readonly configDirectory: string | undefined;
  /** File names in order of preference; the first one found is read. */
  readonly fileNames: readonly string[];
  /** True when `configDirectory` may lack a configuration file. */
  readonly isFileOptional?: boolean;
  readonly environment: Environment;
  /** `key=value` texts of `-E`. */
  readonly commandLine: readonly string[];
}

const DEFAULT_DIRECTORY = 'config';

/** The configuration folder: the given one, else that of the environment, else the default. */
export function configDirectory(
  sources: Pick<SettingsSources, 'configDirectory' | 'environment'>,
): string {
  return (
    sources.configDirectory ?? sources.environment[CONFIG_DIRECTORY_VARIABLE] ?? DEFAULT_DIRECTORY
  );
}

export async function loadSettings(sources: SettingsSources): Promise<Settings> {
  const { environment } = sources;
  const layers = [
    await fileSettings(sources),
    environmentSettings(environment, (path) => readFileSync(path, 'utf8')),
    commandLineSettings(sources.commandLine),
  ];
  const merged = new Map<string, string>();
  for (const layer of layers) putOver(merged, layer);
  return replacePlaceholders(merged, environment);
}

async function fileSettings(sources: SettingsSources): Promise<Map<string, string>> {
  const given = sources.configDirectory ?? sources.environment[CONFIG_DIRECTORY_VARIABLE];
  const directory = configDirectory(sources);
  const path = sources.fileNames
    .map((name) => join(directory, name))
    .find((candidate) => existsSync(candidate));
  if (path !== undefined) {
    // Loaded only if the file exists: the schema check takes more code than the rest of this
    // module.
    const { parseConfigFile } = await import('./config_file.js');
    return parseConfigFile(readFileSync(path, 'utf8'), path);
  }
  if (given === undefined || sources.isFileOptional === true) return new Map();
  throw new ApiError(
    'settings_exception',
    `no configuration in [${directory}]: expected one of [${sources.fileNames.join(', ')}]`,
  );
}

/** A list given later replaces the whole list before, element keys (`key.0`, …) included. */
function putOver(settings: Map<string, string>, layer: ReadonlyMap<string, string>): void {
  const replaced = new Set([...layer.keys()].map((key) => listKeyOf(key)));
  for (const key of [...settings.keys()]) if (replaced.has(listKeyOf(key))) settings.delete(key);
  for (const [key, text] of layer) settings.set(key, text);
}
