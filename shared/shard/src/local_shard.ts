/**
 * A shard in this thread: it answers `WriteCalls` with an engine. It runs inside the engine thread,
 * and directly in tests. A call runs without interruption until it must wait for the master (a new
 * field), for the disk or for other copies; meanwhile the next calls run.
 */
import { randomId } from '@skein/base';
import type { CopyReply } from '@skein/cluster/replication';
import {
  copiesSegments,
  type DeleteOperation,
  Engine,
  engineSettings,
  type HeldCommit,
  type IndexOperation,
  type WriteOutcome,
} from '@skein/engine';
import { ApiError, type PlainError, toPlainError } from '@skein/errors';
import type { ParsedDocument } from '@skein/mapping';
import type { Settings } from '@skein/settings';
import { analysisOutside, NO_FILES } from './analysis_outside.js';
import type { MappingVersion, ShardStats, WriteCalls } from './calls.js';
import { markIfCorrupted, openUnlessCorrupted } from './corruption_marker.js';
import {
  BulkOperation,
  type BulkOutcome,
  type WriteItems,
  type WriteResults,
} from './operations/bulk.js';
import { segmentList, shardStats } from './operations/stats.js';
import { CaughtUp } from './replication/caught_up.js';
import type { CopyMessage } from './replication/copy_messages.js';
import type { AppliedCopies } from './replication/copy_ports.js';
import type { FileAnswer, FileMessage } from './replication/file_messages.js';
import { RecoveryProgress } from './replication/recovery_progress.js';
import { ReplicatedCopy } from './replication/replicated_copy.js';
import { leaseId } from './replication/retention_leases.js';
import { SearchActivity } from './search_activity.js';
import { type AnyCall, answerCall } from './shard_call.js';
import { type DocumentName, ShardMapping } from './shard_mapping.js';
import { ShardMerges } from './shard_merges.js';
import type { ShardOptions } from './shard_options.js';
import { ShardRefresh } from './shard_refresh.js';
import { ShardUpkeep } from './shard_upkeep.js';
import { IndexingSlowLog } from './slow_log/indexing_slow_log.js';
import { WriteThrottle } from './write_throttle.js';

/**
 * Types of errors that fail the whole call and not only an item: the caller must ask another node,
 * or this node again with a newer cluster state.
 */
const ASK_AGAIN: ReadonlySet<string> = new Set([
  'retry_on_primary_exception',
  'shard_not_found_exception',
  'node_closed_exception',
]);

const NOTHING_DOWNLOADED = { bytes: 0, timeMs: 0 };

export class LocalShard {
  readonly engine: Engine;
  readonly progress: RecoveryProgress;
  readonly mapping: ShardMapping;
  readonly options: ShardOptions;
  readonly #merges: ShardMerges;
  readonly #refresh: ShardRefresh;
  readonly #throttle: WriteThrottle;
  #slowLog: IndexingSlowLog | undefined;
  readonly #upkeep: ShardUpkeep;
  #isClosed = false;
  #reportedFailure = false;
  readonly #caughtUp: CaughtUp;
  #copy: ReplicatedCopy | undefined;

