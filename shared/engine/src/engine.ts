/**
 * One shard's storage: documents with versions, sequence numbers and a durable log on top of the
 * search library's index. It is synchronous, has one caller at a time, and is made to live in a
 * worker thread.
 *
 * The order of a write: check the conditions, take a sequence number, put the document into the
 * index buffer, append the operation to the translog. The write is durable, and may be
 * acknowledged, when `sync()` has returned; one `sync()` serves any number of writes. After a crash
 * `open` restores the newest commit and applies the translog's operations above its local
 * checkpoint.
 *
 * A disk error is final: the engine fails, and every later call throws `engine_closed_exception`.
 *
 * `replica` has the operations of a copy in a replicated shard (to follow a primary, to roll back,
 * to become primary, to be replaced).
 */
import { assert } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { IndexStats, ReaderSnapshot } from '@skein/search_library';
import { encodeCommitData } from './commit_data.js';
import { EngineCore } from './engine_core.js';
import { EngineMerges } from './engine_merges.js';
import type { EngineOptions } from './engine_options.js';
import { createParts, openParts } from './engine_parts.js';
import { EngineReplica } from './engine_replica.js';
import type { EngineSettings } from './engine_settings.js';
import type { OperationCounters } from './engine_stats.js';
import type { IndexChange } from './live_index.js';
import type {
  CurrentDocument,
  DeleteOperation,
  IndexOperation,
  WriteOutcome,
} from './operations.js';
import type { TranslogStats } from './translog/translog.js';
import { checkWrite, nextVersion, type VersionValue } from './versioning.js';

export class Engine {
  readonly merges: EngineMerges;
  /** The operations of this copy in a replicated shard. */
  readonly replica: EngineReplica;
  readonly #core: EngineCore;
  #replayed = 0;
  /** The newest published point in time. */
  #published: ReaderSnapshot | undefined;

  private constructor(core: EngineCore) {
    this.#core = core;
    this.replica = new EngineReplica(core);
    this.merges = new EngineMerges({
      writer: core.writer,
      counters: core.counters,
      fatal: (action) => {
        core.ensureOpen();
        return core.fatal(action);
      },
      mayMerge: () => !core.follows,
      onStart: () => core.advanceRetained(),
      onChange: () => core.live.markDirty(),
    });
  }

  /**
   * Creates an empty shard, or recovers one; its first point in time is published before this
   * returns.
   */
  static open(options: EngineOptions): Engine {
    const core = new EngineCore(
      options,
      options.create ? createParts(options) : openParts(options),
    );
    const engine = new Engine(core);
    if (!options.create) engine.#replayed = recover(core);
    if (options.newHistory === true) core.beginHistory();
    engine.refresh();
    return engine;
  }

  /** Number of operations replayed from the log when the engine was opened. */
  get replayedOperations(): number {
    return this.#replayed;
  }

  get counters(): OperationCounters {
    return this.#core.counters;
  }

  index(operation: IndexOperation): WriteOutcome {
    const core = this.#core;
    core.ensureOpen();
    const { clock, shard } = core.options;
    const startedMs = clock.monotonicMs();
    // The id was generated for this document, so there is no version to look up.
    const isNew = operation.autoId && this.settings.trustsMadeIds;
    const current = isNew ? undefined : core.live.version(operation.id);
    checkWrite(current, operation, operation.create, shard);
    const version = nextVersion(current, operation);
    const exists = current !== undefined && !current.deleted;
    const seqNo = core.sequence.generate();
    const primaryTerm = core.term;
    const { id, document, routing, source } = operation;
    this.#applyIndex({ document, source, exists, version, seqNo, primaryTerm });
    const location = core.append({
      kind: 'index',
      seqNo,
      primaryTerm,
      version,
      id,
      routing,
      source,
    });
    core.live.remember(id, { version, seqNo, primaryTerm, deleted: false }, location);
    core.options.onIndexed?.(operation);
    core.counters.indexTotal++;
    core.counters.indexTimeMs += clock.monotonicMs() - startedMs;
    return { result: exists ? 'updated' : 'created', version, seqNo, primaryTerm };
  }

