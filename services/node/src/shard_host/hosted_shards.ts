/**
 * The shards that are open or opening on this node. They are opened, closed and updated as the
 * cluster state demands, and given up when they fail; the master is told of starts and failures.
 */
import type { Clock, Log } from '@skein/base';
import {
  type ClusterState,
  clusterSettings,
  isSearchableSnapshot,
  type Metadata,
} from '@skein/cluster';
import { isJsonObject, parseJson } from '@skein/content';
import { ApiError, asApiError, fromPlainError, toPlainError } from '@skein/errors';
import type { Directory, SegmentSpace } from '@skein/search_library';
import { CLUSTER, readSetting } from '@skein/settings';
import type { AppliedCopies, ShardEvent } from '@skein/shard';
import type { CopyIdentities } from '../allocation_host/mod.js';
import type { MasterService } from '../master_service/mod.js';
import { type DesiredShard, openRequest } from './desired_shards.js';
import type { FolderWork } from './folder_work.js';
import { HostedShard } from './hosted_shard.js';
import { type HeldSources, holdSources, NO_SOURCES } from './local_sources.js';
import { mappingText } from './mapping_text.js';
import type { RequestCache } from './memory/request_cache.js';
import { notAvailable } from './not_available.js';
import {
  appliedCopies,
  areSameLimits,
  copiesOf,
  type RecoveryLimits,
  recoveryLimits,
} from './replication/applied_copies.js';
import type { RemoteTraffic } from './replication/remote_traffic.js';
import {
  fetchSources,
  isRestored,
  mountSource,
  removeRestored,
  type ShardRepositories,
} from './snapshot_files.js';
import type { EngineSlot, EngineThreads } from './threads/engine_threads.js';
import { type ShardKey, shardKey } from './threads/thread_calls.js';
import type { MarkedWork, Work } from './threads/work_mark.js';

export interface HostedShardsOptions {
  readonly nodeId: string;
  /** `path.data`. */
  readonly dataPath: string;
  readonly master: Pick<MasterService, 'state' | 'submit'>;
  readonly identities: Pick<CopyIdentities, 'save' | 'load'>;
  readonly engines: Pick<EngineThreads, 'assign' | 'release'>;
  /**
   * Engine threads for searchable snapshots. These shards may block on their repository, which must
   * not delay shards that take writes.
   */
  readonly searchableEngines: Pick<EngineThreads, 'assign'>;
  readonly folders: FolderWork;
  readonly writeQueueSize: number;
  readonly clock: Clock;
  readonly openDirectory: (path: string) => Directory;
  /** Segment memory of the main thread. */
  readonly space: SegmentSpace;
  /** The request cache shared by all shards of the node. */
  readonly requestCache: RequestCache;
  readonly removeFolder: (path: string) => Promise<void>;
  readonly repositories: Pick<ShardRepositories, 'fetch' | 'mount'>;
  readonly remote: Pick<RemoteTraffic, 'fetch' | 'forget'>;
  /** Called when a shard can be searched. */
  readonly onStarted: () => void;
  /** Called when no search here reads this point in time any more. */
  readonly onSnapshotUnused: (readerKey: string, snapshotVersion: number) => void;
  readonly log: Log;
}

/** Descriptions of the work a thread did when it ended. */
const ENDINGS: Readonly<Record<Work, string>> = {
  document: 'while it indexed a document',
  opening: 'while it applied the operations of the translog',
  copying: 'while it applied operations of the primary',
};
/**
 * Together with the opening that ended the thread, this equals the master's default number of
 * attempts.
 */
const REFUSED_OPENINGS = 4;

/** Reports to the master are repeated until they arrive. */
const MASTER_OPTIONS = { timeoutMs: 30_000, masterTimeoutMs: 30_000 } as const;

export class HostedShards {
  readonly #options: HostedShardsOptions;
  readonly #shards = new Map<ShardKey, HostedShard>();
  #limits: RecoveryLimits | undefined;
  #openings = 0;
  /** For shards whose opening ended a thread: the number of openings still to be refused. */
  readonly #refusals = new Map<ShardKey, number>();

  constructor(options: HostedShardsOptions) {
    this.#options = options;
  }

  all(): Iterable<HostedShard> {
    return this.#shards.values();
  }

  get(key: ShardKey): HostedShard | undefined {
    return this.#shards.get(key);
  }

