/**
 * A shard in this thread: `WriteCalls` answered over an engine. Lives inside the engine worker, and as it stands in tests. Calls are
 * carried out in the order they come, up to the first one that must wait for the master (a new field) or for the disk.
 */
import { assertNever } from '@skein/base';
import { Engine, engineSettings } from '@skein/engine';
import { ApiError, type PlainError, toPlainError } from '@skein/errors';
import type { Settings } from '@skein/settings';
import type { MappingVersion, ShardStats, WriteCalls, WriteItemResult } from './calls.js';
import { BulkOperation, type WriteItems, type WriteResults } from './operations/bulk.js';
import { getDocument } from './operations/get.js';
import { shardStats } from './operations/stats.js';
import { ShardMapping } from './shard_mapping.js';
import { ShardMerges } from './shard_merges.js';
import type { ShardOptions } from './shard_options.js';

export class LocalShard {
  readonly engine: Engine;
  readonly mapping: ShardMapping;
  readonly options: ShardOptions;
  readonly #merges: ShardMerges;
  /** Requests that wait until their writes are searchable. */
  #refreshListeners: (() => void)[] = [];
  #refreshDueMs: number;
  /** As `maintain` saw them. */
  #lastSeqNo = -1;
  #lastWriteMs = 0;
  #syncDueMs: number;
  #reportedFailure = false;

  /** Creates or recovers the shard; throws when it cannot be opened. */
  constructor(options: ShardOptions) {
    const { request, clock, random, log } = options;
    const settings = new Map(Object.entries(request.indexSettings));
    this.options = options;
    this.mapping = new ShardMapping(settings, request, clock);
    this.engine = Engine.open({
      shard: request,
      indexDirectory: options.indexDirectory,
      translogDirectory: options.translogDirectory,
      primaryTerm: request.primaryTerm,
      create: request.create,
      settings: engineSettings(settings),
      indexSort: this.mapping.indexSort(),
      clock,
      random,
      log,
      prepare: (source, { id, routing }) => this.mapping.parse(source, id, routing),
      onSnapshot: (snapshot, maxSeqNo) => options.onEvent({ kind: 'snapshot', snapshot, maxSeqNo }),
    });
    this.#merges = new ShardMerges(this.engine, options, () => this.#reportFailure());
    this.#refreshDueMs = clock.monotonicMs();
    this.#syncDueMs = clock.monotonicMs();
  }

  async call<K extends keyof WriteCalls>(
    kind: K,
    request: WriteCalls[K]['request'],
  ): Promise<WriteCalls[K]['reply']> {
    try {
      return await this.#dispatch({ kind, request } as AnyCall);
    } finally {
      this.#reportFailure();
    }
  }

  /** The call `bulk`, item by item; resolves with whether a refresh had to be forced. */
  async bulk(request: WriteItems, results: WriteResults): Promise<boolean> {
    try {
      return await new BulkOperation(this, request).run(results);
    } finally {
      this.#reportFailure();
    }
  }

  changeMapping(next: MappingVersion): void {
    this.mapping.change(next);
  }

  changeSettings(settings: Settings): void {
    this.engine.changeSettings(engineSettings(settings));
    this.#refreshDueMs = this.options.clock.monotonicMs();
  }

  releaseSnapshot(version: number): void {
    this.engine.releaseSnapshot(version);
  }

  /** Group commit: makes every write so far durable. */
  syncTranslog(): void {
    this.#run(() => this.engine.sync());
  }

  /** Publishes what is new and lets those go on who wait for it. */
  refresh(): boolean {
    const refreshed = this.engine.refresh();
    const listeners = this.#refreshListeners;
    this.#refreshListeners = [];
    for (const listener of listeners) listener();
    return refreshed;
  }

  get bufferedBytes(): number {
    return this.engine.bufferedBytes;
  }

  /** Makes a segment of what is buffered, without publishing it. */
  emptyBuffer(): void {
    this.#run(() => this.engine.emptyBuffer());
  }