  delete(operation: DeleteOperation): WriteOutcome {
    const core = this.#core;
    core.ensureOpen();
    const { clock, shard } = core.options;
    const startedMs = clock.monotonicMs();
    const { id } = operation;
    const current = core.live.version(id);
    checkWrite(current, operation, false, shard);
    const version = nextVersion(current, operation);
    const exists = current !== undefined && !current.deleted;
    const seqNo = core.sequence.generate();
    const primaryTerm = core.term;
    core.applyDelete({ id, exists, version, seqNo, primaryTerm });
    core.append({ kind: 'delete', seqNo, primaryTerm, version, id });
    core.live.rememberDeleted(id, { version, seqNo, primaryTerm, deleted: true });
    core.counters.deleteTotal++;
    core.counters.deleteTimeMs += clock.monotonicMs() - startedMs;
    return { result: exists ? 'deleted' : 'not_found', version, seqNo, primaryTerm };
  }

  /**
   * The document as of the last write (`realtime`), or in the newest published point in time.
   * `needFields`: the caller wants fields that the mapping stores, which the translog does not
   * have.
   */
  get(
    id: string,
    options: { readonly realtime: boolean; readonly needFields: boolean },
  ): CurrentDocument | undefined {
    const { clock } = this.#core.options;
    this.#core.ensureOpen();
    const startedMs = clock.monotonicMs();
    const found = options.realtime
      ? this.#getCurrent(id, options.needFields)
      : this.#getRefreshed(id);
    this.#countGet(found !== undefined, clock.monotonicMs() - startedMs);
    return found;
  }

  /**
   * Version, sequence number and term of a document, in real time; `undefined` when it does not
   * exist.
   */
  currentVersion(id: string): VersionValue | undefined {
    this.#core.ensureOpen();
    const current = this.#core.live.version(id);
    return current?.deleted ? undefined : current;
  }

