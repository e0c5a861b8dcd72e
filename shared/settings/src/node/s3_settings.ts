/**
 * Settings of the connections to buckets: `s3.client.NAME.*`. A repository names one of them and
 * may override some of its settings. Secrets are in the keystore (`secure_settings.ts`). Keys and
 * defaults are those of OpenSearch's plugin `repository-s3`.
 */
import { ApiError } from '@skein/errors';
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
    "host and port of the service, or its URL; Amazon's of the region when not given",
  ]),
  protocol: choiceSetting(['protocol', 'static', 'of an endpoint that names none'], 'https', [
    'http',
    'https',
  ]),
  region: textSetting([
    'region',
    'static',
    'which requests are signed for; AWS_REGION, or us-east-1, when not given',
  ]),
  pathStyle: booleanSetting(
    ['path_style_access', 'static', "the bucket is in the path, not in the host's name"],
    'false',
  ),
  proxyHost: textSetting(['proxy.host', 'static', 'the HTTP proxy on the way']),
  proxyPort: intSetting(['proxy.port', 'static', 'its port'], '80', { min: 0, max: 65_535 }),
  readTimeout: timeSetting(
    ['read_timeout', 'static', 'how long the service may be silent'],
    '50s',
    '1ms',
  ),
  requestTimeout: timeSetting(
    ['request_timeout', 'static', 'how long a request may take'],
    '5m',
    '1ms',
  ),
  connectionTimeout: timeSetting(
    ['connection_timeout', 'static', 'how long a connection may take to be made'],
    '10s',
    '1ms',
  ),
  maxConnections: intSetting(['max_connections', 'static', 'of a repository on a node'], '500', {
    min: 1,
  }),
  maxRetries: intSetting(
    ['max_retries', 'static', 'how often a request is made again that failed for now'],
    '3',
    { min: 0, max: 100 },
  ),
  throttleRetries: booleanSetting(
    ['use_throttle_retries', 'static', 'retries wait, longer with each'],
    'true',
  ),
  chunkedEncoding: booleanSetting(
    ['disable_chunked_encoding', 'static', 'hint: bodies are never sent in chunks'],
    'false',
  ),
} as const;

/** Settings that only the node may set. */
export const S3_CLIENT_OF_NODE = {
  proxyType: choiceSetting(['proxy.type', 'static', 'how the proxy is spoken to'], 'direct', [
    'direct',
    'http',
    'https',
  ]),
  identityTokenFile: textSetting([
    'identity_token_file',
    'static',
    'file of a token that stands for the role of the keystore, in the config folder or by its whole path',
  ]),
} as const;

export const S3 = {
  clients: textSetting(
    [
      's3.client.*',
      'static',
      `ways to buckets, s3.client.NAME.*: ${Object.values({ ...S3_CLIENT, ...S3_CLIENT_OF_NODE })
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
    throw illegal(
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

function illegal(reason: string): ApiError {
  return new ApiError('illegal_argument_exception', reason);
}
