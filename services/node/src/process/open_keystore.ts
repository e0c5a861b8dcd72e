/**
 * The keystore of the node's config folder, read before the settings are: it holds some of them.
 */
import { resolve } from 'node:path';
import { KeystoreFile, keystorePaths } from '@skein/platform';
import { NODE, readSetting, type Settings, withSecureSettings } from '@skein/settings';
import type { Ports } from '../ports.js';

export interface OpenedKeystore extends Pick<Ports, 'keystore' | 'secureSettings'> {
  /** Those given, with what the keystore holds for the start. */
  readonly settings: Settings;
}

/** Rejects with an ApiError when there is a keystore and it cannot be opened. */
export async function openKeystore(given: Settings): Promise<OpenedKeystore> {
  const { configPath, keystoreKeyFile, keystorePassword } = NODE.identity;
  const folder = resolve(readSetting(given, configPath));
  const keystore = new KeystoreFile(keystorePaths(folder, readSetting(given, keystoreKeyFile)));
  const password = readSetting(given, keystorePassword);
  const secureSettings = keystore.isThere()
    ? await keystore.read(password)
    : new Map<string, string>();
  const settings = withSecureSettings(given, secureSettings, 'node');
  return { settings, keystore, secureSettings };
}
