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
  memoryLimitSetting,
  memoryShareSetting,
  sizeSetting,
  textSetting,
  timeSetting,
} from '../setting_types.js';
import { SettingsTable } from '../settings_table.js';
import { COORDINATION } from './coordination_settings.js';
import { DISCOVERY } from './discovery_settings.js';
import { checkPort } from './port_range.js';
import { REINDEX } from './reindex_settings.js';
import { REPOSITORIES } from './repository_settings.js';
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
    ['cluster.name', 'static', 'nodes join only clusters of this name'],
    'skein',
    checkClusterName,
  ),
  name: textSetting(['node.name', 'static', "name of the node; the host's when not given"]),
  roles: listSetting(
    ['node.roles', 'static', `what the node does: ${ROLES.join(', ')}`],
    'master,data,ingest,remote_cluster_client',
    checkRoles,
  ),
  attributes: textSetting(['node.attr.*', 'static', 'free attributes for allocation and clients']),
  dataPath: textSetting(['path.data', 'static', "folder of the node's data"], 'data'),
  configPath: textSetting(
    [
      'path.config',
      'static',
      'folder of the configuration file, and of the files that analyzers read; where the file was found, when not given',
    ],
    'config',
  ),
  keystorePassword: textSetting([
    'keystore.password',
    'static',
    'password of the keystore, where it has one; SKEIN_KEYSTORE_PASSWORD_FILE names a file that holds it',
  ]),
  keystoreKeyFile: textSetting([
    'keystore.key_file',
    'static',
    'the file whose bytes open the keystore; keystore.key beside it when not given',
  ]),
  logsPath: textSetting([
    'path.logs',
    'static',
    'folder of the log file, <cluster.name>.json, beside what goes to standard error; none when not given',
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
      'further port of GET /metrics alone, which asks for no token; 0 takes a free one, -1 opens none',
    ],
    '-1',
    { min: -1, max: 65_535 },
  ),
  host: textSetting(['metrics.host', 'static', 'address of GET /metrics'], '127.0.0.1'),
} as const;

const NETWORK = {
  host: listSetting(
    [
      'network.host',
      'static',
      'addresses to bind, unless http.host or transport.host say otherwise',
    ],
    '127.0.0.1',
  ),
  httpHost: listSetting(['http.host', 'static', 'addresses of the REST interface'], (settings) =>
    settings.get('network.host'),
  ),
  allowedHosts: listSetting([
    'http.allowed_hosts',
    'static',
    'names by which requests may call a node that asks for no tokens, beside its own; `*.example.com` is every name below it, `*` every name',
  ]),
  httpPort: textSetting(
    ['http.port', 'static', 'port of the REST interface, or a range'],
    '9200-9300',
    checkPort,
  ),
  listeners: textSetting(
    [
      'http.listeners.*',
      'static',
      'further ports, each answering as a product: http.listeners.NAME.port and http.listeners.NAME.profile',
    ],
    undefined,
    checkListener,
  ),
  maxContentLength: sizeSetting(
    ['http.max_content_length', 'static', 'largest request body'],
    '100mb',
    { min: 0, max: 2 ** 31 - 1 },
  ),
  maxInitialLine: sizeSetting(
    ['http.max_initial_line_length', 'static', 'longest request line'],
    '4kb',
  ),
  tlsCertificate: textSetting([
    'http.tls.certificate',
    'static',
    'PEM file of the certificate; with it the REST interface is HTTPS',
  ]),
  tlsKey: textSetting(['http.tls.key', 'static', "PEM file of the certificate's private key"]),
  maxHeaderSize: sizeSetting(['http.max_header_size', 'static', 'largest header block'], '16kb'),
  maxConnections: intSetting(
    ['http.max_connections', 'static', 'open connections of the REST interface'],
    '10000',
    { min: 1 },
  ),
  compression: booleanSetting(
    ['http.compression', 'static', 'gzip answers when the client accepts it'],
    'true',
  ),
  compressionLevel: intSetting(['http.compression_level', 'static', 'gzip level'], '3', {
    min: 0,
    max: 9,
  }),
  corsEnabled: booleanSetting(
    ['http.cors.enabled', 'static', 'answer browsers of other origins'],
    'false',
  ),
  corsOrigin: textSetting(
    ['http.cors.allow-origin', 'static', 'origins allowed: text, `*` or /expression/'],
    '',
  ),
  corsMethods: listSetting(
    ['http.cors.allow-methods', 'static', 'methods allowed'],
    'OPTIONS,HEAD,GET,POST,PUT,DELETE',
  ),
  corsHeaders: listSetting(
    ['http.cors.allow-headers', 'static', 'headers allowed'],
    'X-Requested-With,Content-Type,Content-Length,Authorization',
  ),
  corsCredentials: booleanSetting(
    ['http.cors.allow-credentials', 'static', 'cookies and credentials allowed'],
    'false',
  ),
  corsMaxAge: intSetting(
    ['http.cors.max-age', 'static', 'seconds a browser keeps the answer'],
    '1728000',
    { min: 0 },
  ),
  publishHost: textSetting(['network.publish_host', 'static', 'address told to other nodes']),
};

