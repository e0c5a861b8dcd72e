/**
 * The settings of a node, parsed once at start into a typed, frozen form. Unknown keys and bad
 * values are refused with the setting's name.
 */
import { editDistance } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { CorsRules } from '@skein/http';
import { type TlsFiles, tlsFiles } from '@skein/platform';
import {
  CLUSTER_SETTINGS,
  type MemoryShare,
  NODE,
  NODE_SETTINGS,
  readSetting,
  type Settings,
  settingsUnder,
  shareBytes,
} from '@skein/settings';
import { type HttpListener, readHttpListeners } from './http_listeners.js';
import { indexBufferBytes } from './index_buffer.js';
import { type RepositoryPlace, readRepositoryPlace } from './repository_place.js';
import {
  type DiscoveryConfig,
  readDiscoveryConfig,
  readTransportConfig,
  type TransportConfig,
} from './transport_config.js';

export interface NodeConfig {
  /** The settings as given, for values without a field here. */
  readonly settings: Settings;
  readonly clusterName: string;
  readonly nodeName: string;
  readonly roles: readonly string[];
  readonly attributes: ReadonlyMap<string, string>;
  readonly dataPath: string;
  /** Folder of the configuration file, and of files that analyzers read. */
  readonly configPath: string;
  readonly http: HttpConfig;
  readonly transport: TransportConfig;
  readonly discovery: DiscoveryConfig;
  readonly engineWorkers: number;
  readonly searchWorkers: number;
  readonly mergeWorkers: number;
  /** True if full index buffers are written by threads beside the engine threads. */
  readonly flushesElsewhere: boolean;
  /** Memory of the machine or container, the base of percentages. */
  readonly memoryBytes: number;
  /** Limit of memory for loaded segments. */
  readonly memoryLimitBytes: number;
  /** Limit of memory for one document while it is indexed. */
  readonly documentLimitBytes: number;
  /** Limit of memory for the mappings of one thread's shards. */
  readonly mappingLimitBytes: number;
  /** Limit for documents in no segment yet, over all shards. */
  readonly indexBufferBytes: number;
  /** Limit of the shard request cache. */
  readonly requestCacheBytes: number;
  /** Below 0: the whole memory for segments. */
  readonly fielddataCacheBytes: number;
  readonly shutdownTimeoutMs: number;
  /** Cache of blocks of searchable snapshots. */
  readonly fileCache: {
    readonly size: MemoryShare;
    readonly blockBytes: number;
    /** Longest wait of a search for a block. */
    readonly patienceMs: number;
  };
  /** Allowed locations of snapshot repositories. */
  readonly repositories: RepositoryPlace;
  readonly log: {
    readonly level: string;
    readonly format: 'json' | 'text' | undefined;
    /** Absent: lines go to standard error alone. */
    readonly folder: string | undefined;
  };
}

export interface HttpConfig {
  /** As configured: names, addresses, `_local_`. */
  readonly hosts: readonly string[];
  readonly port: string;
  readonly listeners: readonly HttpListener[];
  readonly publishHost: string | undefined;
  /**
   * Host names accepted in requests without a token, beside those of loopback and the address that
   * a request comes to.
   */
  readonly ownNames: readonly string[];
  readonly maxInitialLineBytes: number;
  readonly maxHeaderBytes: number;
  readonly maxContentLengthBytes: number;
  readonly maxConnections: number;
  readonly compression: { readonly enabled: boolean; readonly level: number };
  readonly cors: CorsRules;
  /** PEM files; undefined for plain HTTP. */
  readonly tls: TlsFiles | undefined;
}

/** The properties of the machine that determine defaults. */
interface Machine {
  readonly hostname: string;
  readonly processors: number;
  /** Heap limit of the runtime. */
  readonly heapBytes: number;
  readonly memoryBytes: number;
}

/**
 * Limit of merge workers. The default is half of the processors, as in OpenSearch; a disk gains
 * nothing from more.
 */
const MAX_MERGE_WORKERS = 4;

/**
 * So many processors have no idle one during a bulk: the engine thread, merges and HTTP take them.
 */
const BUSY_PROCESSORS = 2;

export function readNodeConfig(settings: Settings, machine: Machine): NodeConfig {
  validateNodeSettings(settings);
  const { identity, resources } = NODE;
  const processors = readSetting(settings, resources.processors) || machine.processors;
  return {
    settings,
    clusterName: readSetting(settings, identity.clusterName),
    nodeName: readSetting(settings, identity.name) || machine.hostname,
    roles: readSetting(settings, identity.roles),
    attributes: attributesOf(settings),
    dataPath: readSetting(settings, identity.dataPath),
    configPath: readSetting(settings, identity.configPath),
    http: readHttpConfig(settings, machine),
    transport: readTransportConfig(settings),
    discovery: readDiscoveryConfig(settings),
    engineWorkers: readSetting(settings, resources.engineWorkers) || processors,
    searchWorkers: readSetting(settings, resources.searchWorkers) || processors,
    mergeWorkers: Math.max(1, Math.min(MAX_MERGE_WORKERS, processors >> 1)),
    flushesElsewhere: processors > BUSY_PROCESSORS,
    memoryBytes: machine.memoryBytes,
    memoryLimitBytes: shareBytes(readSetting(settings, resources.memoryLimit), machine.memoryBytes),
    documentLimitBytes: readSetting(settings, resources.documentLimit),
    mappingLimitBytes: readSetting(settings, resources.mappingLimit),
    indexBufferBytes: indexBufferBytes(settings, machine.heapBytes),
    requestCacheBytes: shareBytes(
      readSetting(settings, resources.requestCacheSize),
      machine.memoryBytes,
    ),
    fielddataCacheBytes: shareBytes(
      readSetting(settings, resources.fielddataCacheSize),
      machine.memoryBytes,
    ),
    fileCache: {
      size: readSetting(settings, resources.searchCacheSize),
      blockBytes: readSetting(settings, resources.searchCacheBlock),
      patienceMs: readSetting(settings, resources.searchFetchTimeout),
    },
    repositories: readRepositoryPlace(settings),
    shutdownTimeoutMs: readSetting(settings, resources.maxShutdown),
    log: {
      level: settings.get('logger.level') ?? 'info',
      format: logFormat(readSetting(settings, resources.logFormat)),
      folder: readSetting(settings, identity.logsPath) || undefined,
    },
  };
}

