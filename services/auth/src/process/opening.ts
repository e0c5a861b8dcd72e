/** Common setup of the service and the administration commands: folder, database, keys. */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@skein/base';
import { createLogWriter, makeFolderDurably, systemClock } from '@skein/platform';
import type { AuthConfig } from '../config.js';
import { KeyStore } from '../keys/keystore.js';
import { loadMasterKey } from '../keys/master_key.js';
import { PasswordChecker } from '../passwords/password_checker.js';
import { openSqliteStore } from '../store/sqlite/sqlite_store.js';
import type { Store } from '../store/store.js';

export async function openKeys(
  config: AuthConfig,
  store: Store,
  masterKey: Uint8Array,
): Promise<KeyStore> {
  return KeyStore.open({
    store,
    masterKey,
    algorithm: config.algorithm,
    clock: systemClock,
    rotationMs: config.keyRotationMs,
    leadMs: config.keyLeadMs,
  });
}

export function masterKeyOf({ masterKeyFile, dataPath }: AuthConfig): Promise<Uint8Array> {
  return loadMasterKey(masterKeyFile || join(dataPath, 'master.key'));
}

/** Only the owner may read the folder, which contains hashes and keys. */
export async function makeFolder(path: string): Promise<void> {
  await makeFolderDurably(path);
  await chmod(path, 0o700);
}

/**
 * `thorough`: true to check the whole SQLite database, as the service's start does but commands do
 * not.
 */
export async function openStore(
  config: AuthConfig,
  { thorough }: { readonly thorough: boolean },
): Promise<Store> {
  const { databaseUrl: url, databasePoolSize: poolSize } = config;
  if (url === '') return openSqliteStore(join(config.dataPath, 'auth.sqlite'), { thorough });
  // Loaded on demand, because most installations have no such database.
  const { openPostgresStore } = await import('../store/postgres/postgres_store.js');
  return openPostgresStore({ url, poolSize, log: logOf(config) });
}

export function logOf(config: AuthConfig): Log {
  const { logLevel: level, logFormat } = config;
  const suited = process.stderr.isTTY ? 'text' : 'json';
  const format = logFormat === 'auto' ? suited : logFormat;
  return createLogWriter({ level, format, fields: { 'service.name': 'skein-auth' } });
}

export function passwordsOf(
  { passwordHash, throttleByAddress }: AuthConfig,
  store: Store,
): PasswordChecker {
  const cost = { name: passwordHash };
  return new PasswordChecker({ store, clock: systemClock, cost, throttleByAddress });
}
