/** What a node needs of the world. `process/main.ts` gives the real one; a simulator brings its own. */
import type { Clock, Log, Random, Timers } from '@skein/base';
import type { HttpServer, HttpServerOptions, ProcessProbe } from '@skein/platform';
import type { Directory } from '@skein/search_library';
import type { StateStore } from './master_service/mod.js';
import type { NodeNetwork } from './node_links/mod.js';
import type { ThreadSpawner } from './shard_host/mod.js';

export interface Ports {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: Random;
  readonly log: Log;
  readonly threads: ThreadSpawner;
  /** The cluster state of this node. */
  readonly stateStore: StateStore;
  /** The node's id, which outlives restarts. */
  readonly identityStore: StateStore;
  /** A small file beside them, by its name. */
  readonly smallFile: (name: string) => StateStore;
  readonly probe: ProcessProbe;
  readonly listen: (options: HttpServerOptions) => Promise<HttpServer>;
  readonly nodeNetwork: NodeNetwork;
  /** A folder whose files are read and written at once, in the thread that asks. */
  readonly openDirectory: (path: string) => Directory;
  /** Removes a folder with all in it; silent when it is not there. */
  readonly removeFolder: (path: string) => Promise<void>;
}
