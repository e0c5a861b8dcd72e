/**
 * One shard of this node, seen from the main thread: its engine thread, its points in time and its
 * state.
 */
import type { Clock } from '@skein/base';
import type { CopyReply } from '@skein/cluster';
import { ApiError, type PlainError } from '@skein/errors';
import {
  type Directory,
  forgetFieldMemory,
  type ReaderSnapshot,
  type SegmentSpace,
} from '@skein/search_library';
import {
  type AppliedCopies,
  type ClearedCaches,
  type CopyMessage,
  type FileAnswer,
  type FileMessage,
  type GetRequest,
  type GetResult,
  type OpenShardRequest,
  PublishedDocuments,
  type RecoveryState,
  SearchActivity,
  type ShardStats,
  type WriteCalls,
} from '@skein/shard';
import type { DesiredShard } from './desired_shards.js';
import { ownBytes } from './memory/own_bytes.js';
import { type RequestCache, ShardRequestCache } from './memory/request_cache.js';
import type { PackedBulk, PackedReply } from './packed_bulk.js';
import { SearchCounts } from './search_counts.js';
import { ShardReads } from './shard_reads.js';
import { SnapshotKeeper } from './snapshot_keeper.js';
import type { EngineSlot } from './threads/engine_threads.js';
import { rejected } from './threads/search_threads.js';
import type { EngineThreadCalls, ShardKey, ShardWriteCalls } from './threads/thread_calls.js';
import type { CallsTo } from './threads/thread_link.js';
import type { MarkedWork } from './threads/work_mark.js';

interface HostedShardOptions {
  readonly key: ShardKey;
  readonly open: OpenShardRequest;
  readonly slot: EngineSlot;
  /** Number of this opening among all openings on this node. */
  readonly opening: number;
  /**
   * Unique among all openings here. It names the shard's readers in the search threads, because
   * snapshot versions restart with each opening.
   */
  readonly readerKey: string;
  readonly writeQueueSize: number;
  readonly clock: Clock;
  readonly openDirectory: (path: string) => Directory;
  /** Segment memory of the main thread. */
  readonly space: SegmentSpace;
  /** The request cache shared by all shards of the node. */
  readonly requestCache: RequestCache;
  /** Called when no search here reads this point in time any more. */
  readonly onSnapshotUnused: (snapshotVersion: number) => void;
}

export class HostedShard {
  readonly key: ShardKey;
  readonly open: OpenShardRequest;
  readonly slot: EngineSlot;
  readonly opening: number;
  readonly readerKey: string;
  /** The write that ended the shard's thread. */
  fatalWrite: { readonly work: MarkedWork; readonly error: ApiError } | undefined;
  readonly snapshots: SnapshotKeeper;
  readonly searches: SearchCounts;
  readonly requestCache: ShardRequestCache;
  readonly #activity: SearchActivity;
  readonly #reads: ShardReads;
  readonly #writeQueueSize: number;
  readonly #space: SegmentSpace;
  /** Versions of mapping and settings that the engine thread has. */
  mappingVersion: number;
  settingsVersion: number;
  /** The shard's primary term in the applied state. */
  primaryTerm: number;
  /**
   * The desired shard of the state that was applied last. An identical object means that nothing
   * changed.
   */
  wanted: DesiredShard | undefined;
  /** Number of copies the shard should have. */
  copyCount = 1;
  /** The copies of the shard in the state; undefined while this one is alone. */
  applied: AppliedCopies | undefined;
  /**
   * True once the thread was told to open the shard: later messages to the shard arrive after that.
   */
  isInThread = false;
  /**
   * True once the copy has the operations of the other copies, which it then reports to the master:
   * earlier, a read would miss some of them.
   */
  isComplete = false;
  /** `opening` until the engine has recovered; `gone` after it failed or was closed. */
  state: 'opening' | 'started' | 'gone' = 'opening';
  failure: PlainError | undefined;
  /** Size of the shard's files, as its thread reported last. */
  storeBytes: number | undefined;
  #awakening: Promise<void> | undefined;
  readonly #ended = new AbortController();
  readonly #opening = Promise.withResolvers<void>();

