/**
 * The ports through which a node reaches the outside world. `process/main.ts` passes the real ones;
 * a simulator passes its own.
 */
import type { Clock, Log, Random, Timers } from '@skein/base';
import type {
  ClientTls,
  FileCache,
  HttpClient,
  HttpServer,
  HttpServerOptions,
  MetricsServer,
  MetricsServerOptions,
  ProcessProbe,
  ThreadProfiler,
} from '@skein/platform';
import type { Directory } from '@skein/search_library';
import type { JournalFiles } from './coordination_host/mod.js';
import type { SeedPorts } from './discovery/mod.js';
import type { StateStore } from './master_service/mod.js';
import type { NodeNetwork } from './node_links/mod.js';
import type { ExtractorSpawner, IngestSpawner } from './pipeline_runner/mod.js';
import type { RepositorySpawner } from './repositories/mod.js';
import type { Keystore } from './secure_settings/mod.js';
import type { ThreadSpawner } from './shard_host/mod.js';

export interface Ports {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
  readonly threads: ThreadSpawner & IngestSpawner & ExtractorSpawner & RepositorySpawner;
  /** The profiler covers all threads of the process. */
  readonly profiler: Pick<ThreadProfiler, 'profile' | 'record' | 'heaps'>;
  /**
   * Files of the journal of consensus: the terms, votes and cluster states this node has accepted.
   */
  readonly journalFiles: JournalFiles;
  /** Sources of the addresses of other nodes. */
  readonly seeds: SeedPorts;
  /** Ends the process, because it can no longer keep what it promised to the other nodes. */
  readonly fatal: (reason: string) => void;
  /** The store of the node's id, which outlives restarts. */
  readonly identityStore: StateStore;
  /** A small file beside the identity, by name. */
  readonly smallFile: (name: string) => StateStore;
  /** The keystore with the secure settings; an operator can have it read again. */
  readonly keystore: Keystore;
  /** The keystore's content at the start. */
  readonly secureSettings: ReadonlyMap<string, string>;
  readonly probe: ProcessProbe;
  /** Makes an HTTP client for requests to other clusters. */
  readonly httpClient: (tls: ClientTls) => HttpClient;
  readonly listen: (options: HttpServerOptions) => Promise<HttpServer>;
  readonly listenForMetrics: (options: MetricsServerOptions) => Promise<MetricsServer>;
  readonly nodeNetwork: NodeNetwork;
  /** Opens a folder whose files are read and written synchronously, in the calling thread. */
  readonly openDirectory: (path: string, limits?: { readonly maxReadBytes: number }) => Directory;
  /** The search library's compiled kernels; if absent, their JavaScript versions run. */
  readonly kernels: Uint8Array | undefined;
  /** Cache of file blocks from repositories, for searchable snapshots. */
  readonly fileCache: FileCache;
  /** Writes, syncs and removes a file in the data path; rejects with the system's error. */
  readonly tryDataPath: () => Promise<void>;
  /** Removes a folder and its content; does nothing if the folder does not exist. */
  readonly removeFolder: (path: string) => Promise<void>;
}
