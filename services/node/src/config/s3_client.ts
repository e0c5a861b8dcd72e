/**
 * Reads how a bucket's service is reached: the settings of a client of the node, some of which a
 * repository may override.
 */
import { resolve } from 'node:path';
import { ApiError } from '@skein/errors';
import type { S3ClientOptions } from '@skein/platform';
import {
  NODE,
  readSetting,
  S3_CLIENT,
  S3_CLIENT_OF_NODE,
  type Settings,
  s3ClientSettings,
} from '@skein/settings';

export const NO_PROXY_TYPE =
  'S3 proxy port or host or username or password have been set but proxy type is not defined.';

/** Without the secrets. */
export interface S3ClientConfig extends Omit<S3ClientOptions, 'proxy' | 'credentials'> {
  readonly proxy: S3Proxy | undefined;
  /** A whole path. */
  readonly identityTokenFile: string | undefined;
}

export interface S3Proxy {
  readonly type: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /**
   * The node's own settings name this host and port: the keystore's secrets are for it. One that
   * only a repository names gets none.
   */
  readonly isOfNode: boolean;
}

/**
 * Throws illegal_argument_exception for a value that is none, settings_exception for a proxy that
 * is half described.
 */
export function readS3Client(
  node: Settings,
  { name, own }: { readonly name: string; readonly own: Settings },
): S3ClientConfig {
  const ofNode = s3ClientSettings(node, name);
  const settings = new Map([...ofNode, ...own]);
  const configPath = readSetting(node, NODE.identity.configPath);
  const tokenFile = readSetting(settings, S3_CLIENT_OF_NODE.identityTokenFile);
  return {
    identityTokenFile: tokenFile === '' ? undefined : resolve(configPath, tokenFile),
    proxy: proxyOf(settings, ofNode),
    endpoint: endpointOf(settings),
    isPlain: readSetting(settings, S3_CLIENT.protocol) === 'http',
    region: readSetting(settings, S3_CLIENT.region) || undefined,
    pathStyle: readSetting(settings, S3_CLIENT.pathStyle),
    connectTimeoutMs: readSetting(settings, S3_CLIENT.connectionTimeout),
    readTimeoutMs: readSetting(settings, S3_CLIENT.readTimeout),
    requestTimeoutMs: readSetting(settings, S3_CLIENT.requestTimeout),
    maxConnections: readSetting(settings, S3_CLIENT.maxConnections),
    maxRetries: readSetting(settings, S3_CLIENT.maxRetries),
    isThrottled: readSetting(settings, S3_CLIENT.throttleRetries),
  };
}

function endpointOf(settings: Settings): string | undefined {
  const endpoint = readSetting(settings, S3_CLIENT.endpoint).toLowerCase();
  if (endpoint === '') return undefined;
  const url = /^https?:\/\//.test(endpoint)
    ? endpoint
    : `${readSetting(settings, S3_CLIENT.protocol)}://${endpoint}`;
  if (URL.canParse(url)) return url;
  throw new ApiError(
    'illegal_argument_exception',
    `Failed to parse value [${endpoint}] for setting [${S3_CLIENT.endpoint.key}]: it is no address`,
  );
}

/**
 * If the protocol is `http`, `proxy.type` may be left out and is `http`: OpenSearch took the
 * protocol as the type before it had the setting.
 */
function proxyOf(settings: Settings, ofNode: Settings): S3Proxy | undefined {
  const host = readSetting(settings, S3_CLIENT.proxyHost);
  const isPlain = readSetting(settings, S3_CLIENT.protocol) === 'http';
  const given = readSetting(settings, S3_CLIENT_OF_NODE.proxyType);
  const type = given === 'direct' && isPlain && host !== '' ? 'http' : given;
  if (type === 'direct') {
    if (host === '' && !settings.has(S3_CLIENT.proxyPort.key)) return undefined;
    throw new ApiError('settings_exception', NO_PROXY_TYPE);
  }
  if (host !== '') {
    const port = readSetting(settings, S3_CLIENT.proxyPort);
    const isOfNode =
      host === readSetting(ofNode, S3_CLIENT.proxyHost) &&
      port === readSetting(ofNode, S3_CLIENT.proxyPort);
    return { type, host, port, isOfNode };
  }
  throw new ApiError(
    'settings_exception',
    'S3 proxy type has been set but proxy host or port is not defined.',
  );
}