  constructor(options: HostedShardOptions & { readonly settingsVersion: number }) {
    this.key = options.key;
    this.open = options.open;
    this.slot = options.slot;
    this.opening = options.opening;
    this.readerKey = options.readerKey;
    this.mappingVersion = options.open.mappingVersion;
    this.settingsVersion = options.settingsVersion;
    this.primaryTerm = options.open.primaryTerm;
    this.applied = options.open.applied;
    this.#writeQueueSize = options.writeQueueSize;
    this.searches = new SearchCounts(options.clock);
    this.requestCache = new ShardRequestCache(options.requestCache);
    const { open } = options;
    this.#space = options.space;
    this.#activity = new SearchActivity(open.activity);
    const openDirectory = () => options.openDirectory(`${open.path}/index`);
    this.#reads = new ShardReads({
      published: new PublishedDocuments({ shard: open, openDirectory, space: options.space }),
      clock: options.clock,
      isAlone: () => this.applied === undefined,
      askEngine: (request) => this.call('get', request),
    });
    this.snapshots = new SnapshotKeeper((snapshotVersion) => {
      options.onSnapshotUnused(snapshotVersion);
      this.requestCache.forget(`${snapshotVersion}@`);
      if (this.state === 'gone') return;
      this.notify('release', { key: this.key, snapshotVersion });
    });
  }

  /** Calls the engine thread. Refused with 429 when too many calls wait for the thread already. */
  async call<K extends Exclude<keyof WriteCalls, 'bulk'>>(
    kind: K,
    request: WriteCalls[K]['request'],
  ): Promise<WriteCalls[K]['reply']> {
    this.#admit();
    return this.#callNow(kind, request);
  }

  #callNow<K extends Exclude<keyof WriteCalls, 'bulk'>>(
    kind: K,
    request: WriteCalls[K]['request'],
  ): Promise<WriteCalls[K]['reply']> {
    const thread: CallsTo<ShardWriteCalls> = this.slot.link.channel;
    return thread.call(kind, { key: this.key, request });
  }

  /** Aborted when the shard has failed or is closed. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Resolves when the shard can be searched, or is given up. */
  get opened(): Promise<void> {
    return this.#opening.promise;
  }

  /** Marks the shard as started: its engine is open. */
  begin(): void {
    this.state = 'started';
    this.#opening.resolve();
  }

  /** Marks the shard as failed or closed. No call reaches the engine after this. */
  end(): void {
    this.state = 'gone';
    this.#opening.resolve();
    this.#ended.abort(new ApiError('node_closed_exception', 'the shard was closed'));
    this.snapshots.retire();
    this.#reads.close();
  }

  /** Publishes a new point in time, with all operations up to `maxSeqNo`. */
  publish(snapshot: ReaderSnapshot, maxSeqNo: number): void {
    this.snapshots.publish(snapshot);
    this.#reads.publish(snapshot, maxSeqNo);
  }

  get(request: GetRequest): GetResult | Promise<GetResult> {
    return this.#reads.get(request);
  }

  /**
   * Records a search. Returns undefined if the search can run at once; after a long time without
   * searches, returns a promise for the refresh that shows the writes made meanwhile.
   */
  awakened(): Promise<void> | undefined {
    if (!this.#activity.search()) return undefined;
    // A search is not refused because many writes wait, and only one of its refreshes does.
    this.#awakening ??= this.#callNow('refresh', {})
      .then(() => undefined)
      .finally(() => {
        this.#awakening = undefined;
      });
    return this.#awakening;
  }

  getInEngine(request: GetRequest): Promise<GetResult> {
    return this.call('get', request);
  }

  /** The engine's counts, plus those of reads answered without it. */
  async stats(): Promise<ShardStats> {
    const stats = await this.call('stats', {});
    const { stats: search, groups: searchGroups } = this.searches;
    const { counts: requestCache } = this.requestCache;
    const get = sumOf(stats.get, this.#reads.counts);
    return { ...stats, get, search, searchGroups, requestCache };
  }

  clearCaches({ request, fielddata, fields }: ClearedCaches): void {
    if (request) this.requestCache.clear();
    if (!fielddata) return;
    const { newest } = this.snapshots;
    if (newest !== undefined) forgetFieldMemory(newest, this.#space, fields);
  }

  /**
   * Sends a message whose answer is not needed. If the thread is gone, so is the shard, and nothing
   * is lost.
   */
  notify<K extends 'release' | 'change_mapping' | 'change_settings' | 'apply_copies'>(
    name: K,
    request: EngineThreadCalls[K]['request'],
  ): void {
    this.slot.link.channel.call(name, request).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.type === 'node_closed_exception')) throw error;
    });
  }

  /** Executes the items in the engine thread, to which their bodies are transferred. */
  async bulk(packed: PackedBulk): Promise<PackedReply> {
    this.#admit();
    const { buffer } = packed.bodies;
    const call = { key: this.key, packed };
    const written = this.slot.link.channel.call('bulk', call, [buffer]);
    try {
      const { copies, ...reply } = await this.#reads.write(written);
      // While a copy relocates, its writes go to both places. As in OpenSearch, `total` counts
      // both.
      const total = Math.max(this.copyCount, copies.successful + copies.failed);
      return { ...reply, shards: { total, ...copies } };
    } catch (error) {
      this.#refuseFatal(packed.ids);
      throw error;
    }
  }

  /**
   * Refuses a document that ended the shard's thread, since it would end the next thread too. The
   * client gets an error, and the document is not sent to a thread again.
   */
  #refuseFatal(ids: readonly string[]): void {
    const { fatalWrite, open } = this;
    const id = fatalWrite && ids.find((each) => fatalWrite.work.isOf(each));
    if (fatalWrite === undefined || id === undefined) return;
    throw new ApiError(
      'illegal_state_exception',
      `[${open.index}][${open.shardId}] the thread of the shard ended while it indexed document [${id}], which is not tried again: ${fatalWrite.error.reason}`,
    );
  }

  /** Takes over the copies of the shard in the applied state. */
  applyCopies(applied: AppliedCopies | undefined): void {
    if (applied === undefined || (this.applied !== undefined && isSame(applied, this.applied)))
      return;
    this.applied = applied;
    if (this.isInThread) this.notify('apply_copies', { key: this.key, applied });
  }

  /** Passes on a message of another copy. */
  receive(message: CopyMessage): Promise<CopyReply> {
    const frames = ownBytes(message.frames);
    const call = { key: this.key, message: { ...message, frames } };
    return this.slot.link.channel.call('receive', call, [frames.buffer]);
  }

  takeFile(message: FileMessage): Promise<FileAnswer> {
    const { key } = this;
    const { channel } = this.slot.link;
    if (message.kind !== 'chunk') return channel.call('take_file', { key, message });
    const bytes = ownBytes(message.bytes);
    return channel.call('take_file', { key, message: { ...message, bytes } }, [bytes.buffer]);
  }

  recovery(): Promise<RecoveryState> {
    return this.slot.link.channel.call('recovery', { key: this.key });
  }

  #admit(): void {
    const { pendingCount } = this.slot.link.channel;
    if (pendingCount < this.#writeQueueSize) return;
    this.slot.rejected++;
    throw rejected('write', this.#writeQueueSize);
  }
}

/** Compares without versions, since most states change other shards. */
function isSame(a: AppliedCopies, b: AppliedCopies): boolean {
  const text = ({ view: { version, ...view }, ...applied }: AppliedCopies) =>
    JSON.stringify([view, applied]);
  return text(a) === text(b);
}

function sumOf(a: ShardStats['get'], b: ShardStats['get']): ShardStats['get'] {
  return {
    exists: a.exists + b.exists,
    existsMs: a.existsMs + b.existsMs,
    missing: a.missing + b.missing,
    missingMs: a.missingMs + b.missingMs,
  };
}
