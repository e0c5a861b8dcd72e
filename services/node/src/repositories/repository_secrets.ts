/**
 * The keystore's secrets for a repository's client. They are given to the repository thread only.
 */
import { ApiError } from '@skein/errors';
import { NO_PROXY_TYPE } from '../config/s3_client.js';
import type { SecureSettings } from '../secure_settings/mod.js';
import type { RepositoryPlan } from './repository_plan.js';

const KEYS = {
  accessKey: 'access_key',
  secretKey: 'secret_key',
  sessionToken: 'session_token',
  roleArn: 'role_arn',
  roleSessionName: 'role_session_name',
  proxyUsername: 'proxy.username',
  proxyPassword: 'proxy.password',
} as const;

export type RepositorySecrets = { readonly [secret in keyof typeof KEYS]?: string };

type Keystore = Pick<SecureSettings, 'get'>;

/**
 * Reads the secrets from the keystore as it is now; read them again after it was reloaded. Throws
 * illegal_argument_exception if only one half of a pair of keys is present.
 */
export function readRepositorySecrets(
  { store }: RepositoryPlan,
  keystore: Keystore,
): RepositorySecrets {
  if (store.kind !== 'bucket') return {};
  const { clientName, client } = store;
  const secrets = secretsOf(clientName, keystore);
  checkPairs(clientName, secrets);
  const { proxyUsername, proxyPassword } = secrets;
  if (client.proxy === undefined && (proxyUsername ?? proxyPassword) !== undefined) {
    throw new ApiError('settings_exception', NO_PROXY_TYPE);
  }
  return secrets;
}

export function isKnownToKeystore(clientName: string, keystore: Keystore): boolean {
  return Object.keys(secretsOf(clientName, keystore)).length > 0;
}

function secretsOf(clientName: string, keystore: Keystore): RepositorySecrets {
  return Object.fromEntries(
    Object.entries(KEYS).flatMap(([secret, key]) => {
      const value = keystore.get(`s3.client.${clientName}.${key}`);
      return value === undefined || value === '' ? [] : [[secret, value]];
    }),
  );
}

function checkPairs(clientName: string, secrets: RepositorySecrets): void {
  const { accessKey, secretKey, sessionToken, roleArn, roleSessionName } = secrets;
  const missing = (what: string) =>
    new ApiError('illegal_argument_exception', `Missing ${what} for s3 client [${clientName}]`);
  if (accessKey !== undefined && secretKey === undefined) throw missing('secret key');
  if (accessKey === undefined) {
    if (secretKey !== undefined) throw missing('access key');
    if (sessionToken !== undefined) throw missing('access key and secret key');
  }
  if (roleSessionName !== undefined && roleArn === undefined) throw missing('role arn');
}
