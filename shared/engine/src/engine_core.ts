/**
 * The parts of an engine and the application of operations to them: index, translog, sequence
 * numbers, commit. Both interfaces of an engine use it: `Engine` for writing and reading documents,
 * `EngineReplica` for replication between copies.
 */
import { assert, randomId } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import { type CommitPoint, type IndexWriter, readSegmentHistory } from '@skein/search_library';
import { type CommitData, decodeCommitData, encodeCommitData } from './commit_data.js';
import type { EngineOptions } from './engine_options.js';
import type { EngineParts } from './engine_parts.js';
import type { EngineSettings } from './engine_settings.js';
import { newCounters, type OperationCounters } from './engine_stats.js';
import { Holds } from './holds.js';
import { type DeleteChange, type IndexChange, LiveIndex } from './live_index.js';
import { LocalCheckpointTracker } from './local_checkpoint.js';
import { HistoryReader } from './recovery/history_reader.js';
import { operationsOf } from './recovery/index_history.js';
import type { RetainedHistory } from './retained_history.js';
import type { TranslogOperation } from './translog/operation_codec.js';
import type { HistoryView, Translog, TranslogLocation } from './translog/translog.js';

type DocumentOperation = Exclude<TranslogOperation, { kind: 'noop' }>;

export class EngineCore {
  readonly options: EngineOptions;
  readonly counters: OperationCounters = newCounters();
  readonly writer: IndexWriter;
  readonly live: LiveIndex;
  settings: EngineSettings;
  translog: Translog;
  sequence: LocalCheckpointTracker;
  /** The newest commit. */
  commit: CommitData;
  /** The history that the index keeps for other copies. */
  readonly retained: RetainedHistory;
  /** Other copies may ask for the operations from this sequence number on. */
  retainFrom = Number.POSITIVE_INFINITY;
  /** True if this copy is alone, so that its checkpoint is the global one. */
  isOnlyCopy = true;
  isClosed = false;
  /**
   * True if the index is a copy of the primary's, and equals its newest commit: operations go into
   * the log only.
   */
  follows: boolean;
  #failure: ApiError | undefined;
  readonly #heldLogs = new Holds();
  readonly #heldCommits = new Holds();

  constructor(options: EngineOptions, { writer, translog, commit, retained }: EngineParts) {
    this.options = options;
    this.settings = options.settings;
    this.writer = writer;
    this.translog = translog;
    this.commit = commit;
    this.retained = retained;
    this.follows = options.follows ?? false;
    this.sequence = new LocalCheckpointTracker(commit.maxSeqNo, commit.localCheckpoint);
    this.live = new LiveIndex({
      writer,
      directory: options.indexDirectory,
      clock: options.clock,
      counters: this.counters,
      settings: () => this.settings,
      localCheckpoint: () => this.sequence.processedCheckpoint,
      fatal: (action) => this.fatal(action),
    });
  }

  /** Term of the primary that this copy follows, or of itself if it is the primary. */
  get term(): number {
    return this.translog.primaryTerm;
  }

  /** The reason of the engine's failure, if it has failed. */
  get failure(): ApiError | undefined {
    return this.#failure;
  }

