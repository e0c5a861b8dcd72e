/** The store of a repository, opened in the thread that works with it. */
import {
  FsBlobStore,
  HttpBlobStore,
  openS3BlobStore,
  type S3Credentials,
  type S3Keys,
} from '@skein/platform';
import type { BlobStore } from '@skein/snapshots';
import type { S3Proxy } from '../config/s3_client.js';
import type { RepositoryPlan } from './repository_plan.js';
import type { RepositorySecrets } from './repository_secrets.js';

/** Opens the store without a request to it: only the first call shows whether it answers. */
export async function openBlobStore(
  { store, isReadOnly }: RepositoryPlan,
  secrets: RepositorySecrets,
): Promise<BlobStore> {
  switch (store.kind) {
    case 'folder':
      return new FsBlobStore(store.path, { isReadOnly });
    case 'site':
      return new HttpBlobStore(new URL(store.url), store);
    case 'bucket': {
      const { identityTokenFile, proxy, ...way } = store.client;
      const credentials = credentialsOf(identityTokenFile, secrets);
      const client = { ...way, proxy: proxyUrl(proxy, secrets), credentials };
      return openS3BlobStore({ ...store.bucket, isReadOnly, client });
    }
  }
}

/**
 * The keystore's user and password are sent only to the proxy of the node's settings. Otherwise a
 * person who registers a repository could name a proxy to receive them.
 */
function proxyUrl(proxy: S3Proxy | undefined, secrets: RepositorySecrets): string | undefined {
  if (proxy === undefined) return undefined;
  const url = new URL(`${proxy.type}://${proxy.host}:${proxy.port}`);
  if (proxy.isOfNode) {
    url.username = secrets.proxyUsername ?? '';
    url.password = secrets.proxyPassword ?? '';
  }
  return url.href;
}

/**
 * The credentials of the client. A role is assumed with the web identity token if there is one,
 * else with the keys. Without a role and keys the environment decides.
 */
function credentialsOf(tokenFile: string | undefined, secrets: RepositorySecrets): S3Credentials {
  const { roleArn, roleSessionName: sessionName } = secrets;
  const keys = keysOf(secrets);
  if (roleArn !== undefined) {
    return tokenFile === undefined
      ? { kind: 'role', roleArn, sessionName, keys }
      : { kind: 'web_identity', tokenFile, roleArn, sessionName };
  }
  return keys === undefined ? { kind: 'environment' } : { kind: 'keys', keys };
}

function keysOf({ accessKey, secretKey, sessionToken }: RepositorySecrets): S3Keys | undefined {
  if (accessKey === undefined || secretKey === undefined) return undefined;
  return { accessKey, secretKey, sessionToken };
}
