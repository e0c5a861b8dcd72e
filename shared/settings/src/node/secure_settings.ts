/** Settings whose values are secrets: never shown, and kept in the keystore (`skein keystore`). */
import { simpleMatch } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Settings } from '../settings.js';

export interface SecureSetting {
  /** The key; a `*` stands for a name that the operator chooses. */
  readonly key: string;
  readonly doc: string;
  readonly service: 'node' | 'auth';
  /** False if the configuration file and the environment may hold it too. */
  readonly isOnlyInKeystore: boolean;
  /**
   * True if `_nodes/reload_secure_settings` applies it; otherwise it takes effect at the next
   * start.
   */
  readonly isReloaded: boolean;
}

const AT_START = { isOnlyInKeystore: false, isReloaded: false } as const;
const KEPT = { service: 'node', isOnlyInKeystore: true, isReloaded: true } as const;

export const SECURE_SETTINGS: readonly SecureSetting[] = [
  {
    ...AT_START,
    key: 'transport.secret',
    doc: 'shared secret with which nodes authenticate each other',
    service: 'node',
  },
  {
    ...AT_START,
    key: 'security.oauth2.issuers.*.client_secret',
    doc: 'secret of the client with which the node asks an issuer for revoked tokens',
    service: 'node',
  },
  {
    ...KEPT,
    key: 'reindex.remote.credentials.*.username',
    doc: 'user name for a remote cluster (HTTP Basic)',
  },
  {
    ...KEPT,
    key: 'reindex.remote.credentials.*.password',
    doc: 'password for a remote cluster (HTTP Basic)',
  },
  {
    ...KEPT,
    key: 'reindex.remote.credentials.*.api_key',
    doc: 'API key for a remote cluster, in the encoded form that follows `Authorization: ApiKey`',
  },
  {
    ...KEPT,
    key: 'reindex.remote.credentials.*.token',
    doc: 'bearer token for a remote cluster',
  },
  { ...KEPT, key: 's3.client.*.access_key', doc: 'access key that signs requests to buckets' },
  { ...KEPT, key: 's3.client.*.secret_key', doc: 'secret key that signs requests to buckets' },
  { ...KEPT, key: 's3.client.*.session_token', doc: 'session token of temporary keys' },
  {
    ...KEPT,
    key: 's3.client.*.role_arn',
    doc: 'role that the node assumes with access_key, identity_token_file or the credentials of the environment',
  },
  { ...KEPT, key: 's3.client.*.role_session_name', doc: 'session name of the assumed role' },
  { ...KEPT, key: 's3.client.*.proxy.username', doc: 'user name for the proxy' },
  { ...KEPT, key: 's3.client.*.proxy.password', doc: 'password for the proxy' },
  {
    ...AT_START,
    isOnlyInKeystore: true,
    key: 'reindex.ssl.secure_key_passphrase',
    doc: 'passphrase of the private key in reindex.ssl.key',
    service: 'node',
  },
  {
    ...AT_START,
    key: 'auth.database.url',
    doc: 'URL of the database, with its password',
    service: 'auth',
  },
];

export function secureSetting(key: string): SecureSetting | undefined {
  return SECURE_SETTINGS.find((setting) => simpleMatch(setting.key, key));
}

/** True if the value of a setting must not be shown. */
export function isSecretSetting(key: string): boolean {
  return key === 'keystore.password' || secureSetting(key) !== undefined;
}

/** Throws settings_exception for an entry of the keystore that is no secure setting. */
export function checkSecureNames(names: Iterable<string>): void {
  for (const name of names) {
    if (secureSetting(name) !== undefined) continue;
    const known = SECURE_SETTINGS.map(({ key }) => key).join(', ');
    throw new ApiError(
      'settings_exception',
      `unknown secure setting [${name}]: the keystore may hold [${known}]`,
    );
  }
}

/**
 * Adds a service's secure settings from its keystore to its settings at start. Throws
 * settings_exception for a setting that is in both, and for one in `settings` that is allowed only
 * in the keystore.
 */
export function withSecureSettings(
  settings: Settings,
  secure: ReadonlyMap<string, string>,
  service: SecureSetting['service'],
): Settings {
  checkSecureNames(secure.keys());
  for (const key of settings.keys()) {
    if (secureSetting(key)?.isOnlyInKeystore !== true) continue;
    throw new ApiError(
      'settings_exception',
      `Setting [${key}] is a secure setting and must be stored inside the keystore, but was found among the settings`,
    );
  }
  const merged = new Map(settings);
  for (const [key, value] of secure) {
    const setting = secureSetting(key);
    if (setting?.service !== service || setting.isOnlyInKeystore) continue;
    if (merged.has(key)) {
      throw new ApiError(
        'settings_exception',
        `Setting [${key}] is in the keystore and among the settings: remove one of them`,
      );
    }
    merged.set(key, value);
  }
  return merged;
}