const SECURITY = {
  enabled: textSetting(
    [
      'security.enabled',
      'static',
      'whether requests need a token; decided by the address and issuers when absent',
    ],
    undefined,
    checkBoolean,
  ),
  logRefusals: booleanSetting(
    ['security.audit.enabled', 'static', 'refused requests are logged, 100 a second at most'],
    'true',
  ),
  nonceRequired: booleanSetting(
    [
      'security.dpop.nonce.required',
      'static',
      'proofs of possession must hold a nonce of this node (RFC 9449 §9)',
    ],
    'false',
  ),
  resource: textSetting([
    'security.oauth2.resource',
    'static',
    'address clients know the cluster by, such as https://search.example (RFC 9728)',
  ]),
  issuers: textSetting([
    'security.oauth2.issuers.*',
    'static',
    'issuers of accepted tokens: url, audience, jwks_uri, …',
  ]),
  other: textSetting(['security.oauth2.*', 'static', 'checks of tokens']),
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
    ['console.enabled', 'static', 'whether the node serves the console at /_console/'],
    'true',
  ),
  issuer: textSetting([
    'console.issuer',
    'static',
    'the issuer that people sign in at, one of security.oauth2.issuers; the first of these when not given',
  ]),
  clientId: textSetting(
    ['console.client_id', 'static', 'what the console is registered as at the issuer'],
    'skein-console',
  ),
};