  /** Makes all writes so far durable; for a copy that is alone. */
  sync(): void {
    this.#core.ensureOpen();
    if (this.#core.translog.needsSync) this.#core.sync();
  }

  get needsSync(): boolean {
    return this.#core.translog.needsSync;
  }

  /** True if a refresh would show anything new. */
  get needsRefresh(): boolean {
    return this.#core.live.isDirty || this.#core.live.snapshot !== this.#published;
  }

  /**
   * Publishes a point in time with every write so far; returns true if it differs from the one
   * before.
   */
  refresh(): boolean {
    const { live, options, counters } = this.#core;
    this.#core.ensureOpen();
    const startedMs = options.clock.monotonicMs();
    live.refresh();
    counters.externalRefreshTotal++;
    counters.refreshTimeMs += options.clock.monotonicMs() - startedMs;
    const { snapshot } = live;
    if (snapshot === this.#published) return false;
    this.#published = snapshot;
    live.hold(snapshot.version);
    options.onSnapshot(snapshot, this.#shownSeqNo);
    return true;
  }

  /** The highest sequence number of the operations that a point in time published now contains. */
  get #shownSeqNo(): number {
    const { follows, commit, sequence } = this.#core;
    return follows ? commit.maxSeqNo : sequence.maxSeqNo;
  }

  /** Releases a published point in time that its receiver no longer reads. */
  releaseSnapshot(version: number): void {
    if (!this.#core.isClosed) this.#core.live.letGo(version);
  }

  /** Estimated memory of documents that are in no segment yet. */
  get bufferedBytes(): number {
    return this.#core.writer.bufferedBytes;
  }

  /** Makes a segment of the buffered documents; searches see it after the next refresh. */
  emptyBuffer(): void {
    this.#core.ensureOpen();
    this.#core.live.refresh();
  }

  get shouldFlush(): boolean {
    // A commit of a following copy would not free the operations that only the log has.
    if (this.#core.follows) return false;
    const { uncommittedSizeBytes } = this.translogStats();
    return uncommittedSizeBytes > this.#core.settings.flushThresholdBytes;
  }

  /** True if the current log file has reached its size limit. */
  get shouldRollTranslog(): boolean {
    const { translog, settings } = this.#core;
    return translog.isLongerThan(settings.generationThresholdBytes);
  }

  /** Continues the log in another file, since commits free the log file by file. */
  rollTranslog(): void {
    const core = this.#core;
    core.ensureOpen();
    core.fatal(() => core.translog.roll());
    core.markPersisted();
  }

  /**
   * Writes a durable commit and drops the translog that is no longer needed. `force`: true to
   * commit even when nothing has changed. As in OpenSearch, `flushTotal` also counts calls that
   * commit nothing.
   */
  flush(options: { readonly force: boolean; readonly periodic: boolean }): void {
    const core = this.#core;
    core.ensureOpen();
    core.counters.flushTotal++;
    const unchanged = core.sequence.maxProcessed === core.commit.maxSeqNo;
    if (!options.force && unchanged && !core.writer.hasUncommittedChanges) return;
    const { clock } = core.options;
    const startedMs = clock.monotonicMs();
    core.fatal(() => core.commitIndex());
    if (options.periodic) core.counters.flushPeriodic++;
    core.counters.flushTimeMs += clock.monotonicMs() - startedMs;
  }

  /**
   * Fails the engine as if its disk had failed, when another component finds a fault in its files.
   */
  fail(error: ApiError): void {
    this.#core.fail(error);
  }

  changeSettings(settings: EngineSettings): void {
    this.#core.settings = settings;
    this.#core.writer.changeMergePolicy(settings.mergePolicy);
  }

  get settings(): EngineSettings {
    return this.#core.settings;
  }

  /** The reason of the engine's failure, if it has failed. */
  get failure(): ApiError | undefined {
    return this.#core.failure;
  }

  get commitData(): Readonly<Record<string, string>> {
    return encodeCommitData(this.#core.commit);
  }

  sequenceStats(): {
    readonly maxSeqNo: number;
    readonly localCheckpoint: number;
    readonly globalCheckpoint: number;
  } {
    const { sequence, translog } = this.#core;
    const { maxSeqNo, processedCheckpoint: localCheckpoint } = sequence;
    return { maxSeqNo, localCheckpoint, globalCheckpoint: translog.globalCheckpoint };
  }

  translogStats(): TranslogStats {
    return this.#core.translog.stats(this.#core.commit.translogGeneration);
  }

  indexStats(): IndexStats {
    return this.#core.writer.stats();
  }

  get commitGeneration(): number {
    return this.#core.writer.commitGeneration;
  }

  /** The newest point in time that searches see. */
  get publishedSnapshot(): ReaderSnapshot | undefined {
    return this.#published;
  }

  /**
   * Commits the index and closes the files, also if the commit fails, which loses nothing: the
   * translog has every write. `isDiscarded`: the index is being deleted and needs no commit, which
   * may take seconds.
   */
  close({ isDiscarded = false } = {}): void {
    const core = this.#core;
    if (core.isClosed) return;
    try {
      if (core.failure === undefined && !isDiscarded) this.#flushToClose();
    } finally {
      core.isClosed = true;
      core.translog.close();
      core.writer.close();
    }
  }

  /**
   * Flushes. The flush is forced if the translog has begun a generation since the last commit: each
   * opening of the shard begins one, and only a commit lets the old ones be removed.
   */
  #flushToClose(): void {
    const { translog, commit } = this.#core;
    this.flush({ force: translog.generation !== commit.translogGeneration, periodic: false });
  }

  #countGet(exists: boolean, tookMs: number): void {
    if (exists) {
      this.counters.getExists++;
      this.counters.getExistsMs += tookMs;
    } else {
      this.counters.getMissing++;
      this.counters.getMissingMs += tookMs;
    }
  }

  #getCurrent(id: string, needFields: boolean): CurrentDocument | undefined {
    const core = this.#core;
    const entry = core.live.entry(id);
    if (entry === undefined) return this.#getRefreshed(id);
    if (entry.deleted) return undefined;
    if (needFields || entry.location === undefined) {
      core.live.refresh();
      return this.#getRefreshed(id);
    }
    const { location } = entry;
    const operation = core.fatal(() => core.translog.read(location));
    assert(
      operation.kind === 'index' && operation.id === id,
      `translog has another document for ${id}`,
    );
    const { version, seqNo, primaryTerm, routing, source } = operation;
    return { version, seqNo, primaryTerm, routing, source, fields: undefined };
  }

  #getRefreshed(id: string): CurrentDocument | undefined {
    const found = this.#core.live.document(id);
    if (found === undefined) return undefined;
    const { version, seqNo, primaryTerm, stored } = found;
    const { routing, source, fields } = stored;
    return { version, seqNo, primaryTerm, routing, source, fields };
  }

  /**
   * Indexes a document. If the index refuses it, a no-op takes its sequence number, so that there
   * is no gap.
   */
  #applyIndex(change: IndexChange): void {
    const core = this.#core;
    try {
      core.applyIndex(change);
    } catch (error) {
      if (!(error instanceof ApiError)) throw core.fail(error);
      const { seqNo, primaryTerm } = change;
      core.counters.indexFailed++;
      core.append({ kind: 'noop', seqNo, primaryTerm, reason: error.reason });
      core.applyNoop(error.reason, { seqNo, primaryTerm });
      throw error;
    }
  }
}

/** Replays the log; returns the number of applied operations. */
function recover(core: EngineCore): number {
  const view = core.translog.view();
  const operations = core.replayLog(view);
  if (operations > 0) core.options.log.info('translog replayed', { operations });
  return operations;
}
