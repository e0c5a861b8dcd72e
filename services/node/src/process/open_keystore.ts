/**
 * The keystore of the node's config folder, opened before the settings are parsed, because it holds
 * some of them.
 */
import { resolve } from 'node:path';
import { KeystoreFile, keystorePaths } from '@skein/platform';
import { NODE, readSetting, type Settings, withSecureSettings } from '@skein/settings';
import type { Ports } from '../ports.js';

interface OpenedKeystore extends Pick<Ports, 'keystore' | 'secureSettings'> {
  /** The given settings, plus those from the keystore. */
  readonly settings: Settings;
}

/** Rejects with an ApiError if the keystore exists and cannot be opened. */
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