const RESOURCES = {
  engineWorkers: intSetting(
    ['node.engine_workers', 'static', 'threads that write shards; one per core when absent'],
    undefined,
    { min: 1, max: 256 },
  ),
  searchWorkers: intSetting(
    ['node.search_workers', 'static', 'threads that search; one per core when absent'],
    undefined,
    { min: 1, max: 256 },
  ),
  processors: intSetting(
    ['node.processors', 'static', "cores to count on; the machine's when absent"],
    undefined,
    { min: 1 },
  ),
  writeQueue: intSetting(
    ['thread_pool.write.queue_size', 'static', 'writes waiting for an engine worker'],
    '10000',
    { min: 1 },
  ),
  grokLimit: timeSetting(
    [
      'ingest.grok.watchdog.max_execution_time',
      'static',
      'how long an expression of a pipeline may look at a text',
    ],
    '1s',
    '1ms',
  ),
  attachmentSize: sizeSetting(
    [
      'ingest.attachment.max_size',
      'static',
      'how large a file may be whose text a pipeline asks for',
    ],
    '50mb',
  ),
  attachmentTime: timeSetting(
    [
      'ingest.attachment.max_execution_time',
      'static',
      'how long it may take to read the text of a file',
    ],
    '30s',
    '1ms',
  ),
  webhookHosts: listSetting(
    [
      'lifecycle.webhook.allowed_hosts',
      'static',
      'hosts that policies may call: names or patterns, with a port where it is not the usual one',
    ],
    '',
  ),
  searchQueue: intSetting(
    ['thread_pool.search.queue_size', 'static', 'searches waiting for a search worker'],
    '1000',
    { min: 1 },
  ),
  getQueue: intSetting(['thread_pool.get.queue_size', 'static', 'gets waiting'], '1000', {
    min: 1,
  }),
  memoryLimit: memoryShareSetting(
    [
      'node.memory.limit',
      'static',
      "most memory that segments are searched in; percentages are of the machine's",
    ],
    '50%',
  ),
  searchCacheSize: memoryShareSetting(
    [
      'node.search.cache.size',
      'static',
      'most that blocks of searchable snapshots may take on the disk; percentages are of the disk that has the data',
    ],
    '10%',
  ),
  searchCacheBlock: sizeSetting(
    [
      'node.search.cache.block_size',
      'static',
      'how much of a file of a searchable snapshot is fetched at a time',
    ],
    '1mb',
    { min: 4096, max: 16 * 1024 * 1024 },
  ),
  searchFetchTimeout: timeSetting(
    [
      'node.search.fetch_timeout',
      'static',
      'how long a search or a get waits for a block of a searchable snapshot',
    ],
    '30s',
    '1ms',
  ),
  documentLimit: sizeSetting(
    [
      'node.memory.document_limit',
      'static',
      'most memory that the values, tokens and new fields of one document may take while it is indexed',
    ],
    '400mb',
    { min: 1 },
  ),
  mappingLimit: sizeSetting(
    [
      'node.memory.mapping_limit',
      'static',
      'most memory that the mappings of the shards of one thread may take, with the one that takes the place of another',
    ],
    '512mb',
    { min: 1 },
  ),
  indexBuffer: textSetting(
    ['indices.memory.index_buffer_size', 'static', 'memory of documents not yet in segments'],
    '10%',
  ),
  minIndexBuffer: sizeSetting(
    ['indices.memory.min_index_buffer_size', 'static', 'least of it when it is a percentage'],
    '48mb',
  ),
  maxIndexBuffer: sizeSetting(
    [
      'indices.memory.max_index_buffer_size',
      'static',
      'most of it when it is a percentage; -1 without bounds',
    ],
    '-1',
    { min: -1 },
  ),
  requestCacheSize: memoryShareSetting(
    [
      'indices.requests.cache.size',
      'static',
      "most memory of answers of shards that are kept; percentages are of the machine's",
    ],
    '1%',
  ),
  fielddataCacheSize: memoryLimitSetting(
    [
      'indices.fielddata.cache.size',
      'static',
      "most memory of terms of texts by document, within node.memory.limit; percentages are of the machine's; -1: no limit of its own",
    ],
    '-1',
  ),
  requestCacheExpire: timeSetting(
    [
      'indices.requests.cache.expire',
      'static',
      'how long an answer is kept that nobody asks for; 0: until there is no room',
    ],
    '0ms',
    '0ms',
  ),
  shardInactive: timeSetting(
    [
      'indices.memory.shard_inactive_time',
      'static',
      'without writes for so long a shard makes a segment of what it buffers',
    ],
    '5m',
    '0ms',
  ),
  logFormat: textSetting([
    'logger.format',
    'static',
    'json or text; text on a terminal when absent',
  ]),
  fsHealthInterval: timeSetting(
    ['monitor.fs.health.refresh_interval', 'static', 'how often the node checks that it can write'],
    '60s',
    '1ms',
  ),
  maxShutdown: timeSetting(
    ['node.shutdown_timeout', 'static', 'limit of an orderly stop'],
    '120s',
    '0ms',
  ),
  mmap: booleanSetting(
    ['node.store.allow_mmap', 'static', 'hint: segment files are read, not mapped'],
    'true',
  ),
  bootstrapLock: booleanSetting(
    ['bootstrap.memory_lock', 'static', 'hint: the runtime cannot lock its memory'],
    'false',
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
