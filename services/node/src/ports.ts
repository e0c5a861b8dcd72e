/** What a node needs of the world. `process/main.ts` gives the real one; a simulator brings its own. */
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
  /** Of all threads. */
  readonly profiler: Pick<ThreadProfiler, 'profile' | 'record'>;
  /** What this node has promised in the agreement about the cluster state. */
  readonly journalFiles: JournalFiles;
  /** Where other nodes are named. */
  readonly seeds: SeedPorts;
  /** The process must end: what it has promised cannot be kept. */
  readonly fatal: (reason: string) => void;
  /** The node's id, which outlives restarts. */
  readonly identityStore: StateStore;
  /** A small file beside them, by its name. */
  readonly smallFile: (name: string) => StateStore;
  /** Where secrets are kept; read again when an operator says so. */
  readonly keystore: Keystore;
  /** What it held at the start. */
  readonly secureSettings: ReadonlyMap<string, string>;
  readonly probe: ProcessProbe;
  /** HTTP asked of other clusters. */
  readonly httpClient: (tls: ClientTls) => HttpClient;
  readonly listen: (options: HttpServerOptions) => Promise<HttpServer>;
  readonly listenForMetrics: (options: MetricsServerOptions) => Promise<MetricsServer>;
  readonly nodeNetwork: NodeNetwork;
  /** A folder whose files are read and written at once, in the thread that asks. */
  readonly openDirectory: (path: string, limits?: { readonly maxReadBytes: number }) => Directory;
  /** The search library's compiled kernels; absent: they run as JavaScript. */
  readonly kernels: Uint8Array | undefined;
  /** Blocks of files in repositories, of which searches need some. */
  readonly fileCache: FileCache;
  /** Writes, syncs and removes a file in the data path; rejects with the system's error. */
  readonly tryDataPath: () => Promise<void>;
  /** Removes a folder with all in it; silent when it is not there. */
  readonly removeFolder: (path: string) => Promise<void>;
}
