/**
 * Settings of one node, read once at start from the configuration file, the environment and the
 * command line.
 */
import { ApiError } from '@skein/errors';
import type { Setting } from '../setting.js';
import {
  booleanSetting,
  intSetting,
  listSetting,
  sizeSetting,
  textSetting,
} from '../setting_types.js';
import { SettingsTable } from '../settings_table.js';
import { COORDINATION } from './coordination_settings.js';
import { DISCOVERY } from './discovery_settings.js';
import { checkPort } from './port_range.js';
import { REINDEX } from './reindex_settings.js';
import { REPOSITORIES } from './repository_settings.js';
import { RESOURCES } from './resource_settings.js';
import { S3 } from './s3_settings.js';
import { TRACING } from './tracing_settings.js';
import { TRANSPORT } from './transport_settings.js';

/** `cluster_manager` is another name of `master`. A node without roles only forwards requests. */
const ROLES = ['master', 'cluster_manager', 'data', 'ingest', 'remote_cluster_client'];

function checkRoles(roles: readonly string[]): void {
  const unknown = roles.find((role) => !ROLES.includes(role));
  if (unknown !== undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `unknown role [${unknown}] in setting [node.roles], must be one of [${ROLES.join(', ')}]`,
    );
  }
  if (roles.includes('master') && roles.includes('cluster_manager')) {
    throw new ApiError(
      'illegal_argument_exception',
      'the two roles [master, cluster_manager] can not be assigned together to a node, please use [cluster_manager] only',
    );
  }
}

const IDENTITY = {
  clusterName: textSetting(
    [
      'cluster.name',
      'static',
      'name of the cluster; a node joins only nodes with the same cluster.name',
    ],
    'skein',
    checkClusterName,
  ),
  name: textSetting(['node.name', 'static', "name of the node; the host's name when absent"]),
  roles: listSetting(
    ['node.roles', 'static', `roles of the node: ${ROLES.join(', ')}`],
    'master,data,ingest,remote_cluster_client',
    checkRoles,
  ),
  attributes: textSetting([
    'node.attr.*',
    'static',
    'attributes of the node, chosen by the operator, for allocation rules and clients',
  ]),
  dataPath: textSetting(['path.data', 'static', "folder of the node's data"], 'data'),
  configPath: textSetting(
    [
      'path.config',
      'static',
      'folder of the configuration file and of the files that analyzers read; the folder in which the configuration file was found when absent',
    ],
    'config',
  ),
  keystorePassword: textSetting([
    'keystore.password',
    'static',
    'password of the keystore, if it has one; SKEIN_KEYSTORE_PASSWORD_FILE names a file with the password',
  ]),
  keystoreKeyFile: textSetting([
    'keystore.key_file',
    'static',
    'file with the key of the keystore; keystore.key beside the keystore when absent',
  ]),
  logsPath: textSetting([
    'path.logs',
    'static',
    'folder of the log file <cluster.name>.json; when absent, the log goes only to standard error',
  ]),
};

function checkClusterName(text: string): void {
  if (text === '' || text.includes(':')) {
    throw new ApiError(
      'illegal_argument_exception',
      "cluster name must not be empty or contain ':'",
    );
  }
}

function checkListener(text: string, key: string): void {
  if (key.endsWith('.port')) checkPort(text, key);
}

const METRICS = {
  port: intSetting(
    [
      'metrics.port',
      'static',
      'additional port that serves only GET /metrics, without a token; 0: a free port, -1: no additional port',
    ],
    '-1',
    { min: -1, max: 65_535 },
  ),
  host: textSetting(
    ['metrics.host', 'static', 'address on which metrics.port listens'],
    '127.0.0.1',
  ),
} as const;

