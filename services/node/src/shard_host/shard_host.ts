/**
 * The actor behind `ShardHost`: the threads of this node, and access to each of its shards.
 * `HostedShards` opens, closes and updates the shards that the cluster state assigns to this node.
 */
import { assert, type Clock, inSlices, type Log, type Random, type Timers } from '@skein/base';
import {
  type ClusterState,
  clusterSettings,
  type IndexMetadata,
  scriptConfiguration,
} from '@skein/cluster';
import { asApiError, toPlainError } from '@skein/errors';
import type { BlocksAsk, CallHandlers } from '@skein/platform';
import type { ScriptCounters } from '@skein/script';
import { AggregationUses } from '@skein/search';
import { type Directory, Kernels } from '@skein/search_library';
import { CLUSTER, readSetting } from '@skein/settings';
import type { ClearedCaches, CopyCalls, ShardlessCalls, ShardStats } from '@skein/shard';
import type { CopyIdentities } from '../allocation_host/mod.js';
import { type MasterService, StateWaiters } from '../master_service/mod.js';
import type { NodeLinks } from '../node_links/mod.js';
import type {
  BroadcastCall,
  HeldShardFiles,
  PinnedShard,
  PinPurpose,
  ShardHost,
  ShardOutcome,
  ShardPlace,
  ShardReader,
  ShardSize,
  ShardWriter,
} from './contract.js';
import { type DesiredShard, desiredShards, indexFolder } from './desired_shards.js';
import { FolderWork } from './folder_work.js';
import type { HostedShard } from './hosted_shard.js';
import { HostedShards } from './hosted_shards.js';
import type { IndexingPressure } from './indexing_pressure.js';
import { holdOne } from './local_sources.js';
import { writingMappings } from './mapping_text.js';
import { BufferBudget } from './memory/buffer_budget.js';
import { RequestCache } from './memory/request_cache.js';
import { MAIN_LANE, type SegmentMemory } from './memory/segment_memory.js';
import { notAvailable } from './not_available.js';
import { pinShard } from './pinned_shard.js';
import { MainThread, SearchPlaces } from './places/mod.js';
import { CopyTraffic } from './replication/copy_traffic.js';
import type { RemotePort } from './replication/remote_port.js';
import { RemoteTraffic } from './replication/remote_traffic.js';
import type { ReplicationCalls, ShardRecovery } from './replication/replication_calls.js';
import { RestingShards } from './resting_shards.js';
import { blockFolder, fetchTaken, type ShardRepositories } from './snapshot_files.js';
import { EngineThreads, type EngineThreadsOptions } from './threads/engine_threads.js';
import { FlushThreads } from './threads/flush_threads.js';
import { MergeThreads } from './threads/merge_threads.js';
import { SearchThreads } from './threads/search_threads.js';
import {
  type EngineHostCalls,
  type FetchingCalls,
  type LogLine,
  type ScriptThreadData,
  shardKey,
} from './threads/thread_calls.js';
import type { ThreadSpawner } from './threads/thread_link.js';
import { writeLine } from './threads/thread_log.js';
import type { ThreadPool } from './threads/thread_pool.js';

export interface ShardHostOptions {
  readonly nodeId: string;
  /** `path.data`. */
  readonly dataPath: string;
  readonly links: Pick<NodeLinks<ReplicationCalls>, 'call' | 'handle'>;
  readonly master: Pick<MasterService, 'state' | 'submit'>;
  readonly spawner: ThreadSpawner;
  readonly engineThreads: number;
  /** See `EngineThreadData`. */
  readonly flushesElsewhere: boolean;
  readonly searchThreads: number;
  readonly mergeThreads: number;
  /** Limit for documents that are in no segment yet. */
  readonly bufferLimitBytes: number;
  readonly shardInactiveMs: number;
  readonly writeQueueSize: number;
  readonly searchQueueSize: number;
  /** Limits of the shard request cache. */
  readonly requestCache: { readonly limitBytes: number; readonly expireMs: number };
  readonly timers: Timers;
  readonly clock: Clock;
  /** Opens a folder for reading. Reads must be short, because they run in this thread. */
  readonly openDirectory: (path: string, limits?: { readonly maxReadBytes: number }) => Directory;
  /** The search library's compiled kernels; if absent, their JavaScript versions run. */
  readonly kernels: Uint8Array | undefined;
  readonly log: Log;
  readonly pressure: IndexingPressure;
  readonly scriptCounters: ScriptCounters;
  readonly identities: Pick<CopyIdentities, 'save' | 'load'>;
  readonly memory: SegmentMemory;
  /** Removes a folder and its content; does nothing if the folder does not exist. */
  readonly removeFolder: (path: string) => Promise<void>;
  readonly repositories: ShardRepositories;
  readonly remotePort: RemotePort;
  readonly random: Random;
}

