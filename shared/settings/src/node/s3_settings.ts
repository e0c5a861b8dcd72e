/**
 * Settings of the connections to buckets: `s3.client.NAME.*`. A repository names one of them and
 * may override some of its settings. Secrets are in the keystore (`secure_settings.ts`). Keys and
 * defaults are those of OpenSearch's plugin `repository-s3`.
 */
import { illegalArgument } from '@skein/errors';
import type { Setting } from '../setting.js';
import {
  booleanSetting,
  choiceSetting,
  intSetting,
  textSetting,
  timeSetting,
} from '../setting_types.js';
import type { Settings } from '../settings.js';

/** Settings that a repository may override, without the client's prefix. */
export const S3_CLIENT = {
  endpoint: textSetting([
    'endpoint',
    'static',
    "host and port, or URL, of the service; Amazon's endpoint of the region when absent",
  ]),
  protocol: choiceSetting(
    ['protocol', 'static', 'protocol for an endpoint without one: http or https'],
    'https',
    ['http', 'https'],
  ),
  region: textSetting([
    'region',
    'static',
    'region for which requests are signed; AWS_REGION, or else us-east-1, when absent',
  ]),
  pathStyle: booleanSetting(
    [
      'path_style_access',
      'static',
      'true: the bucket is in the path of the URL, not in the host name',
    ],
    'false',
  ),
  proxyHost: textSetting(['proxy.host', 'static', 'host of the HTTP proxy']),
  proxyPort: intSetting(['proxy.port', 'static', 'port of the HTTP proxy'], '80', {
    min: 0,
    max: 65_535,
  }),
  readTimeout: timeSetting(
    ['read_timeout', 'static', 'longest time without data from the service'],
    '50s',
    '1ms',
  ),
  requestTimeout: timeSetting(
    ['request_timeout', 'static', 'longest time of a request'],
    '5m',
    '1ms',
  ),
  connectionTimeout: timeSetting(
    ['connection_timeout', 'static', 'longest time to open a connection'],
    '10s',
    '1ms',
  ),
  maxConnections: intSetting(
    ['max_connections', 'static', 'largest number of connections of a repository on a node'],
    '500',
    {
      min: 1,
    },
  ),
  maxRetries: intSetting(
    [
      'max_retries',
      'static',
      'number of times that a request is repeated after a temporary failure',
    ],
    '3',
    { min: 0, max: 100 },
  ),
  throttleRetries: booleanSetting(
    ['use_throttle_retries', 'static', 'true: the pause before a retry grows with each retry'],
    'true',
  ),
  chunkedEncoding: booleanSetting(
    [
      'disable_chunked_encoding',
      'static',
      'hint: the node never sends bodies with chunked encoding',
    ],
    'false',
  ),
} as const;

/** Settings that only the node may set. */
export const S3_CLIENT_OF_NODE = {
  proxyType: choiceSetting(
    [
      'proxy.type',
      'static',
      'protocol of the connection to the proxy: direct (no proxy), http or https',
    ],
    'direct',
    ['direct', 'http', 'https'],
  ),
  identityTokenFile: textSetting([
    'identity_token_file',
    'static',
    'file with a web identity token for the role in the keystore; a path in the configuration folder or an absolute path',
  ]),
} as const;

export const S3 = {
  clients: textSetting(
    [
      's3.client.*',
      'static',
      `settings of the S3 client NAME, s3.client.NAME.*: ${Object.values({
        ...S3_CLIENT,
        ...S3_CLIENT_OF_NODE,
      })
        .map(({ key }) => key)
        .join(', ')}`,
    ],
    undefined,
    checkClientSetting,
  ),
} as const;

const PREFIX = 's3.client.';
/** This client exists even if no setting names it. */
const DEFAULT_CLIENT = 'default';

const BY_KEY: ReadonlyMap<string, Setting<unknown>> = new Map(
  Object.values({ ...S3_CLIENT, ...S3_CLIENT_OF_NODE }).map((setting) => [setting.key, setting]),
);

function checkClientSetting(text: string, key: string): void {
  const [, name = ''] = key.slice(PREFIX.length).split(/\.(.*)/s);
  const setting = BY_KEY.get(name);
  if (setting !== undefined) setting.parse(text, key);
  else
    throw illegalArgument(
      `unknown setting [${key}]: of a client there are [${[...BY_KEY.keys()].join(', ')}]`,
    );
}

/** Names of the clients in the settings or in the keys of the keystore. */
export function s3ClientNames(keys: Iterable<string>): ReadonlySet<string> {
  const names = new Set([DEFAULT_CLIENT]);
  for (const key of keys) {
    const name = key.startsWith(PREFIX) ? key.slice(PREFIX.length).split('.', 1)[0] : undefined;
    if (name !== undefined && name !== '') names.add(name);
  }
  return names;
}

/** A client's settings without its prefix. */
export function s3ClientSettings(settings: Settings, client: string): Settings {
  const prefix = `${PREFIX}${client}.`;
  return new Map(
    [...settings].flatMap(([key, text]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), text]] : [],
    ),
  );
}