  ensureOpen(): void {
    if (!this.isClosed && this.#failure === undefined) return;
    throw new ApiError('engine_closed_exception', 'engine is closed', { cause: this.#failure });
  }

  /** Runs an action that may touch the disk; any error ends the engine. */
  fatal<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw this.fail(error);
    }
  }

  fail(error: unknown): ApiError {
    this.#failure ??= asApiError(error);
    return this.#failure;
  }

  append(operation: TranslogOperation): TranslogLocation {
    return this.fatal(() => this.translog.append(operation));
  }

  /** Indexes a document. Throws, and changes nothing, when it cannot be indexed. */
  applyIndex(change: IndexChange): void {
    this.live.put(change);
    this.sequence.markProcessed(change.seqNo);
  }

  applyDelete(change: DeleteChange): void {
    this.live.delete(change);
    this.sequence.markProcessed(change.seqNo);
  }

  /** Applies a no-op for a sequence number without an operation. */
  applyNoop(reason: string, numbers: { readonly seqNo: number; readonly primaryTerm: number }) {
    this.live.noop(reason, numbers);
    this.sequence.markProcessed(numbers.seqNo);
  }

  /**
   * Applies an operation unconditionally: its conditions were checked when it was new. One that is
   * older than its document goes into the history only. `location`: its place in the translog, for
   * real-time reads. A copy that follows its primary's segments has nothing to do: the operation is
   * in the log.
   */
  replay(operation: TranslogOperation, location?: TranslogLocation): void {
    const { seqNo, primaryTerm } = operation;
    this.sequence.advance(seqNo);
    if (this.follows) {
      this.sequence.markProcessed(seqNo);
      return;
    }
    if (operation.kind === 'noop') {
      this.applyNoop(operation.reason, { seqNo, primaryTerm });
      return;
    }
    const { id, version } = operation;
    const current = this.live.version(id);
    if (current !== undefined && current.seqNo >= seqNo) {
      if (current.seqNo > seqNo) this.#keepStale(operation);
      this.sequence.markProcessed(seqNo);
      return;
    }
    const exists = current !== undefined && !current.deleted;
    if (operation.kind === 'delete') {
      this.applyDelete({ id, exists, version, seqNo, primaryTerm });
      this.live.rememberDeleted(id, { version, seqNo, primaryTerm, deleted: true });
      return;
    }
    const change = this.fatal(() => {
      const made = this.#changeOf(operation, exists);
      this.applyIndex(made);
      return made;
    });
    this.live.remember(id, { version, seqNo, primaryTerm, deleted: false }, location);
    const { routing, source } = operation;
    this.options.onIndexed?.({ id, routing, source, document: change.document });
  }

  #keepStale(operation: DocumentOperation): void {
    const { version, seqNo, primaryTerm } = operation;
    if (operation.kind === 'index') {
      this.fatal(() => this.live.putStale(this.#changeOf(operation, false)));
    } else {
      this.live.delete({ id: operation.id, exists: false, version, seqNo, primaryTerm });
    }
  }

  #changeOf(operation: DocumentOperation & { kind: 'index' }, exists: boolean): IndexChange {
    const { source, version, seqNo, primaryTerm } = operation;
    const document = this.options.prepare(source, operation);
    return { document, source, exists, version, seqNo, primaryTerm };
  }

  /**
   * Applies the log's operations above the commit, up to a number. Returns the number of
   * operations.
   */
  replayLog(view: HistoryView, toSeqNo = Number.POSITIVE_INFINITY): number {
    let replayed = 0;
    for (const each of this.translog.operations(view, this.commit.localCheckpoint + 1, toSeqNo)) {
      this.replay(each);
      replayed++;
    }
    this.markPersisted();
    return replayed;
  }

  /** Starts a new history, so that other copies cannot continue from this data. Durable. */
  beginHistory(): void {
    const historyUuid = randomId(this.options.random);
    this.commit = { ...this.commit, historyUuid };
    this.fatal(() => this.commitIndex());
  }

  /**
   * Makes everything so far durable. If this copy is alone, its local checkpoint becomes the global
   * one.
   */
  sync(globalCheckpoint = this.#ownCheckpoint()): void {
    this.fatal(() => this.translog.sync(globalCheckpoint));
    this.markPersisted();
    if (this.writer.commits.length > 1) this.fatal(() => this.dropNeedless());
  }

  #ownCheckpoint(): number {
    return this.isOnlyCopy ? this.sequence.processedCheckpoint : this.translog.globalCheckpoint;
  }

  /**
   * Commits the index. Starts a new generation first, so that the commit can name it as the place
   * to continue from if there is no gap. No entry of the version map may point into removed
   * generations: the internal refresh empties the map.
   */
  commitIndex(): void {
    this.live.refresh();
    this.sync();
    this.translog.roll();
    this.markPersisted();
    this.advanceRetained();
    const { localCheckpoint, maxSeqNo } = this.indexed;
    const commit: CommitData = {
      ...this.commit,
      translogGeneration: this.translog.generationOf(localCheckpoint + 1),
      localCheckpoint,
      maxSeqNo,
      minRetainedSeqNo: this.retained.fromSeqNo,
    };
    this.writer.commit(encodeCommitData(commit));
    this.commit = commit;
    this.dropNeedless();
  }

  /** The range of operations in the index. */
  get indexed(): Pick<CommitData, 'localCheckpoint' | 'maxSeqNo'> {
    if (this.follows) return this.commit;
    const { processedCheckpoint: localCheckpoint, maxProcessed: maxSeqNo } = this.sequence;
    return { localCheckpoint, maxSeqNo };
  }

  /**
   * Makes the segments of a primary's commit, whose files are present, the index; the log keeps the
   * operations that they lack. Durable.
   */
  followCommit(point: CommitPoint): void {
    this.translog.roll();
    this.markPersisted();
    const { localCheckpoint, maxSeqNo, minRetainedSeqNo } = decodeCommitData(point.userData);
    const translogGeneration = this.translog.generationOf(localCheckpoint + 1);
    const has = { localCheckpoint, maxSeqNo, minRetainedSeqNo };
    const commit: CommitData = { ...this.commit, ...has, translogGeneration };
    this.writer.follow(point, encodeCommitData(commit));
    this.commit = commit;
    this.retained.restart(minRetainedSeqNo);
    this.live.follow();
    this.dropNeedless();
  }