/**
 * Threads for searchable snapshots: opening them and reading documents by id waits for the
 * repository.
 */
export const SEARCHABLE_ENGINES = 1;

export function createShardHost(options: ShardHostOptions): ShardHost {
  return new LocalShardHost(options);
}

/** Answers of one shard to a call that goes to many. */
type BroadcastTable = {
  readonly [K in BroadcastCall]: (
    place: ShardPlace,
    request: CopyCalls[K]['request'],
  ) => Promise<CopyCalls[K]['reply']>;
};

class LocalShardHost implements ShardHost {
  readonly #broadcast: BroadcastTable = {
    stats: (place, request) => this.#statsOf(place, request),
    clear_caches: (place, caches) => this.#clearCaches(this.#started(place), caches),
    refresh: (place, request) => this.#started(place).call('refresh', request),
    next_refresh: (place, request) => this.#started(place).call('next_refresh', request),
    flush: (place, request) => this.#started(place).call('flush', request),
    force_merge: (place, request) => this.#started(place).call('force_merge', request),
  };
  readonly #options: ShardHostOptions;
  readonly #engines: EngineThreads;
  /** Engine threads for searchable snapshots. */
  readonly #searchableEngines: EngineThreads;
  readonly #searchers: SearchThreads;
  readonly #places: SearchPlaces;
  readonly #mergers: MergeThreads;
  readonly #flushers: FlushThreads;
  readonly #traffic: CopyTraffic;
  readonly #remote: RemoteTraffic;
  readonly #resting = new RestingShards();
  readonly #folders: FolderWork;
  readonly #shards: HostedShards;
  /** Number of shards fetched to be included in a snapshot. */
  #takings = 0;
  /** The last state that the shards were told. */
  #appliedState: ClusterState;
  readonly #waiters: StateWaiters;
  /** Read once per state, not once per search. */
  #maxClauseCount: number;
  readonly #uses = new AggregationUses();
  /** The value of `#maxClauseCount`, in memory that the engine threads read. */
  readonly #sharedClauseCount = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

  constructor(options: ShardHostOptions) {
    this.#options = options;
    this.#appliedState = options.master.state();
    this.#maxClauseCount = this.#noteClauseCount(this.#appliedState);
    this.#waiters = new StateWaiters(options.timers);
    const { spawner, timers, engineThreads, searchThreads, searchQueueSize, memory } = options;
    const fetching = fetchingHandlers(options);
    this.#searchers = new SearchThreads({
      spawner,
      timers,
      maxThreads: searchThreads,
      queueSize: searchQueueSize,
      memory,
      uses: this.#uses,
      handlers: fetching,
      scripts: () => this.#scripts(),
    });
    this.#noteThreadHelp(this.#appliedState);
    this.#places = new SearchPlaces({
      mainThread: mainThread(options, this.#uses),
      threads: this.#searchers,
    });
    this.#mergers = mergeThreads(options);
    this.#flushers = new FlushThreads({ ...options, maxThreads: engineThreads });
    const engines: Omit<EngineThreadsOptions, 'name' | 'maxThreads' | 'firstNumber'> = {
      ...options,
      held: BufferBudget.held(engineThreads + SEARCHABLE_ENGINES),
      maxClauseCount: this.#sharedClauseCount,
      scripts: () => this.#scripts(),
      handlers: { ...this.#engineHandlers(), ...fetching },
      onDeath: (slot, error, work) => this.#shards.threadDied(slot, error, work),
    };
    this.#engines = new EngineThreads({
      ...engines,
      name: 'engine',
      maxThreads: engineThreads,
      firstNumber: 0,
    });
    this.#searchableEngines = new EngineThreads({
      ...engines,
      name: 'searchable',
      maxThreads: SEARCHABLE_ENGINES,
      firstNumber: engineThreads,
    });
    const onRemoved = (indexUuid: string) => this.#dropBlocks(blockFolder(indexUuid));
    this.#folders = new FolderWork({ ...options, onRemoved });
    this.#remote = new RemoteTraffic(options);
    this.#shards = new HostedShards({
      ...options,
      engines: this.#engines,
      searchableEngines: this.#searchableEngines,
      folders: this.#folders,
      remote: this.#remote,
      space: memory.space,
      requestCache: new RequestCache({ ...options.requestCache, clock: options.clock }),
      onStarted: () => this.#searchers.prepare(),
      onSnapshotUnused: (key, version) => this.#places.forget(key, version),
    });
    this.#traffic = new CopyTraffic({
      ...options,
      shard: ({ indexUuid, shardId }) => this.#shards.inThread(shardKey(indexUuid, shardId)),
      applied: (stateVersion, signal) => this.#applied(stateVersion, signal),
    });
    options.links.handle('replication/recoveries', ({ indexUuids }) =>
      this.recoveries(new Set(indexUuids)).then((recoveries) => ({ recoveries })),
    );
  }

  /** Handlers of the engine threads' calls. */
  #engineHandlers(): CallHandlers<Omit<EngineHostCalls, keyof FetchingCalls>> {
    return {
      merge: (request) => this.#mergers.run('merge', request),
      flush: (request) => this.#flushers.run(request),
      put_mapping: ({ key, mapping }) => this.#shards.putMapping(key, mapping),
      ask_copy: ({ key, to, message }) =>
        this.#traffic.ask(this.#shards.inThread(key), to, message),
      send_file: ({ key, to, message }) =>
        this.#traffic.sendFile(this.#shards.inThread(key), to, message),
      remote: ({ key, message }) => this.#remote.call(this.#shards.inThread(key), message),
      report: ({ key, report }) => this.#traffic.report(this.#shards.inThread(key), report),
      shard_event: ({ key, event }) => {
        this.#shards.onEvent(key, event);
        return {};
      },
      shard_size: ({ key, bytes }) => {
        this.#shards.hearSize(key, bytes);
        return {};
      },
    };
  }

  async recoveries(indexUuids: ReadonlySet<string>): Promise<readonly ShardRecovery[]> {
    const shards = [...this.#shards.all()].filter(
      ({ open, isInThread, state }) =>
        indexUuids.has(open.indexUuid) && isInThread && state !== 'gone',
    );
    const open = await Promise.all(
      shards.map(async (shard) => {
        const { indexUuid, shardId, allocationId } = shard.open;
        return { indexUuid, shardId, allocationId, recovery: await shard.recovery() };
      }),
    );
    return [...open, ...this.#resting.recoveries(indexUuids)];
  }

  write(indexUuid: string, shardId: number): ShardWriter {
    return this.#shards.started(indexUuid, shardId);
  }

  read(indexUuid: string, shardId: number): ShardReader {
    return this.#shards.readable(indexUuid, shardId);
  }

  search(indexUuid: string, shardId: number, purpose: PinPurpose = 'search'): PinnedShard {
    const shard = this.#shards.readable(indexUuid, shardId);
    const state = this.#options.master.state();
    const index = state.metadata.indices.get(shard.open.index);
    const pinning = {
      threads: this.#searchers,
      places: this.#places,
      purpose,
      maxClauseCount: this.#maxClauseCount,
      clock: this.#options.clock,
    };
    const pinned = index && pinShard(shard, index, pinning);
    if (pinned === undefined) throw notAvailable(shard.open.index, shardId);
    return pinned;
  }

  callEach<K extends BroadcastCall>(
    call: K,
    shards: readonly ShardPlace[],
    request: CopyCalls[K]['request'],
  ): Promise<readonly ShardOutcome<CopyCalls[K]['reply']>[]> {
    return Promise.all(shards.map((place) => outcome(() => this.#broadcast[call](place, request))));
  }

  #started({ indexUuid, shardId }: ShardPlace): HostedShard {
    return this.#shards.started(indexUuid, shardId);
  }

  /** The statistics of a resting shard are read from its files if it need not be opened. */
  async #statsOf(
    place: ShardPlace,
    { unopened }: CopyCalls['stats']['request'],
  ): Promise<ShardStats> {
    const { indexUuid, shardId } = place;
    if (unopened === true && this.#resting.has(indexUuid, shardId)) {
      return this.#storedStats(indexUuid, shardId);
    }
    return { ...(await this.#started(place).stats()), dataPath: this.#options.dataPath };
  }

  async holdCommit(indexUuid: string, shardId: number): Promise<HeldShardFiles> {
    if (!this.#resting.has(indexUuid, shardId)) {
      const shard = this.#shards.started(indexUuid, shardId);
      return shard.open.isSearchable === true ? this.#fetched(shard) : holdOne(shard);
    }
    await this.#folders.free(shardKey(indexUuid, shardId));
    const path = `${indexFolder(this.#options.dataPath, indexUuid)}/${shardId}`;
    return { path, commit: undefined, letGo: () => {} };
  }

  /**
   * Fetches the files of a searchable snapshot into a folder of their own, which takes disk space
   * until it is let go.
   */
  async #fetched({ open, ended }: HostedShard): Promise<HeldShardFiles> {
    const { master, repositories, removeFolder } = this.#options;
    const parts = { fetch: repositories.fetch, removeFolder, taking: ++this.#takings };
    const { local, letGo } = await fetchTaken(open, master.state(), parts, ended);
    const [files] = local?.sources ?? [];
    assert(files !== undefined, 'a shard that was fetched has files');
    return { ...files, letGo: () => void Promise.resolve(letGo()).catch(() => undefined) };
  }

  async #clearCaches(shard: HostedShard, caches: ClearedCaches): Promise<Record<string, never>> {
    shard.clearCaches(caches);
    const { isSearchable, indexUuid, shardId } = shard.open;
    if (caches.file && isSearchable === true) {
      await this.#options.repositories.dropBlocks(blockFolder(indexUuid, shardId));
    }
    return {};
  }

  /** A failure is only logged, since the file cache evicts the blocks when it needs space. */
  #dropBlocks(folder: string): void {
    const { repositories, log } = this.#options;
    repositories.dropBlocks(folder).catch((error: unknown) => {
      log.debug('cached blocks not removed', { folder, reason: asApiError(error).reason });
    });
  }

  /** Stats of a shard without an engine, read after its previous engine has closed its files. */
  async #storedStats(indexUuid: string, shardId: number): Promise<ShardStats> {
    await this.#folders.free(shardKey(indexUuid, shardId));
    const path = `${indexFolder(this.#options.dataPath, indexUuid)}/${shardId}`;
    return this.#searchers.runShardless('stored_stats', { path }, new AbortController().signal);
  }

  sizes(): readonly ShardSize[] {
    return [...this.#shards.all()].flatMap(({ open, state, storeBytes: bytes }) => {
      if (state !== 'started' || bytes === undefined) return [];
      return [{ indexUuid: open.indexUuid, shardId: open.shardId, bytes }];
    });
  }

  searchQueue(): number {
    return this.#searchers.waiting;
  }

  runShardless<K extends keyof ShardlessCalls>(
    kind: K,
    request: ShardlessCalls[K]['request'],
    signal: AbortSignal,
  ): Promise<ShardlessCalls[K]['reply']> {
    return this.#searchers.runShardless(kind, request, signal);
  }

  aggregationUses(): AggregationUses['report'] {
    return this.#uses.report;
  }

  threadPools(): readonly ThreadPool[] {
    const { engineThreads, searchThreads, mergeThreads } = this.#options;
    const { searchQueueSize, writeQueueSize } = this.#options;
    return [
      { name: 'merge', size: mergeThreads, queueSize: undefined, ...this.#mergers.stats() },
      {
        name: 'search',
        size: searchThreads,
        queueSize: searchQueueSize,
        ...this.#searchers.stats(),
      },
      { name: 'write', size: engineThreads, queueSize: writeQueueSize, ...this.#engines.stats() },
    ];
  }

  /** Renders long mappings in slices first, so that opening a shard is short. */
  async apply(previous: ClusterState, next: ClusterState): Promise<void> {
    const desired = desiredShards(next, this.#options.nodeId);
    await inSlices(writingMappings(indicesOf(desired)), this.#options);
    this.#shards.closeOthers(desired, next.metadata);
    this.#folders.removeDeleted(previous, next);
    this.#resting.apply(next, this.#options.nodeId, this.#options.clock.nowMs());
    if (scriptsChanged(previous, next)) {
      const configuration = scriptConfiguration(next);
      this.#engines.changeScripts(configuration);
      this.#searchableEngines.changeScripts(configuration);
      this.#searchers.changeScripts(configuration);
    }
    this.#maxClauseCount = this.#noteClauseCount(next);
    this.#noteThreadHelp(next);
    this.#shards.open(desired, next);
    this.#appliedState = next;
    this.#waiters.notify(next);
  }

  async stop(): Promise<void> {
    this.#waiters.close();
    this.#shards.closeAll();
    await this.#folders.settled();
    const threads = [this.#engines, this.#searchableEngines, this.#searchers, this.#mergers];
    await Promise.all([...threads, this.#flushers].map((each) => each.stop()));
  }

  #noteClauseCount(state: ClusterState): number {
    const most = readSetting(clusterSettings(state), CLUSTER.search.maxClauseCount);
    Atomics.store(new Int32Array(this.#sharedClauseCount), 0, most);
    return most;
  }

  #noteThreadHelp(state: ClusterState): void {
    this.#searchers.helpWith(readSetting(clusterSettings(state), CLUSTER.search.threadHelp));
  }

  #applied(stateVersion: number, signal: AbortSignal): Promise<unknown> {
    const isThere = ({ version }: ClusterState) => version >= stateVersion;
    return this.#waiters.waitFor(this.#appliedState, isThere, { timeoutMs: -1, signal });
  }

  #scripts(): ScriptThreadData {
    const { master, scriptCounters } = this.#options;
    return {
      configuration: scriptConfiguration(master.state()),
      counters: scriptCounters.memory,
    };
  }
}

function fetchingHandlers({
  log,
  repositories,
}: Pick<ShardHostOptions, 'log' | 'repositories'>): CallHandlers<FetchingCalls> {
  return {
    log: (line: LogLine) => {
      writeLine(log, line);
      return {};
    },
    fetch_blocks: (asked: BlocksAsk) => {
      repositories.fetchBlocks(asked);
      return {};
    },
  };
}

function mergeThreads(options: ShardHostOptions): MergeThreads {
  return new MergeThreads({ ...options, kind: 'merge', maxThreads: options.mergeThreads });
}

function mainThread(options: ShardHostOptions, uses: AggregationUses): MainThread {
  const kernels = new Kernels({ wasm: options.kernels, lane: MAIN_LANE });
  return new MainThread({ ...options, space: options.memory.space, kernels, uses });
}

/** True if threads that run scripts must be told of the change. */
function scriptsChanged(previous: ClusterState, next: ClusterState): boolean {
  const before = previous.metadata;
  const after = next.metadata;
  return (
    before.storedScripts !== after.storedScripts ||
    before.persistentSettings !== after.persistentSettings ||
    before.transientSettings !== after.transientSettings
  );
}

async function outcome<T>(ask: () => Promise<T>): Promise<ShardOutcome<T>> {
  try {
    return { ok: true, reply: await ask() };
  } catch (error) {
    return { ok: false, error: toPlainError(asApiError(error)) };
  }
}

function* indicesOf(shards: ReadonlyMap<unknown, DesiredShard>): Generator<IndexMetadata> {
  for (const { index } of shards.values()) yield index;
}
