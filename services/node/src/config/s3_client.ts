/**
 * Reads the connection settings of an S3 service: those of a client of the node, some of which a
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

/** The configuration without the secrets. */
export interface S3ClientConfig extends Omit<S3ClientOptions, 'proxy' | 'credentials'> {
  readonly proxy: S3Proxy | undefined;
  /** An absolute path. */
  readonly identityTokenFile: string | undefined;
}

export interface S3Proxy {
  readonly type: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /**
   * True if the node's own settings name this host and port, so that the keystore's secrets apply.
   * A proxy named only by a repository gets no secrets.
   */
  readonly isOfNode: boolean;
}

/**
 * Throws illegal_argument_exception for an invalid value, settings_exception for an incomplete
 * proxy.
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
 * If the protocol is `http`, `proxy.type` may be omitted and is `http`: OpenSearch used the
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