  /** Resolves with whether a refresh had to be forced because too many wait already. */
  async nextRefresh(): Promise<boolean> {
    if (!this.engine.needsRefresh) return false;
    if (this.#refreshListeners.length >= this.engine.settings.maxRefreshListeners) {
      this.refresh();
      return true;
    }
    await new Promise<void>((resolve) => this.#refreshListeners.push(resolve));
    return false;
  }

  /**
   * What is due by now: scheduled refresh, fsync of an `async` translog, flush, merges. Called for all shards of a thread by one timer. A shard
   * without writes for `inactiveMs` gives the memory of its buffer back.
   */
  maintain(inactiveMs = Number.POSITIVE_INFINITY): void {
    const nowMs = this.options.clock.monotonicMs();
    this.#run(() => {
      this.#refreshIfDue(nowMs);
      this.#syncIfDue(nowMs);
      if (this.engine.shouldFlush) this.engine.flush({ force: false, periodic: true });
      if (this.#isInactive(nowMs, inactiveMs)) this.engine.emptyBuffer();
      this.#merges.start();
    });
  }

  #isInactive(nowMs: number, inactiveMs: number): boolean {
    const { maxSeqNo } = this.engine.sequenceStats();
    if (maxSeqNo !== this.#lastSeqNo) {
      this.#lastSeqNo = maxSeqNo;
      this.#lastWriteMs = nowMs;
    }
    return this.engine.bufferedBytes > 0 && nowMs - this.#lastWriteMs >= inactiveMs;
  }

  stats(): ShardStats {
    return shardStats(this.engine);
  }

  /** Resolves when nothing of the shard is open any more. */
  async close(): Promise<void> {
    await this.#merges.stop();
    this.engine.close();
    this.options.indexDirectory.closeReads();
    this.options.translogDirectory.closeReads();
    for (const listener of this.#refreshListeners) listener();
    this.#refreshListeners = [];
  }

  /** An item's error as the reply carries it; a failed engine fails the whole call instead. */
  itemError(error: unknown): PlainError {
    if (this.engine.failure !== undefined || !(error instanceof ApiError)) throw error;
    return toPlainError(error);
  }

  #refreshIfDue(nowMs: number): void {
    const { refreshIntervalMs } = this.engine.settings;
    if (refreshIntervalMs < 0 || nowMs < this.#refreshDueMs) return;
    this.#refreshDueMs = nowMs + refreshIntervalMs;
    if (this.engine.needsRefresh) this.refresh();
  }

  #syncIfDue(nowMs: number): void {
    if (this.engine.settings.durability === 'request' || nowMs < this.#syncDueMs) return;
    this.#syncDueMs = nowMs + this.engine.settings.syncIntervalMs;
    this.engine.sync();
  }

  /** Work nobody waits for: an error must have failed the engine, and is reported as the shard's end. */
  #run(action: () => void): void {
    if (this.engine.failure !== undefined) return;
    try {
      action();
    } catch (error) {
      if (this.engine.failure === undefined) throw error;
      this.#reportFailure();
    }
  }

  #reportFailure(): void {
    const { failure } = this.engine;
    if (failure === undefined || this.#reportedFailure) return;
    this.#reportedFailure = true;
    this.options.onEvent({ kind: 'failed', error: toPlainError(failure) });
  }

  async #dispatch(call: AnyCall): Promise<WriteCalls[keyof WriteCalls]['reply']> {
    switch (call.kind) {
      case 'bulk':
        return this.#collectBulk(call.request);
      case 'get':
        return getDocument(this, call.request);
      case 'multi_get':
        return { results: call.request.gets.map((request) => this.#getOrError(request)) };
      case 'refresh':
        return { refreshed: this.refresh() };
      case 'flush':
        this.engine.flush({ force: call.request.force, periodic: false });
        return {};
      case 'force_merge':
        return this.#forceMerge(call.request);
      case 'stats':
        return this.stats();
      default:
        return assertNever(call, 'call');
    }
  }

  async #collectBulk(request: WriteItems): Promise<WriteCalls['bulk']['reply']> {
    const results: WriteItemResult[] = [];
    const forcedRefresh = await new BulkOperation(this, request).run(results);
    return { results, forcedRefresh };
  }

  #getOrError(request: WriteCalls['get']['request']) {
    try {
      return getDocument(this, request);
    } catch (error) {
      return { error: this.itemError(error) };
    }
  }

  async #forceMerge(request: WriteCalls['force_merge']['request']): Promise<Record<string, never>> {
    await this.#merges.force(request);
    this.refresh();
    if (request.flush) this.engine.flush({ force: true, periodic: false });
    return {};
  }
}

type AnyCall = {
  [K in keyof WriteCalls]: { readonly kind: K; readonly request: WriteCalls[K]['request'] };
}[keyof WriteCalls];
