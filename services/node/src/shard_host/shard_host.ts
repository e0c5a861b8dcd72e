/**
 * The actor behind `ShardHost`. The cluster state says which shards are to be here; this compares it with which are, and opens, closes,
 * deletes and informs. Work on one shard's folder is strictly one after the other: a shard is not opened before its predecessor is
 * closed.
 */

import type { Clock, Log, Timers } from '@skein/base';
import { type ClusterState, scriptConfiguration } from '@skein/cluster';
import { isJsonObject, parseJson } from '@skein/content';
import { ApiError, asApiError, fromPlainError, toPlainError } from '@skein/errors';
import type { ScriptCounters } from '@skein/script';
import type { Directory } from '@skein/search_library';
import type { CopyNews, ShardEvent, ShardlessCalls, WriteCalls } from '@skein/shard';
import type { CopyIdentities } from '../allocation_host/mod.js';
import type { MasterService } from '../master_service/mod.js';
import type { NodeLinks } from '../node_links/mod.js';
import { copiesOf, copyNews } from './copy_news.js';
import { CopyTraffic } from './copy_traffic.js';
import {
  type DesiredShard,
  desiredShards,
  indexFolder,
  mappingText,
  openRequest,
} from './desired_shards.js';
import { type EngineSlot, EngineThreads } from './engine_threads.js';
import { HostedShard } from './hosted_shard.js';
import { MergeThreads } from './merge_threads.js';
import type {
  BroadcastCall,
  PinnedShard,
  PinPurpose,
  ShardHost,
  ShardOutcome,
  ShardPlace,
  ShardReader,
  ShardWriter,
} from './mod.js';
import { pinShard } from './pinned_shard.js';
import type { ReplicationCalls, ShardRecovery } from './replication_calls.js';
import { RestingShards } from './resting_shards.js';
import { SearchThreads } from './search_threads.js';
import type { SegmentMemory } from './segment_memory.js';
import { type ScriptThreadData, type ShardKey, shardKey } from './thread_calls.js';
import type { ThreadSpawner } from './thread_link.js';
import type { ThreadPool } from './thread_pool.js';

export interface ShardHostOptions {
  readonly nodeId: string;
  /** `path.data`. */
  readonly dataPath: string;
  readonly links: Pick<NodeLinks<ReplicationCalls>, 'call' | 'handle'>;
  readonly master: Pick<MasterService, 'state' | 'submit'>;
  readonly spawner: ThreadSpawner;
  readonly engineThreads: number;
  readonly searchThreads: number;
  readonly mergeThreads: number;
  /** Of documents in no segment yet. */
  readonly bufferLimitBytes: number;
  readonly shardInactiveMs: number;
  readonly writeQueueSize: number;
  readonly searchQueueSize: number;
  readonly timers: Timers;
  readonly clock: Clock;
  /** A folder to read from. Reads must be short: they happen in this thread. */
  readonly openDirectory: (path: string) => Directory;
  readonly log: Log;
  readonly scriptCounters: ScriptCounters;
  readonly identities: Pick<CopyIdentities, 'save' | 'load'>;
  readonly memory: SegmentMemory;
  /** Removes a folder with all in it; silent when it is not there. */
  readonly removeFolder: (path: string) => Promise<void>;
}

/** News for the master are sent until they arrive. */
const MASTER_OPTIONS = { timeoutMs: 30_000, masterTimeoutMs: 30_000 } as const;

export function createShardHost(options: ShardHostOptions): ShardHost {
  return new LocalShardHost(options);
}

class LocalShardHost implements ShardHost {
  readonly #options: ShardHostOptions;
  readonly #engines: EngineThreads;
  readonly #searchers: SearchThreads;
  readonly #mergers: MergeThreads;
  readonly #traffic: CopyTraffic;
  readonly #resting = new RestingShards();
  readonly #shards = new Map<ShardKey, HostedShard>();
  /** The last piece of work on each shard's folder. */
  readonly #folderWork = new Map<ShardKey, Promise<void>>();
  readonly #removals = new Set<Promise<void>>();
  #sweptTombstones = false;
  #openings = 0;