  /**
   * Advances the start of the retained history. It keeps the operations that other copies may ask
   * for, and those that the oldest commit lacks: a copy that receives a commit's files continues
   * from there, and the commit is held while they are read.
   */
  advanceRetained(): void {
    if (this.follows || this.#safeCommit() === undefined) return;
    const wanted = this.translog.globalCheckpoint + 1 - this.settings.retainedOperations;
    this.retained.advance(Math.min(wanted, this.retainFrom, this.#logFrom));
  }

  /** The log has every operation from this number on; the oldest commit has those before. */
  get #logFrom(): number {
    const oldest = this.writer.commits[0];
    return oldest === undefined ? 0 : decodeCommitData(oldest.userData).localCheckpoint + 1;
  }

  /**
   * The operations from a number on, up to now; `undefined`: some of them are gone. Operations in
   * the oldest commit come from the index at the newest internal point in time; the rest comes from
   * the log.
   */
  history(fromSeqNo: number): HistoryReader | undefined {
    const { live, translog, options } = this;
    const from = Math.max(0, fromSeqNo);
    const to = this.#logFrom;
    const { snapshot } = live;
    const inIndex =
      from >= to
        ? []
        : this.fatal(() => readSegmentHistory(snapshot, options.indexDirectory, { from, to }));
    if (inIndex === undefined) return undefined;
    const { view, letGo } = this.holdLog();
    live.hold(snapshot.version);
    const inLog = translog.operations(view, Math.max(from, to));
    const close = () => {
      letGo();
      if (!this.isClosed) live.letGo(snapshot.version);
    };
    return new HistoryReader(chained(operationsOf(inIndex), inLog), close, (action) =>
      this.fatal(action),
    );
  }

  /**
   * Drops the commits before the newest safe one, and the log that is no longer needed. A commit is
   * safe when every copy has all its operations: only to a safe commit can this copy roll back when
   * another copy becomes primary.
   */
  dropNeedless(): void {
    const { writer, translog, commit } = this;
    const safe = this.#safeCommit();
    if (safe !== undefined) {
      writer.dropCommitsBefore(Math.min(safe.generation, this.#heldCommits.least));
    }
    const oldest = writer.commits[0];
    const needed = oldest && decodeCommitData(oldest.userData).translogGeneration;
    const generation = Math.min(needed ?? commit.translogGeneration, this.#heldLogs.least);
    translog.trimBefore(generation);
  }

  /** Holds the current log until it is released. */
  holdLog(): { readonly view: HistoryView; readonly letGo: () => void } {
    const view = this.fatal(() => this.translog.view());
    const first = view[0]?.generation ?? this.translog.generation;
    return { view, letGo: this.#heldLogs.hold(first) };
  }

  /** Holds the newest safe commit until it is released. */
  holdSafeCommit(): { readonly commit: CommitPoint; readonly letGo: () => void } {
    const commit = this.#safeCommit() ?? this.writer.commits[0];
    assert(commit !== undefined, 'an engine has a commit');
    return { commit, letGo: this.#heldCommits.hold(commit.generation) };
  }

  /** Holds the newest commit until it is released. */
  holdNewestCommit(): { readonly commit: CommitPoint; readonly letGo: () => void } {
    const commit = this.writer.commits.at(-1);
    assert(commit !== undefined, 'an engine has a commit');
    return { commit, letGo: this.#heldCommits.hold(commit.generation) };
  }

  /** Holds the commits from this one on until the returned function is called. */
  holdCommit(generation: number): () => void {
    return this.#heldCommits.hold(generation);
  }

  /** The newest commit whose operations all other copies have too. */
  #safeCommit(): CommitPoint | undefined {
    const { globalCheckpoint } = this.translog;
    return this.commitUpTo(globalCheckpoint);
  }

  /** The newest commit without operations after this sequence number. */
  commitUpTo(seqNo: number): CommitPoint | undefined {
    return this.writer.commits.findLast(
      ({ userData }) => decodeCommitData(userData).maxSeqNo <= seqNo,
    );
  }

  /** Marks everything processed as persisted in the log. */
  markPersisted(): void {
    const { sequence } = this;
    for (let seqNo = sequence.persistedCheckpoint + 1; sequence.hasProcessed(seqNo); seqNo++) {
      sequence.markPersisted(seqNo);
    }
  }
}

function* chained<T>(first: Iterable<T>, second: Iterable<T>): Generator<T> {
  yield* first;
  yield* second;
}