const NETWORK = {
  host: listSetting(
    [
      'network.host',
      'static',
      'addresses on which the node listens, unless http.host or transport.host is set',
    ],
    '127.0.0.1',
  ),
  httpHost: listSetting(
    ['http.host', 'static', 'addresses on which the REST interface listens'],
    (settings) => settings.get('network.host'),
  ),
  allowedHosts: listSetting([
    'http.allowed_hosts',
    'static',
    'host names, beside those of the node, that a request may use to address a node without security; `*.example.com`: all names below example.com, `*`: all names',
  ]),
  httpPort: textSetting(
    [
      'http.port',
      'static',
      'port of the REST interface, or a range of ports of which the node takes the first free one',
    ],
    '9200-9300',
    checkPort,
  ),
  listeners: textSetting(
    [
      'http.listeners.*',
      'static',
      'additional ports of the REST interface, each with the identity of a product: http.listeners.NAME.port and http.listeners.NAME.profile',
    ],
    undefined,
    checkListener,
  ),
  maxContentLength: sizeSetting(
    ['http.max_content_length', 'static', 'largest request body, in bytes'],
    '100mb',
    { min: 0, max: 2 ** 31 - 1 },
  ),
  maxInitialLine: sizeSetting(
    ['http.max_initial_line_length', 'static', 'longest request line, in bytes'],
    '4kb',
  ),
  tlsCertificate: textSetting([
    'http.tls.certificate',
    'static',
    'PEM file of the certificate of the REST interface; if it is set, the interface uses HTTPS',
  ]),
  tlsKey: textSetting([
    'http.tls.key',
    'static',
    'PEM file of the private key of http.tls.certificate',
  ]),
  maxHeaderSize: sizeSetting(
    ['http.max_header_size', 'static', 'largest header block of a request, in bytes'],
    '16kb',
  ),
  maxConnections: intSetting(
    ['http.max_connections', 'static', 'largest number of open connections of the REST interface'],
    '10000',
    { min: 1 },
  ),
  compression: booleanSetting(
    [
      'http.compression',
      'static',
      'true: the node compresses responses with gzip if the client accepts it',
    ],
    'true',
  ),
  compressionLevel: intSetting(
    ['http.compression_level', 'static', 'gzip level of responses, 0 (fastest) to 9 (smallest)'],
    '3',
    {
      min: 0,
      max: 9,
    },
  ),
  corsEnabled: booleanSetting(
    [
      'http.cors.enabled',
      'static',
      'true: web pages of the origins in http.cors.allow-origin may call the REST interface',
    ],
    'false',
  ),
  corsOrigin: textSetting(
    [
      'http.cors.allow-origin',
      'static',
      'origins that may call the REST interface: one origin, `*` for all, or a regular expression between slashes',
    ],
    '',
  ),
  corsMethods: listSetting(
    ['http.cors.allow-methods', 'static', 'methods that web pages of other origins may use'],
    'OPTIONS,HEAD,GET,POST,PUT,DELETE',
  ),
  corsHeaders: listSetting(
    [
      'http.cors.allow-headers',
      'static',
      'request headers that web pages of other origins may send',
    ],
    'X-Requested-With,Content-Type,Content-Length,Authorization',
  ),
  corsCredentials: booleanSetting(
    [
      'http.cors.allow-credentials',
      'static',
      'true: web pages of other origins may send cookies and credentials',
    ],
    'false',
  ),
  corsMaxAge: intSetting(
    [
      'http.cors.max-age',
      'static',
      'seconds for which a browser caches the answer to a preflight request',
    ],
    '1728000',
    { min: 0 },
  ),
  publishHost: textSetting([
    'network.publish_host',
    'static',
    'address under which other nodes and clients reach the node',
  ]),
};

const SECURITY = {
  enabled: textSetting(
    [
      'security.enabled',
      'static',
      'true: requests need a token; when absent, the bound address and the configured issuers decide',
    ],
    undefined,
    checkBoolean,
  ),
  logRefusals: booleanSetting(
    [
      'security.audit.enabled',
      'static',
      'true: the node logs refused requests, at most 100 a second',
    ],
    'true',
  ),
  nonceRequired: booleanSetting(
    [
      'security.dpop.nonce.required',
      'static',
      'true: DPoP proofs must contain a nonce of this node (RFC 9449, section 9)',
    ],
    'false',
  ),
  resource: textSetting([
    'security.oauth2.resource',
    'static',
    'identifier of the cluster as an OAuth resource, such as https://search.example (RFC 9728)',
  ]),
  issuers: textSetting([
    'security.oauth2.issuers.*',
    'static',
    'issuers whose tokens the node accepts: url, audience, jwks_uri and others',
  ]),
  other: textSetting(['security.oauth2.*', 'static', 'rules for the validation of tokens']),
};

function checkBoolean(text: string): void {
  if (text !== 'true' && text !== 'false') {
    throw new ApiError(
      'illegal_argument_exception',
      `Failed to parse value [${text}] as only [true] or [false] are allowed.`,
    );
  }
}

const CONSOLE = {
  enabled: booleanSetting(
    ['console.enabled', 'static', 'true: the node serves the console at /_console/'],
    'true',
  ),
  issuer: textSetting([
    'console.issuer',
    'static',
    'issuer at which users of the console sign in, one of security.oauth2.issuers; the first of them when absent',
  ]),
  clientId: textSetting(
    ['console.client_id', 'static', "client id of the console's registration at the issuer"],
    'skein-console',
  ),
};

export const NODE = {
  identity: IDENTITY,
  network: NETWORK,
  metrics: METRICS,
  tracing: TRACING,
  transport: TRANSPORT,
  discovery: DISCOVERY,
  coordination: COORDINATION,
  security: SECURITY,
  reindex: REINDEX,
  repositories: REPOSITORIES,
  s3: S3,
  console: CONSOLE,
  resources: RESOURCES,
} as const satisfies Record<string, Record<string, Setting<unknown>>>;

export const NODE_SETTINGS = new SettingsTable('node', Object.values(NODE));
