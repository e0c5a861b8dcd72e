/** The options that every service command has: `-E key=value` and `--config DIR`. */
import { KeystoreFile, keystorePaths } from '@skein/platform';
import { NODE, readSetting, type Settings, withSecureSettings } from '@skein/settings';
import type { Command } from 'commander';
import { configDirectory, loadSettings } from '../config/load_settings.js';

const AUTH_FILE_NAMES = ['auth.yml'];

interface ServiceOptions {
  readonly E: readonly string[] | undefined;
  readonly config: string | undefined;
}

export function addServiceOptions(command: Command): Command {
  return command
    .option(
      '-E <key=value>',
      'a setting; the option may be repeated',
      (pair: string, before: readonly string[] | undefined) => [...(before ?? []), pair],
    )
    .option('--config <directory>', 'folder of the configuration file');
}

export function settingsOf(
  options: ServiceOptions,
  fileNames: readonly string[],
): Promise<Settings> {
  return loadSettings({
    configDirectory: options.config,
    fileNames,
    environment: process.env,
    commandLine: options.E ?? [],
  });
}

/**
 * The settings of the authorization service, including those in the keystore of the config folder.
 */
export async function authSettings(options: ServiceOptions): Promise<Settings> {
  const given = new Map(await settingsOf(options, AUTH_FILE_NAMES));
  const { keystoreKeyFile, keystorePassword } = NODE.identity;
  const folder = configDirectory({
    configDirectory: options.config,
    environment: process.env,
  });
  const keystore = new KeystoreFile(keystorePaths(folder, readSetting(given, keystoreKeyFile)));
  const password = readSetting(given, keystorePassword);
  for (const { key } of [keystoreKeyFile, keystorePassword]) given.delete(key);
  if (!keystore.isThere()) return given;
  return withSecureSettings(given, await keystore.read(password), 'auth');
}

/**
 * The settings and, as `path.config`, the folder that they come from, for a service that reads
 * other files of it.
 */
export async function settingsWithFolder(
  options: ServiceOptions,
  fileNames: readonly string[],
): Promise<Settings> {
  const settings = await settingsOf(options, fileNames);
  const folder = configDirectory({
    configDirectory: options.config,
    environment: process.env,
  });
  return new Map([['path.config', folder], ...settings]);
}

export type { ServiceOptions };