/** Every key must be a setting of the node or, as in OpenSearch, of the cluster. */
function validateNodeSettings(settings: Settings): void {
  for (const key of settings.keys()) {
    const table = [NODE_SETTINGS, CLUSTER_SETTINGS].find((one) => one.find(key));
    if (!table) throw unknownSetting(key);
    table.validateKey(settings, key);
  }
}

const SUGGESTION_LIKENESS = 0.6;

function unknownSetting(key: string): ApiError {
  const near = [...NODE_SETTINGS.all, ...CLUSTER_SETTINGS.all]
    .map((setting) => setting.key)
    .map((known) => ({
      known,
      likeness: 1 - editDistance(key, known) / Math.max(key.length, known.length),
    }))
    .filter(({ likeness }) => likeness > SUGGESTION_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)[0];
  const advice = near === undefined ? '' : `, did you mean [${near.known}]?`;
  return new ApiError('illegal_argument_exception', `unknown setting [${key}]${advice}`);
}

function attributesOf(settings: Settings): ReadonlyMap<string, string> {
  const prefix = 'node.attr.';
  const remote = [...settings.keys()].find((key) => key.startsWith(`${prefix}remote_store.`));
  if (remote !== undefined) {
    throw new ApiError(
      'illegal_argument_exception',
      `[${remote}] is not supported: an index asks for its remote store by [index.remote_store.enabled], its own or a template's`,
    );
  }
  return new Map(
    [...settingsUnder(settings, prefix)].map(([key, value]) => [key.slice(prefix.length), value]),
  );
}

function readHttpConfig(settings: Settings, { hostname }: Machine): HttpConfig {
  const { network, identity } = NODE;
  const publishHost = readSetting(settings, network.publishHost);
  const httpHosts = readSetting(settings, network.httpHost);
  const hosts = httpHosts.length > 0 ? httpHosts : readSetting(settings, network.host);
  const allowed = readSetting(settings, network.allowedHosts);
  const names = [...allowed, ...hosts, publishHost, readSetting(settings, identity.name), hostname];
  return {
    hosts,
    ownNames: names.filter(isName),
    port: readSetting(settings, network.httpPort),
    listeners: readHttpListeners(settings),
    publishHost: publishHost === '' ? undefined : publishHost,
    maxInitialLineBytes: readSetting(settings, network.maxInitialLine),
    maxHeaderBytes: readSetting(settings, network.maxHeaderSize),
    maxContentLengthBytes: readSetting(settings, network.maxContentLength),
    maxConnections: readSetting(settings, network.maxConnections),
    compression: {
      enabled: readSetting(settings, network.compression),
      level: readSetting(settings, network.compressionLevel),
    },
    cors: {
      enabled: readSetting(settings, network.corsEnabled),
      allowOrigin: checkedOrigin(readSetting(settings, network.corsOrigin)),
      allowMethods: readSetting(settings, network.corsMethods),
      allowHeaders: readSetting(settings, network.corsHeaders),
      allowCredentials: readSetting(settings, network.corsCredentials),
      maxAgeSeconds: readSetting(settings, network.corsMaxAge),
    },
    tls: tlsFiles(
      readSetting(settings, network.tlsCertificate),
      readSetting(settings, network.tlsKey),
    ),
  };
}

/** True unless it is a special value such as `_site_`, or the wildcard address. */
function isName(host: string): boolean {
  return host !== '' && !host.startsWith('_') && host !== '0.0.0.0' && host !== '::';
}

/** An origin of the form `/expression/` must compile. */
function checkedOrigin(origin: string): string {
  if (!origin.startsWith('/')) return origin;
  try {
    new RegExp(origin.slice(1, -1));
    return origin;
  } catch {
    throw new ApiError(
      'illegal_argument_exception',
      `Bad regex in [http.cors.allow-origin]: [${origin}]`,
    );
  }
}

function logFormat(text: string): 'json' | 'text' | undefined {
  if (text === '') return undefined;
  if (text === 'json' || text === 'text') return text;
  throw new ApiError(
    'illegal_argument_exception',
    `Failed to parse value [${text}] for setting [logger.format], expected [json] or [text]`,
  );
}