  /** Closes the shards that this node should no longer have. */
  closeOthers(
    desired: ReadonlyMap<ShardKey, DesiredShard>,
    { indices }: Pick<Metadata, 'indices'>,
  ): void {
    for (const shard of [...this.#shards.values()]) {
      const wanted = desired.get(shard.key);
      if (wanted !== undefined && !isAnother(shard, wanted)) continue;
      const { index, indexUuid } = shard.open;
      this.#close(shard, { isDiscarded: indices.get(index)?.uuid !== indexUuid });
    }
  }

  /** Opens the shards this node should have, and tells each what the state says about it. */
  open(desired: ReadonlyMap<ShardKey, DesiredShard>, state: ClusterState): void {
    const limits = recoveryLimits(state);
    const hasNewLimits = !areSameLimits(limits, this.#limits);
    this.#limits = limits;
    for (const wanted of desired.values()) {
      const known = this.#shards.get(wanted.key);
      if (known?.wanted === wanted && !hasNewLimits) continue;
      // Copies of a searchable snapshot exchange no messages.
      const isSearchable = isSearchableSnapshot(wanted.index);
      const applied = isSearchable ? undefined : appliedCopies(state, wanted, limits);
      const shard = known ?? this.#open(wanted, applied);
      shard.wanted = wanted;
      shard.copyCount = copiesOf(state, wanted).length;
      this.#inform(shard, wanted, applied);
    }
  }

  closeAll(): void {
    for (const shard of [...this.#shards.values()]) this.#close(shard, { isDiscarded: false });
  }

  /** The shard with this key, if it is in its thread or on the way there. */
  inThread(key: ShardKey): HostedShard {
    const shard = this.#shards.get(key);
    if (shard?.isInThread && shard.state !== 'gone') return shard;
    throw new ApiError('shard_not_found_exception', `no such shard [${key}]`);
  }

  /** A shard that searches and gets may read. */
  readable(indexUuid: string, shardId: number): HostedShard {
    const shard = this.started(indexUuid, shardId);
    if (shard.isComplete) return shard;
    throw notAvailable(shard.open.index, shardId);
  }

  started(indexUuid: string, shardId: number): HostedShard {
    const shard = this.#shards.get(shardKey(indexUuid, shardId));
    if (shard?.state === 'started') return shard;
    if (shard?.failure !== undefined) throw fromPlainError(shard.failure);
    throw notAvailable(shard?.open.index ?? indexUuid, shardId);
  }

  /**
   * Handles an event from a thread. A shard that is not in its thread yet cannot have sent it; the
   * sender is its predecessor with the same key, which is still closing.
   */
  onEvent(key: ShardKey, event: ShardEvent): void {
    const shard = this.#shards.get(key);
    if (shard?.isInThread !== true) return;
    if (event.kind === 'snapshot') shard.publish(event.snapshot, event.maxSeqNo);
    else this.#failed(shard, fromPlainError(event.error));
  }

  hearSize(key: ShardKey, bytes: number): void {
    const shard = this.#shards.get(key);
    if (shard?.isInThread === true) shard.storeBytes = bytes;
  }

  /**
   * Handles the death of a thread. The shard it was working on fails, with that work named. Shards
   * that were opening are opened in another thread at once; the others fail too, and the master
   * allocates them again.
   */
  threadDied(slot: EngineSlot, error: ApiError, work: MarkedWork | undefined): void {
    this.#options.log.error('engine thread died', { error: error.reason });
    for (const shard of [...this.#shards.values()]) {
      if (shard.slot !== slot) continue;
      if (work !== undefined && work.opening === shard.opening)
        this.#endedThread(shard, error, work);
      else if (shard.state === 'opening' && shard.wanted !== undefined) this.#openAgain(shard);
      else this.#failed(shard, error);
    }
  }

  #endedThread(shard: HostedShard, error: ApiError, work: MarkedWork): void {
    const { key, open } = shard;
    if (work.work === 'document') shard.fatalWrite = { work, error };
    if (work.work === 'opening') this.#refusals.set(key, REFUSED_OPENINGS);
    const reason = `the thread of [${open.index}][${open.shardId}] ended ${ENDINGS[work.work]}: ${error.reason}`;
    this.#failed(shard, new ApiError('node_closed_exception', reason));
  }

  #openAgain(shard: HostedShard): void {
    const { wanted, applied, copyCount } = shard;
    if (wanted === undefined) return;
    shard.end();
    this.#options.engines.release(shard.slot);
    const next = this.#open(wanted, applied);
    next.wanted = wanted;
    next.copyCount = copyCount;
  }

  /**
   * Refuses some openings of a shard whose opening ended a thread. The master retries a failed copy
   * a few times, and each retry would cost a thread and the other shards on it.
   */
  #checkOpening({ key, open }: HostedShard): void {
    const left = this.#refusals.get(key) ?? 0;
    if (left === 0) return;
    if (left === 1) this.#refusals.delete(key);
    else this.#refusals.set(key, left - 1);
    throw new ApiError(
      'illegal_state_exception',
      `[${open.index}][${open.shardId}] is not opened: the thread ended when it was, ${ENDINGS.opening}`,
    );
  }

  /**
   * Has the master merge the new fields of a document into the mapping; returns the resulting
   * mapping.
   */
  async putMapping(key: ShardKey, update: string) {
    const { master } = this.#options;
    const shard = this.#shards.get(key);
    if (shard === undefined)
      throw new ApiError('shard_not_found_exception', `no such shard [${key}]`);
    const mapping = parseJson(update);
    if (!isJsonObject(mapping))
      throw new ApiError('illegal_state_exception', 'mapping is no object');
    const { index: name } = shard.open;
    const request = { indices: [name], mapping };
    const masterTimeoutMs = readSetting(
      clusterSettings(master.state()),
      CLUSTER.general.mappingTimeout,
    );
    await master.submit('put_mapping', request, { ...MASTER_OPTIONS, masterTimeoutMs });
    const index = master.state().metadata.indices.get(name);
    if (index === undefined || index.uuid !== shard.open.indexUuid) {
      throw new ApiError('index_not_found_exception', `no such index [${name}]`, {
        metadata: { index: name, index_uuid: shard.open.indexUuid },
      });
    }
    return { mapping: mappingText(index), mappingVersion: index.mappingVersion };
  }

  #open(wanted: DesiredShard, applied: AppliedCopies | undefined): HostedShard {
    const { writeQueueSize, clock, openDirectory } = this.#options;
    const { key, index } = wanted;
    this.#openings++;
    const readerKey = `${key}#${this.#openings}`;
    const shard = new HostedShard({
      key,
      readerKey,
      opening: this.#openings,
      open: openRequest(wanted, this.#options, applied),
      slot: this.#enginesOf(index).assign(),
      settingsVersion: index.settingsVersion,
      writeQueueSize,
      clock,
      openDirectory,
      space: this.#options.space,
      requestCache: this.#options.requestCache,
      onSnapshotUnused: (version) => this.#options.onSnapshotUnused(readerKey, version),
    });
    this.#shards.set(key, shard);
    this.#options.folders.after(key, () => this.#openInThread(shard));
    return shard;
  }

  #enginesOf(index: DesiredShard['index']): Pick<EngineThreads, 'assign'> {
    const { engines, searchableEngines } = this.#options;
    return isSearchableSnapshot(index) ? searchableEngines : engines;
  }

  async #openInThread(shard: HostedShard): Promise<void> {
    if (this.#shards.get(shard.key) !== shard) return;
    const open = { ...shard.open, applied: shard.applied };
    try {
      this.#checkOpening(shard);
      if (open.source === 'EXISTING_STORE') await this.#checkIdentity(open);
      if (open.newHistory && open.source === 'EMPTY_STORE') {
        await this.#options.removeFolder(open.path);
      }
      const sources = await this.#holdSources(open, shard.ended);
      shard.isInThread = true;
      const { local } = sources;
      await Promise.all([
        shard.slot.link.channel
          .call('open', { key: shard.key, open: { ...open, local }, opening: shard.opening })
          .finally(() => this.#letGo(shard, sources)),
        this.#options.identities.save(shard.open, shard.open.allocationId),
      ]);
    } catch (error) {
      // If the shard was meanwhile opened in another thread or given up, this opening no longer
      // matters.
      if (this.#shards.get(shard.key) === shard) this.#failed(shard, asApiError(error));
      return;
    }
    if (shard.state !== 'opening') return;
    shard.begin();
    this.#options.onStarted();
    /** With other copies, the shard reports itself once it has their operations. */
    if (open.applied !== undefined) return;
    shard.isComplete = true;
    this.#reportToMaster(shard, 'started');
  }

  /** Lets go of the sources. A failure is only logged, since the shard itself is unaffected. */
  async #letGo({ key }: HostedShard, sources: HeldSources): Promise<void> {
    try {
      await sources.letGo();
    } catch (error) {
      const { reason } = asApiError(error);
      this.#options.log.warn('sources of a shard not released', { shard: key, reason });
    }
  }

  async #holdSources(open: HostedShard['open'], ended: AbortSignal): Promise<HeldSources> {
    const state = this.#options.master.state();
    if (open.isSearchable === true) {
      const { repositories, removeFolder } = this.#options;
      const { mount } = repositories;
      await mountSource(open, state, { mount, removeFolder }, ended);
      return NO_SOURCES;
    }
    if (open.source === 'SNAPSHOT') {
      const { repositories, removeFolder } = this.#options;
      return fetchSources(open, state, { fetch: repositories.fetch, removeFolder }, ended);
    }
    if (open.source === 'REMOTE') return this.#options.remote.fetch(open, ended);
    if (open.source !== 'LOCAL_SHARDS') {
      if (isRestored(open, state)) await removeRestored(open, this.#options.removeFolder);
      return NO_SOURCES;
    }
    return holdSources(open, state, (key) => this.#shards.get(key));
  }

  /**
   * Checks that the copy on disk is the one the master chose, because that one has every
   * acknowledged write.
   */
  async #checkIdentity(open: HostedShard['open']): Promise<void> {
    const found = await this.#options.identities.load(open);
    if (found === open.allocationId) return;
    throw new ApiError(
      'illegal_state_exception',
      `shard [${open.index}][${open.shardId}] has the copy [${found ?? 'none'}] on disk, not [${open.allocationId}]`,
    );
  }

  #close(shard: HostedShard, { isDiscarded }: { readonly isDiscarded: boolean }): void {
    this.#shards.delete(shard.key);
    this.#options.remote.forget(shard.key);
    this.#options.engines.release(shard.slot);
    const failed = shard.failure !== undefined;
    shard.end();
    this.#options.folders.after(shard.key, async () => {
      if (failed) this.#options.log.info('failed shard closed', { shard: shard.key });
      await shard.slot.link.channel.call('close', { key: shard.key, isDiscarded });
    });
  }

  #inform(
    shard: HostedShard,
    { index, shardId }: DesiredShard,
    applied: AppliedCopies | undefined,
  ): void {
    if (shard.failure !== undefined) return;
    shard.primaryTerm = index.primaryTerms[shardId] ?? shard.primaryTerm;
    if (index.mappingVersion > shard.mappingVersion) {
      shard.mappingVersion = index.mappingVersion;
      const mapping = { mapping: mappingText(index), mappingVersion: index.mappingVersion };
      shard.notify('change_mapping', { key: shard.key, mapping });
    }
    if (index.settingsVersion > shard.settingsVersion) {
      shard.settingsVersion = index.settingsVersion;
      shard.notify('change_settings', {
        key: shard.key,
        settings: Object.fromEntries(index.settings),
      });
    }
    shard.applyCopies(applied);
  }

  /**
   * Ends the shard but keeps it listed until the master's next state removes it, so that requests
   * learn why it failed.
   */
  #failed(shard: HostedShard, error: ApiError): void {
    if (shard.failure !== undefined) return;
    shard.failure = toPlainError(error);
    shard.end();
    this.#options.log.error('shard failed', { shard: shard.key, error: error.reason });
    this.#reportToMaster(shard, error);
  }

  #reportToMaster(shard: HostedShard, outcome: 'started' | ApiError): void {
    const { index, indexUuid, shardId, allocationId } = shard.open;
    const ref = { index, indexUuid, shardId, allocationId };
    const { primaryTerm } = shard;
    const { master, log } = this.#options;
    const reported =
      outcome === 'started'
        ? master.submit('shard_started', ref, MASTER_OPTIONS)
        : master.submit(
            'shard_failed',
            { ...ref, primaryTerm, reason: reasonOf(outcome) },
            MASTER_OPTIONS,
          );
    reported.catch((error: unknown) => {
      log.error('report about a shard not delivered to the master', {
        shard: shard.key,
        error: asApiError(error).reason,
      });
    });
  }
}

/**
 * True if another copy is wanted than the open one, or if the same copy, a primary, must be opened
 * anew.
 */
function isAnother(shard: HostedShard, { allocationId, copy, index, shardId }: DesiredShard) {
  if (allocationId !== shard.open.allocationId) return true;
  const isOpenedAnew =
    copy.state === 'INITIALIZING' && index.primaryTerms[shardId] !== shard.primaryTerm;
  return isOpenedAnew && (shard.failure !== undefined || shard.applied === undefined);
}

function reasonOf({ type, reason }: ApiError): string {
  return `${type}: ${reason}`;
}