  constructor(options: ShardHostOptions) {
    this.#options = options;
    const { spawner, timers, engineThreads, searchThreads, searchQueueSize, memory } = options;
    this.#searchers = new SearchThreads({
      spawner,
      timers,
      maxThreads: searchThreads,
      queueSize: searchQueueSize,
      memory,
      scripts: () => this.#scripts(),
    });
    this.#mergers = new MergeThreads({
      spawner,
      timers,
      memory,
      maxThreads: options.mergeThreads,
    });
    this.#engines = new EngineThreads({
      spawner,
      maxThreads: engineThreads,
      memory,
      bufferLimitBytes: options.bufferLimitBytes,
      shardInactiveMs: options.shardInactiveMs,
      scripts: () => this.#scripts(),
      handlers: {
        merge: (request) => this.#mergers.run(request),
        put_mapping: ({ key, mapping }) => this.#putMapping(key, mapping),
        ask_copy: ({ key, to, message }) => this.#traffic.ask(this.#hosted(key), to, message),
        send_file: async ({ key, to, message }) => {
          await this.#traffic.sendFile(this.#hosted(key), to, message);
          return {};
        },
        report: ({ key, report }) => this.#traffic.report(this.#hosted(key), report),
        shard_event: ({ key, event }) => {
          this.#onEvent(key, event);
          return {};
        },
      },
      onDeath: (slot, error) => this.#onThreadDeath(slot, error),
    });
    this.#traffic = new CopyTraffic({
      ...options,
      shard: ({ indexUuid, shardId }) => this.#hosted(shardKey(indexUuid, shardId)),
    });
    options.links.handle('replication/recoveries', ({ indexUuids }) =>
      this.recoveries(new Set(indexUuids)).then((recoveries) => ({ recoveries })),
    );
  }

  async recoveries(indexUuids: ReadonlySet<string>): Promise<readonly ShardRecovery[]> {
    const shards = [...this.#shards.values()].filter(
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
    return this.#started(indexUuid, shardId);
  }

  read(indexUuid: string, shardId: number): ShardReader {
    return this.#started(indexUuid, shardId);
  }

  search(indexUuid: string, shardId: number, purpose: PinPurpose = 'search'): PinnedShard {
    const shard = this.#started(indexUuid, shardId);
    const index = this.#options.master.state().metadata.indices.get(shard.open.index);
    const pinned = index && pinShard(shard, index, { searchers: this.#searchers, purpose });
    if (pinned === undefined) throw notAvailable(shard.open.index, shardId);
    return pinned;
  }

  callEach<K extends BroadcastCall>(
    call: K,
    shards: readonly ShardPlace[],
    request: WriteCalls[K]['request'],
  ): Promise<readonly ShardOutcome<WriteCalls[K]['reply']>[]> {
    return Promise.all(
      shards.map(({ indexUuid, shardId }) =>
        outcome(() => this.#started(indexUuid, shardId), call, request),
      ),
    );
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

  apply(previous: ClusterState, next: ClusterState): void {
    const desired = desiredShards(next, this.#options.nodeId);
    for (const shard of [...this.#shards.values()]) {
      const wanted = desired.get(shard.key);
      if (wanted === undefined || isAnother(shard, wanted)) this.#close(shard);
    }
    this.#removeDeleted(previous, next);
    this.#resting.apply(next, this.#options.nodeId, this.#options.clock.nowMs());
    if (scriptsChanged(previous, next)) {
      const configuration = scriptConfiguration(next);
      this.#engines.changeScripts(configuration);
      this.#searchers.changeScripts(configuration);
    }
    for (const wanted of desired.values()) {
      const news = copyNews(next, wanted);
      const shard = this.#shards.get(wanted.key) ?? this.#open(wanted, news);
      shard.copyCount = copiesOf(next, wanted).length;
      this.#inform(shard, wanted, news);
    }
  }

  async stop(): Promise<void> {
    for (const shard of [...this.#shards.values()]) this.#close(shard);
    await Promise.all([...this.#folderWork.values(), ...this.#removals]);
    await Promise.all([this.#engines.stop(), this.#searchers.stop(), this.#mergers.stop()]);
  }

  #scripts(): ScriptThreadData {
    const { master, scriptCounters } = this.#options;
    return {
      configuration: scriptConfiguration(master.state()),
      counters: scriptCounters.memory,
    };
  }

  /** In its thread, or on the way there. */
  #hosted(key: ShardKey): HostedShard {
    const shard = this.#shards.get(key);
    if (shard?.isInThread && shard.state !== 'gone') return shard;
    throw new ApiError('shard_not_found_exception', `no such shard [${key}]`);
  }

  #started(indexUuid: string, shardId: number): HostedShard {
    const shard = this.#shards.get(shardKey(indexUuid, shardId));
    if (shard?.state === 'started') return shard;
    if (shard?.failure !== undefined) throw fromPlainError(shard.failure);
    throw notAvailable(shard?.open.index ?? indexUuid, shardId);
  }

  #open(wanted: DesiredShard, news: CopyNews | undefined): HostedShard {
    const { writeQueueSize, clock, openDirectory } = this.#options;
    const { key, index } = wanted;
    this.#openings++;
    const readerKey = `${key}#${this.#openings}`;
    const shard = new HostedShard({
      key,
      readerKey,
      open: openRequest(wanted, this.#options, news),
      slot: this.#engines.assign(),
      settingsVersion: index.settingsVersion,
      writeQueueSize,
      clock,
      openDirectory,
      space: this.#options.memory.space,
      onSnapshotUnused: (version) => this.#searchers.forget(readerKey, version),
    });
    this.#shards.set(key, shard);
    this.#afterFolderWork(key, () => this.#openInThread(shard));
    return shard;
  }

  async #openInThread(shard: HostedShard): Promise<void> {
    if (this.#shards.get(shard.key) !== shard) return;
    const open = { ...shard.open, news: shard.news };
    try {
      if (open.source === 'EXISTING_STORE') await this.#checkIdentity(open);
      if (open.newHistory && open.source === 'EMPTY_STORE') {
        await this.#options.removeFolder(open.path);
      }
      shard.isInThread = true;
      await Promise.all([
        shard.slot.link.channel.call('open', { key: shard.key, open }),
        this.#options.identities.save(shard.open, shard.open.allocationId),
      ]);
    } catch (error) {
      this.#failed(shard, asApiError(error));
      return;
    }
    if (shard.state !== 'opening') return;
    shard.state = 'started';
    /** Among others it tells by itself when it has what they have. */
    if (open.news === undefined) this.#tellMaster(shard, 'started');
  }

  /** What lies on the disk must be the copy the master means: it has chosen this one because it has every acknowledged write. */
  async #checkIdentity(open: HostedShard['open']): Promise<void> {
    const found = await this.#options.identities.load(open);
    if (found === open.allocationId) return;
    throw new ApiError(
      'illegal_state_exception',
      `shard [${open.index}][${open.shardId}] has the copy [${found ?? 'none'}] on disk, not [${open.allocationId}]`,
    );
  }

  #close(shard: HostedShard): void {
    this.#shards.delete(shard.key);
    this.#engines.release(shard.slot);
    const failed = shard.failure !== undefined;
    shard.end();
    this.#afterFolderWork(shard.key, async () => {
      if (failed) this.#options.log.info('failed shard closed', { shard: shard.key });
      await shard.slot.link.channel.call('close', { key: shard.key });
    });
  }

  /** Runs when everything asked before for this folder is done; an error is logged, the next piece of work goes on. */
  #afterFolderWork(key: ShardKey, work: () => Promise<void>): void {
    const before = this.#folderWork.get(key) ?? Promise.resolve();
    const now = before.then(work).catch((error: unknown) => {
      this.#options.log.warn('shard did not close or open cleanly', {
        shard: key,
        error: asApiError(error).reason,
      });
    });
    this.#folderWork.set(key, now);
    void now.then(() => {
      if (this.#folderWork.get(key) === now) this.#folderWork.delete(key);
    });
  }

  #inform(shard: HostedShard, { index, shardId }: DesiredShard, news: CopyNews | undefined): void {
    if (shard.failure !== undefined) return;
    shard.primaryTerm = index.primaryTerms[shardId] ?? shard.primaryTerm;
    if (index.mappingVersion > shard.mappingVersion) {
      shard.mappingVersion = index.mappingVersion;
      const mapping = { mapping: mappingText(index), mappingVersion: index.mappingVersion };
      shard.tell('change_mapping', { key: shard.key, mapping });
    }
    if (index.settingsVersion > shard.settingsVersion) {
      shard.settingsVersion = index.settingsVersion;
      shard.tell('change_settings', {
        key: shard.key,
        settings: Object.fromEntries(index.settings),
      });
    }
    shard.hasNews(news);
  }

  /** Folders of indices that are gone: those of this change, and at the first one those deleted while the node was down. */
  #removeDeleted(previous: ClusterState, next: ClusterState): void {
    const present = new Set([...next.metadata.indices.values()].map((index) => index.uuid));
    const gone = new Set<string>();
    for (const index of previous.metadata.indices.values()) {
      if (!present.has(index.uuid)) gone.add(index.uuid);
    }
    if (!this.#sweptTombstones) {
      this.#sweptTombstones = true;
      for (const { uuid } of next.metadata.tombstones) if (!present.has(uuid)) gone.add(uuid);
    }
    for (const uuid of gone) this.#removeIndexFolder(uuid);
  }

  #removeIndexFolder(uuid: string): void {
    const { dataPath, removeFolder, log } = this.#options;
    const open = [...this.#folderWork].filter(([key]) => key.startsWith(`${uuid}/`));
    const removal = Promise.all(open.map(([, work]) => work))
      .then(() => removeFolder(indexFolder(dataPath, uuid)))
      .catch((error: unknown) => {
        log.error('folder of a deleted index not removed', {
          uuid,
          error: asApiError(error).reason,
        });
      });
    this.#removals.add(removal);
    void removal.then(() => this.#removals.delete(removal));
  }

  /** A document brought new fields: the master merges them into the mapping; the answer is the mapping as it is then. */
  async #putMapping(key: ShardKey, update: string) {
    const { master } = this.#options;
    const shard = this.#shards.get(key);
    if (shard === undefined)
      throw new ApiError('shard_not_found_exception', `no such shard [${key}]`);
    const mapping = parseJson(update);
    if (!isJsonObject(mapping))
      throw new ApiError('illegal_state_exception', 'mapping is no object');
    const { index: name } = shard.open;
    await master.submit('put_mapping', { indices: [name], mapping, dynamic: true }, MASTER_OPTIONS);
    const index = master.state().metadata.indices.get(name);
    if (index === undefined || index.uuid !== shard.open.indexUuid) {
      throw new ApiError('index_not_found_exception', `no such index [${name}]`, {
        metadata: { index: name, index_uuid: shard.open.indexUuid },
      });
    }
    return { mapping: mappingText(index), mappingVersion: index.mappingVersion };
  }

  #onEvent(key: ShardKey, event: ShardEvent): void {
    const shard = this.#shards.get(key);
    if (shard === undefined) return;
    if (event.kind === 'snapshot') shard.publish(event.snapshot, event.maxSeqNo);
    else this.#failed(shard, fromPlainError(event.error));
  }

  #onThreadDeath(slot: EngineSlot, error: ApiError): void {
    this.#options.log.error('engine thread died', { error: error.reason });
    for (const shard of this.#shards.values()) if (shard.slot === slot) this.#failed(shard, error);
  }

  /** The shard stays listed, so that requests learn why it is gone, until the master's next state takes it away. */
  #failed(shard: HostedShard, error: ApiError): void {
    if (shard.failure !== undefined) return;
    shard.failure = toPlainError(error);
    shard.end();
    this.#options.log.error('shard failed', { shard: shard.key, error: error.reason });
    this.#tellMaster(shard, error);
  }

  #tellMaster(shard: HostedShard, news: 'started' | ApiError): void {
    const { index, indexUuid, shardId, allocationId } = shard.open;
    const ref = { index, indexUuid, shardId, allocationId };
    const { primaryTerm } = shard;
    const { master, log } = this.#options;
    const told =
      news === 'started'
        ? master.submit('shard_started', ref, MASTER_OPTIONS)
        : master.submit(
            'shard_failed',
            { ...ref, primaryTerm, reason: reasonOf(news) },
            MASTER_OPTIONS,
          );
    told.catch((error: unknown) => {
      log.error('master not told of shard', { shard: shard.key, error: asApiError(error).reason });
    });
  }
}