  /** Creates or recovers the shard; throws when it cannot be opened. */
  constructor(options: ShardOptions) {
    const { request, clock, random, log } = options;
    const settings = new Map(Object.entries(request.indexSettings));
    this.options = options;
    this.progress = new RecoveryProgress(request.source, clock);
    this.mapping = new ShardMapping(settings, request, {
      index: request.index,
      clock,
      scripts: options.scripts,
      outside: analysisOutside(options.files ?? NO_FILES, options.scripts),
    });
    this.#slowLog = this.#slowLogOf(settings);
    this.engine = openUnlessCorrupted(options, () =>
      Engine.open({
        shard: request,
        indexDirectory: options.indexDirectory,
        kernels: options.kernels,
        flushElsewhere: options.flushElsewhere,
        translogDirectory: options.translogDirectory,
        primaryTerm: request.source === 'PEER' ? 0 : request.primaryTerm,
        create: options.create,
        follows: request.source === 'PEER' && copiesSegments(settings),
        local: options.local,
        newHistory: request.newHistory,
        settings: engineSettings(settings),
        indexSort: this.mapping.indexSort(),
        clock,
        random,
        log,
        prepare: (source, { id, routing }) => this.#parse(source, { id, routing }),
        onIndexed: (operation) => this.#slowLog?.indexed(operation),
        onSnapshot: (snapshot, maxSeqNo) => {
          options.onEvent({ kind: 'snapshot', snapshot, maxSeqNo });
          this.#copy?.published();
        },
      }),
    );
    this.#caughtUp = new CaughtUp({
      monotonicMs: () => clock.monotonicMs(),
      isBehind: () => this.engine.replica.isBehind,
      name: `[${request.index}][${request.shardId}]`,
    });
    this.#applyTail();
    this.#merges = new ShardMerges(this.engine, options, () => this.#reportFailure());
    const activity = new SearchActivity(request.activity);
    this.#refresh = new ShardRefresh(this.engine, clock, activity);
    this.#throttle = new WriteThrottle(clock);
    this.#upkeep = new ShardUpkeep({
      engine: this.engine,
      merges: this.#merges,
      refresh: this.#refresh,
      throttle: this.#throttle,
      clock,
      log,
      sync: () => this.#sync(),
      flush: () => this.flush({ force: false, periodic: true }),
      rollTranslog: () => {
        this.#copy?.flush();
        this.engine.rollTranslog();
      },
    });
    if (request.source === 'EXISTING_STORE' || options.local !== undefined) this.#noteFiles();
    if (request.applied === undefined) this.progress.done();
    else this.#join(request.applied);
  }

  /**
   * Applies the operations that a remote store has beyond the commit that was restored
   * (`options.tail`). With them, this copy has every operation of the store.
   */
  #applyTail(): void {
    if (this.options.tail === undefined) return;
    for (const frames of this.options.tail) this.engine.replica.append(frames);
    this.engine.sync();
    this.engine.refresh();
  }

  /** The replication of this copy; undefined while the shard has no other copies. */
  get copy(): ReplicatedCopy | undefined {
    return this.#copy;
  }

  /** Called when the copies of the shard have changed. The first call connects them. */
  applyCopies(applied: AppliedCopies): void {
    if (this.#copy !== undefined) this.#copy.applyCopies(applied);
    else if (this.engine.failure === undefined) {
      this.engine.sync();
      this.#join(applied);
    }
    this.#reportFailure();
  }

  /** Called about once a second. */
  tick(): void {
    if (this.engine.failure === undefined) this.#copy?.tick();
    this.#caughtUp.look();
  }

  /** Handles a message from another copy. */
  async receive(message: CopyMessage): Promise<CopyReply> {
    try {
      return await this.#withCopy().receive(message);
    } finally {
      this.#reportFailure();
    }
  }

  /** Takes a file of the commit that this copy starts from. */
  takeFile(message: FileMessage): FileAnswer {
    return this.#withCopy().takeFile(message);
  }

  /**
   * Commits everything so far; the caller must close the commit. A replica that copies segments
   * first waits until its segments have every operation of its log.
   */
  async commitAll(): Promise<HeldCommit> {
    this.#copy?.flush();
    await this.#caughtUp.wait();
    return this.engine.replica.commitAll();
  }

  /**
   * Parses a client's document with the mapping. Throws circuit_breaking_exception when it takes
   * too much memory.
   */
  parse(source: Uint8Array, id: string, routing: string | undefined): ParsedDocument {
    const { documents } = this.options;
    documents?.begin(id);
    try {
      return this.#parse(source, { id, routing }, this.options.maxClauseCount?.());
    } finally {
      documents?.end();
    }
  }

  #parse(source: Uint8Array, name: DocumentName, maxClauseCount?: number): ParsedDocument {
    if (this.#slowLog === undefined) return this.mapping.parse(source, name, maxClauseCount);
    return this.#slowLog.timed(() => this.mapping.parse(source, name, maxClauseCount));
  }

  /** Throws es_rejected_execution_exception while too many replicas that copy segments are late. */
  checkPressure(): void {
    const { index, shardId } = this.options.request;
    this.#copy?.checkPressure(`[${index}][${shardId}]`);
  }

  /**
   * Executes a write on all copies. Throws circuit_breaking_exception when it takes too much
   * memory; then no copy has executed it.
   */
  index(operation: IndexOperation): WriteOutcome {
    const copy = this.#copy;
    const { documents } = this.options;
    documents?.begin(operation.id);
    try {
      if (copy === undefined) return this.engine.index(operation);
      return copy.write(() => this.engine.index(operation));
    } finally {
      documents?.end();
    }
  }

  delete(operation: DeleteOperation): WriteOutcome {
    const copy = this.#copy;
    if (copy === undefined) return this.engine.delete(operation);
    return copy.write(() => this.engine.delete(operation));
  }

  /**
   * Commits. Syncs the global checkpoint first, because the engine keeps older commits until a
   * newer one has no operation above that checkpoint.
   */
  flush(options: { readonly force: boolean; readonly periodic: boolean }): void {
    this.#copy?.flush();
    this.#copy?.sync();
    this.engine.flush(options);
  }

  async call<K extends keyof WriteCalls>(
    kind: K,
    request: WriteCalls[K]['request'],
  ): Promise<WriteCalls[K]['reply']> {
    try {
      // The compiler does not relate a kind and its request once both are in one object.
      return await answerCall(this, { kind, request } as AnyCall);
    } finally {
      this.#reportFailure();
    }
  }

  /** Executes the call `bulk`, item by item. */
  async bulk(request: WriteItems, results: WriteResults): Promise<BulkOutcome> {
    try {
      return await this.#throttle.run(() => new BulkOperation(this, request).run(results));
    } finally {
      this.#reportFailure();
    }
  }

  changeMapping(next: MappingVersion): void {
    this.mapping.change(next);
    this.#copy?.mappingChanged();
  }

  changeSettings(settings: Settings): void {
    this.engine.changeSettings(engineSettings(settings));
    this.#slowLog = this.#slowLogOf(settings);
    this.#refresh.settingsChanged();
  }

  releaseSnapshot(version: number): void {
    this.engine.releaseSnapshot(version);
  }

  /** Group commit: makes every write so far durable. */
  syncTranslog(): void {
    this.#run(() => this.#sync());
  }

  /** Publishes new documents and releases the requests that wait for it. */
  refresh(): boolean {
    return this.#refresh.now();
  }

  get bufferedBytes(): number {
    return this.engine.bufferedBytes;
  }

  /** Makes a segment of the buffered documents, without publishing it. */
  emptyBuffer(): void {
    this.#run(() => this.engine.emptyBuffer());
  }

  /** Resolves with true if a refresh had to be forced because too many requests wait already. */
  nextRefresh(): Promise<boolean> {
    return this.#refresh.next();
  }

  /**
   * Does all due maintenance. One timer calls it for all shards of a thread. A shard without writes
   * for `inactiveMs` frees its index buffer.
   */
  maintain(inactiveMs = Number.POSITIVE_INFINITY): void {
    this.#run(() => this.#upkeep.doWhatIsDue(inactiveMs));
  }

  /**
   * True if work is under way or due soon that no request triggers: a refresh, a sync, a merge, a
   * recovery.
   */
  get isBusy(): boolean {
    const { engine, progress } = this;
    if (engine.failure !== undefined) return false;
    const isBehind = this.#throttle.waitingCount > 0 || this.#merges.isBusy;
    return this.#refresh.isWanted || isBehind || engine.needsSync || progress.isUnderWay;
  }

  /**
   * Next time at which `maintain` or `tick` has work if nothing else happens, on the monotonic
   * clock; undefined: never.
   */
  nextDueMs(inactiveMs: number): number | undefined {
    if (this.engine.failure !== undefined) return undefined;
    if (this.#copy?.isSettled === false || this.#caughtUp.isAwaited) {
      return this.options.clock.monotonicMs();
    }
    return this.#upkeep.inactiveFromMs(inactiveMs);
  }

  /** Size of the shard's files. */
  get storeBytes(): number {
    return this.engine.indexStats().sizeBytes + this.engine.translogStats().sizeBytes;
  }

  /** Closes the open files of an idle shard; the next read opens them again. */
  rest(): void {
    if (!this.#isClosed) this.#closeReads();
  }

  #closeReads(): void {
    this.options.indexDirectory.closeReads();
    this.options.translogDirectory.closeReads();
  }

  stats(): ShardStats {
    const retentionLeases = {
      primaryTerm: this.engine.replica.status.term,
      ...(this.#copy?.retentionLeases ?? this.#ownLease()),
    };
    const stats = shardStats(this.engine, {
      mergeRate: this.#merges.bytesPerSecond,
      refreshListeners: this.#refresh.listenerCount,
      throttle: this.#throttle,
    });
    return {
      ...stats,
      retentionLeases,
      replicaLags: this.#copy?.segmentLags ?? [],
      rejectedForReplicas: this.#copy?.rejectedForReplicas ?? 0,
      remoteStore: this.#copy?.remoteStats,
    };
  }

  /** The retention lease of a copy that is alone. */
  #ownLease(): Omit<ShardStats['retentionLeases'], 'primaryTerm'> {
    const { request, clock } = this.options;
    const retainingSeqNo = this.engine.sequenceStats().globalCheckpoint + 1;
    const own = { id: leaseId(request.nodeId), retainingSeqNo, timestampMs: clock.nowMs() };
    return { version: 1, leases: [own] };
  }

  /**
   * Resolves when nothing of the shard is open any more. `isDiscarded`: true if the caller removes
   * the files next, so that they need no final commit.
   */
  async close(options = { isDiscarded: false }): Promise<void> {
    this.#copy?.close();
    this.#throttle.release();
    this.#caughtUp.end();
    await this.#merges.stop();
    this.engine.close(options);
    this.#isClosed = true;
    this.#closeReads();
    this.#refresh.release();
  }

  /**
   * The error as the result of an item. Throws it if it fails the whole call: the engine has
   * failed, the error is no `ApiError`, or its type is in `ASK_AGAIN`.
   */
  itemError(error: unknown): PlainError {
    if (this.engine.failure !== undefined || !(error instanceof ApiError)) throw error;
    if (ASK_AGAIN.has(error.type)) throw error;
    return toPlainError(error);
  }

  #slowLogOf(settings: Settings): IndexingSlowLog | undefined {
    const { request, clock, log } = this.options;
    const { index, indexUuid } = request;
    return IndexingSlowLog.of(settings, { index, indexUuid, clock, log });
  }

  #sync(): void {
    if (this.#copy === undefined) this.engine.sync();
    else this.#copy.sync();
  }

  #join(applied: AppliedCopies): void {
    const { request, copyPorts: ports, clock, log, random } = this.options;
    const { engine, progress } = this;
    this.#copy = new ReplicatedCopy({
      writer: randomId(random),
      self: { allocationId: request.allocationId, nodeId: request.nodeId },
      engine,
      ports,
      clock,
      log,
      progress,
      leasePeriodMs: () => engine.settings.leasePeriodMs,
      shownSegments: () => segmentList(engine).filter(({ searchable }) => searchable),
      downloaded: request.local?.downloaded ?? NOTHING_DOWNLOADED,
      mappingVersion: () => this.mapping.version,
      refresh: () => {
        this.refresh();
        this.#caughtUp.look();
      },
      commit: () => this.#run(() => this.flush({ force: false, periodic: true })),
      durable: async () => {
        if (engine.settings.durability === 'request') await this.options.durable();
      },
      failed: (error) => {
        engine.fail(error);
        this.#reportFailure();
      },
    });
    this.#copy.applyCopies(applied);
  }

  /** Records in the recovery's progress the files that were on disk before the shard was opened. */
  #noteFiles(): void {
    const commit = this.engine.replica.readCommit();
    this.progress.foundOnDisk(commit.files, this.engine.replayedOperations);
    commit.close();
  }

  #withCopy(): ReplicatedCopy {
    if (this.#copy !== undefined) return this.#copy;
    const { index, shardId } = this.options.request;
    throw new ApiError('shard_not_found_exception', `[${index}][${shardId}] has no other copies`);
  }

  /**
   * Runs background work, unless the engine has failed or the shard is closed: closing has made
   * everything durable. If an error has failed the engine, the failure is reported; any other error
   * is a bug and is thrown.
   */
  #run(action: () => void): void {
    if (this.engine.failure !== undefined || this.#isClosed) return;
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
    markIfCorrupted(failure, this.options);
    this.options.onEvent({ kind: 'failed', error: toPlainError(failure) });
  }

  async forceMerge(request: WriteCalls['force_merge']['request']): Promise<void> {
    await this.#merges.force(request);
    this.refresh();
    if (request.flush) this.flush({ force: true, periodic: false });
  }
}