/** Another copy than the one that is open; or the same one, a primary that is to be opened once more. */
function isAnother(shard: HostedShard, { allocationId, copy, index, shardId }: DesiredShard) {
  if (allocationId !== shard.open.allocationId) return true;
  const isOpenedAnew =
    copy.state === 'INITIALIZING' && index.primaryTerms[shardId] !== shard.primaryTerm;
  return isOpenedAnew && (shard.failure !== undefined || shard.news === undefined);
}

/** Whether threads that run scripts must be told of the change. */
function scriptsChanged(previous: ClusterState, next: ClusterState): boolean {
  const before = previous.metadata;
  const after = next.metadata;
  return (
    before.storedScripts !== after.storedScripts ||
    before.persistentSettings !== after.persistentSettings ||
    before.transientSettings !== after.transientSettings
  );
}

function reasonOf({ type, reason }: ApiError): string {
  return `${type}: ${reason}`;
}

async function outcome<K extends BroadcastCall>(
  find: () => HostedShard,
  call: K,
  request: WriteCalls[K]['request'],
): Promise<ShardOutcome<WriteCalls[K]['reply']>> {
  try {
    const shard = find();
    const reply = call === 'stats' ? await shard.stats() : await shard.call(call, request);
    return { ok: true, reply: reply as WriteCalls[K]['reply'] };
  } catch (error) {
    return { ok: false, error: toPlainError(asApiError(error)) };
  }
}

function notAvailable(index: string, shardId: number): ApiError {
  return new ApiError(
    'no_shard_available_action_exception',
    `No shard available for [[${index}][${shardId}]]`,
    { metadata: { index, shard: String(shardId) } },
  );
}
