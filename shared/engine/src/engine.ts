/**
 * One shard's storage: documents with versions, sequence numbers and a durable log over the search library's index. Synchronous,
 * one caller at a time, made to live in a worker thread.
 *
 * The order of a write: check the conditions, take a sequence number, put it into the index buffer, append it to the translog. It is
 * durable, and may be acknowledged, when `sync()` has returned; one `sync()` serves any number of writes. After a crash `open`
 * brings back the newest commit and applies the translog's operations above its local checkpoint.
 *
 * An error of the disk is final: the engine is failed, every later call answers `engine_closed_exception`.
 */
import { assert } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import type { IndexStats, IndexWriter, ReaderSnapshot } from '@skein/search_library';
import { type CommitData, encodeCommitData } from './commit_data.js';
import { DocumentLookup } from './document_lookup.js';
import { EngineMerges } from './engine_merges.js';
import type { EngineOptions } from './engine_options.js';
import { createParts, type EngineParts, openParts } from './engine_parts.js';
import type { EngineSettings } from './engine_settings.js';
import { newCounters, type OperationCounters } from './engine_stats.js';
import { LocalCheckpointTracker } from './local_checkpoint.js';
import type {
  CurrentDocument,
  DeleteOperation,
  IndexOperation,
  PreparedDocument,
  WriteOutcome,
} from './operations.js';
import { SnapshotPins } from './snapshot_pins.js';
import type { TranslogOperation } from './translog/operation_codec.js';
import type { Translog, TranslogLocation, TranslogStats } from './translog/translog.js';
import { VersionMap } from './version_map.js';
import { checkWrite, nextVersion, type VersionValue } from './versioning.js';

/** The version map is emptied by an internal refresh when it has this many entries: about 50 MB of heap. */
const MAX_VERSION_MAP_ENTRIES = 250_000;

export class Engine {
  readonly counters: OperationCounters = newCounters();
  readonly merges: EngineMerges;
  readonly #options: EngineOptions;
  readonly #writer: IndexWriter;
  readonly #translog: Translog;
  readonly #sequence: LocalCheckpointTracker;
  readonly #versions = new VersionMap();
  readonly #pins: SnapshotPins;
  #settings: EngineSettings;
  #commit: CommitData;
  /** The newest point in time, published or not. */
  #snapshot: ReaderSnapshot;
  #lookup: DocumentLookup;
  /** The newest one that was handed out. */
  #published: ReaderSnapshot | undefined;
  /** Writes since the newest internal point in time. */
  #dirty = false;
  #failure: ApiError | undefined;
  #closed = false;

  private constructor(options: EngineOptions, parts: EngineParts) {
    this.#options = options;
    this.#settings = options.settings;
    this.#writer = parts.writer;
    this.#translog = parts.translog;
    this.#commit = parts.commit;
    this.#sequence = new LocalCheckpointTracker(
      parts.commit.maxSeqNo,
      parts.commit.localCheckpoint,
    );
    this.merges = new EngineMerges({
      writer: parts.writer,
      counters: this.counters,
      fatal: (action) => {
        this.#ensureOpen();
        return this.#fatal(action);
      },
      onChange: () => {
        this.#dirty = true;
      },
    });
    this.#pins = new SnapshotPins((version) => this.#writer.release(version));
    this.#snapshot = parts.writer.snapshot();
    this.#pins.hold(this.#snapshot.version);
    this.#lookup = new DocumentLookup(this.#snapshot, options.indexDirectory);
  }

  /** Creates an empty shard, or recovers one; its first point in time is published before this returns. */
  static open(options: EngineOptions): Engine {
    const engine = new Engine(options, options.create ? createParts(options) : openParts(options));
    if (!options.create) engine.#recover();
    engine.refresh();
    return engine;
  }

  index(operation: IndexOperation): WriteOutcome {
    this.#ensureOpen();
    const startedMs = this.#options.clock.monotonicMs();
    const current = operation.autoId ? undefined : this.#currentVersion(operation.id);
    checkWrite(current, operation, operation.create, this.#options.shard);
    const version = nextVersion(current, operation);
    const exists = current !== undefined && !current.deleted;
    const seqNo = this.#sequence.generate();
    const { primaryTerm } = this.#options;
    const { id, document, routing, source } = operation;
    this.#applyIndex({ document, exists, version, seqNo, primaryTerm });
    const location = this.#append({
      kind: 'index',
      seqNo,
      primaryTerm,
      version,
      id,
      routing,
      source,
    });
    this.#remember(id, { version, seqNo, primaryTerm, deleted: false }, location);
    this.counters.indexTotal++;
    this.counters.indexTimeMs += this.#options.clock.monotonicMs() - startedMs;
    return { result: exists ? 'updated' : 'created', version, seqNo, primaryTerm };
  }

  delete(operation: DeleteOperation): WriteOutcome {
    this.#ensureOpen();
    const startedMs = this.#options.clock.monotonicMs();
    const { id } = operation;
    const current = this.#currentVersion(id);
    checkWrite(current, operation, false, this.#options.shard);
    const version = nextVersion(current, operation);
    const exists = current !== undefined && !current.deleted;
    const seqNo = this.#sequence.generate();
    const { primaryTerm } = this.#options;
    this.#applyDelete(id, exists, seqNo);
    this.#append({ kind: 'delete', seqNo, primaryTerm, version, id });
    this.#rememberDeleted(id, { version, seqNo, primaryTerm, deleted: true });
    this.counters.deleteTotal++;
    this.counters.deleteTimeMs += this.#options.clock.monotonicMs() - startedMs;
    return { result: exists ? 'deleted' : 'not_found', version, seqNo, primaryTerm };
  }

  /**
   * The document as the last write left it (`realtime`), or as the newest published point in time shows it. `needFields`: fields
   * kept by the mapping are wanted, which the translog does not have.
   */
  get(
    id: string,
    options: { readonly realtime: boolean; readonly needFields: boolean },
  ): CurrentDocument | undefined {
    this.#ensureOpen();
    const startedMs = this.#options.clock.monotonicMs();
    const found = options.realtime
      ? this.#getCurrent(id, options.needFields)
      : this.#getRefreshed(id);
    this.counters.getTotal++;
    this.counters.getTimeMs += this.#options.clock.monotonicMs() - startedMs;
    if (found === undefined) this.counters.getMissing++;
    else this.counters.getExists++;
    return found;
  }

  /** Version, sequence number and term of a document, real-time; `undefined` when it is not there. */
  currentVersion(id: string): VersionValue | undefined {
    this.#ensureOpen();
    const current = this.#currentVersion(id);
    return current?.deleted ? undefined : current;
  }

  /** Makes all writes so far durable. */
  sync(): void {
    this.#ensureOpen();
    if (!this.#translog.needsSync) return;
    this.#fatal(() => {
      this.#translog.sync(this.#sequence.persistedCheckpoint);
    });
    this.#markPersisted();
  }

  get needsSync(): boolean {
    return this.#translog.needsSync;
  }

  /** Whether a refresh would show anything new. */
  get needsRefresh(): boolean {
    return this.#dirty || this.#snapshot !== this.#published;
  }

  /** Publishes a point in time with every write so far; says whether it differs from the one before. */
  refresh(): boolean {
    this.#ensureOpen();
    const startedMs = this.#options.clock.monotonicMs();
    this.#internalRefresh();
    this.counters.externalRefreshTotal++;
    this.counters.refreshTimeMs += this.#options.clock.monotonicMs() - startedMs;
    if (this.#snapshot === this.#published) return false;
    this.#published = this.#snapshot;
    this.#pins.hold(this.#snapshot.version);
    this.#options.onSnapshot(this.#snapshot, this.#sequence.maxSeqNo);
    return true;
  }

  /** The receiver of a published point in time reads it no more. */
  releaseSnapshot(version: number): void {
    if (this.#closed) return;
    this.#pins.letGo(version);
  }

  /** Estimated memory of documents that are in no segment yet. */
  get bufferedBytes(): number {
    return this.#writer.bufferedBytes;
  }

  /** Makes a segment of what is buffered; searches do not see it before the next refresh. */
  emptyBuffer(): void {
    this.#ensureOpen();
    this.#internalRefresh();
  }

  get shouldFlush(): boolean {
    return this.#translog.stats().sizeBytes > this.#settings.flushThresholdBytes;
  }

  /** Writes a durable commit and drops the translog it makes needless. `force`: also when nothing has changed. Counted either way, as in the reference. */
  flush(options: { readonly force: boolean; readonly periodic: boolean }): void {
    this.#ensureOpen();
    this.counters.flushTotal++;
    const unchanged = this.#sequence.maxSeqNo === this.#commit.maxSeqNo;
    if (!options.force && unchanged && !this.#writer.hasUncommittedChanges) return;
    const startedMs = this.#options.clock.monotonicMs();
    this.#fatal(() => {
      this.#commitIndex();
    });
    if (options.periodic) this.counters.flushPeriodic++;
    this.counters.flushTimeMs += this.#options.clock.monotonicMs() - startedMs;
  }

  /** As if the disk had failed: for what happens to the engine's files elsewhere. */
  fail(error: ApiError): void {
    this.#fail(error);
  }

  changeSettings(settings: EngineSettings): void {
    this.#settings = settings;
    this.#writer.changeMergePolicy(settings.mergePolicy);
  }

  get settings(): EngineSettings {
    return this.#settings;
  }

  /** Why the engine failed, if it did. */
  get failure(): ApiError | undefined {
    return this.#failure;
  }

  get commitData(): Readonly<Record<string, string>> {
    return encodeCommitData(this.#commit);
  }

  sequenceStats(): { readonly maxSeqNo: number; readonly localCheckpoint: number } {
    return {
      maxSeqNo: this.#sequence.maxSeqNo,
      localCheckpoint: this.#sequence.processedCheckpoint,
    };
  }

  translogStats(): TranslogStats {
    return this.#translog.stats();
  }

  indexStats(): IndexStats {
    return this.#writer.stats();
  }

  get commitGeneration(): number {
    return this.#writer.commitGeneration;
  }

  /** The newest point in time that searches see. */
  get publishedSnapshot(): ReaderSnapshot | undefined {
    return this.#published;
  }

  /** Makes everything durable and gives the files back. Nothing to lose when it fails: the translog has it. */
  close(): void {
    if (this.#closed) return;
    if (this.#failure === undefined) this.#flushToClose();
    this.#abandon();
  }

  /** Also when only the translog has grown: each opening adds a generation, and a commit drops them. */
  #flushToClose(): void {
    const force = this.#translog.generation !== this.#commit.translogGeneration;
    this.flush({ force, periodic: false });
  }

  #abandon(): void {
    this.#closed = true;
    this.#translog.close();
    this.#writer.close();
  }

  #currentVersion(id: string): VersionValue | undefined {
    return this.#versions.get(id) ?? this.#lookup.version(id);
  }

  #getCurrent(id: string, needFields: boolean): CurrentDocument | undefined {
    const entry = this.#versions.get(id);
    if (entry === undefined) return this.#getRefreshed(id);
    if (entry.deleted) return undefined;
    if (needFields || entry.location === undefined) {
      this.#internalRefresh();
      return this.#getRefreshed(id);
    }
    const { location } = entry;
    const operation = this.#fatal(() => this.#translog.read(location));
    assert(
      operation.kind === 'index' && operation.id === id,
      `translog has another document for ${id}`,
    );
    const { version, seqNo, primaryTerm, routing, source } = operation;
    return { version, seqNo, primaryTerm, routing, source, fields: undefined };
  }

  #getRefreshed(id: string): CurrentDocument | undefined {
    const found = this.#lookup.document(id);
    if (found === undefined) return undefined;
    const { version, seqNo, primaryTerm, stored } = found;
    const { routing, source, fields } = stored;
    return { version, seqNo, primaryTerm, routing, source, fields };
  }

  #applyIndex(change: IndexChange): void {
    const { document, exists, version, seqNo, primaryTerm } = change;
    const { fields, nested, stored } = document;
    this.#orNoop(seqNo, primaryTerm, () => {
      const indexable = { fields, nested, stored, version, seqNo, primaryTerm };
      if (exists) this.#writer.replaceDocument(indexable);
      else this.#writer.addDocument(indexable);
    });
    this.#dirty = true;
    this.#sequence.markProcessed(seqNo);
  }

  #applyDelete(id: string, exists: boolean, seqNo: number): void {
    if (exists) this.#fatal(() => this.#writer.deleteDocuments(id));
    this.#dirty = true;
    this.#sequence.markProcessed(seqNo);
  }

  /** A document the index refuses leaves its sequence number behind as a no-op, so that there is no gap. */
  #orNoop(seqNo: number, primaryTerm: number, apply: () => void): void {
    try {
      apply();
    } catch (error) {
      if (!(error instanceof ApiError)) throw this.#fail(error);
      this.counters.indexFailed++;
      this.#append({ kind: 'noop', seqNo, primaryTerm, reason: error.reason });
      this.#sequence.markProcessed(seqNo);
      throw error;
    }
  }

  #append(operation: TranslogOperation): TranslogLocation {
    return this.#fatal(() => this.#translog.append(operation));
  }

  /** The newest internal point in time: everything written so far is found by `#lookup`, the version map is empty. */
  #internalRefresh(): void {
    const { clock } = this.#options;
    if (this.#dirty) this.counters.refreshTotal++;
    this.#fatal(() => this.#writer.refresh());
    const snapshot = this.#writer.snapshot();
    if (snapshot.version !== this.#snapshot.version) {
      this.#pins.hold(snapshot.version);
      this.#pins.letGo(this.#snapshot.version);
      this.#snapshot = snapshot;
      this.#lookup = new DocumentLookup(snapshot, this.#options.indexDirectory, this.#lookup);
    }
    this.#dirty = false;
    this.#versions.clearLive();
    this.#versions.pruneTombstones(clock.monotonicMs(), this.#settings.gcDeletesMs);
  }

  /**
   * A new generation first, so that the commit can name it as the one to go on from; the older ones go once the commit is durable. No
   * entry of the version map may point into them by then: the internal refresh empties it.
   */
  #commitIndex(): void {
    this.#internalRefresh();
    this.#translog.roll();
    this.#markPersisted();
    const commit: CommitData = {
      ...this.#commit,
      translogGeneration: this.#translog.generation,
      localCheckpoint: this.#sequence.processedCheckpoint,
      maxSeqNo: this.#sequence.maxSeqNo,
    };
    this.#writer.commit(encodeCommitData(commit));
    this.#commit = commit;
    this.#translog.trimBefore(commit.translogGeneration);
  }

  #markPersisted(): void {
    for (
      let seqNo = this.#sequence.persistedCheckpoint + 1;
      this.#sequence.hasProcessed(seqNo);
      seqNo++
    ) {
      this.#sequence.markPersisted(seqNo);
    }
  }

  /** Applies the translog above the commit. Operations are taken as they are: their conditions were checked when they were new. */
  #recover(): void {
    const { localCheckpoint } = this.#commit;
    let replayed = 0;
    for (const operation of this.#translog.recovered()) {
      this.#sequence.advance(operation.seqNo);
      if (operation.seqNo <= localCheckpoint) continue;
      this.#replay(operation);
      replayed++;
    }
    this.#markPersisted();
    if (replayed > 0) this.#options.log.info('translog replayed', { operations: replayed });
  }

  #replay(operation: TranslogOperation): void {
    const { seqNo, primaryTerm } = operation;
    if (operation.kind === 'noop') {
      this.#sequence.markProcessed(seqNo);
      return;
    }
    const { id, version } = operation;
    const current = this.#currentVersion(id);
    if (current !== undefined && current.seqNo >= seqNo) {
      this.#sequence.markProcessed(seqNo);
      return;
    }
    const exists = current !== undefined && !current.deleted;
    if (operation.kind === 'delete') {
      this.#applyDelete(id, exists, seqNo);
      this.#rememberDeleted(id, { version, seqNo, primaryTerm, deleted: true });
      return;
    }
    const document = this.#options.prepare(operation.source, operation);
    this.#applyIndex({ document, exists, version, seqNo, primaryTerm });
    this.#remember(id, { version, seqNo, primaryTerm, deleted: false }, undefined);
  }

  #remember(id: string, value: VersionValue, location: TranslogLocation | undefined): void {
    this.#versions.putIndexed(id, value, location);
    if (this.#versions.slotCount >= MAX_VERSION_MAP_ENTRIES) this.#internalRefresh();
  }

  #rememberDeleted(id: string, value: VersionValue): void {
    const nowMs = this.#options.clock.monotonicMs();
    this.#versions.putDeleted(id, value, nowMs);
  }

  #ensureOpen(): void {
    if (!this.#closed && this.#failure === undefined) return;
    throw new ApiError('engine_closed_exception', 'engine is closed', {
      cause: this.#failure,
    });
  }

  /** Runs what may touch the disk: whatever it throws ends the engine. */
  #fatal<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw this.#fail(error);
    }
  }

  #fail(error: unknown): ApiError {
    this.#failure ??= asApiError(error);
    return this.#failure;
  }
}

interface IndexChange {
  readonly document: PreparedDocument;
  readonly exists: boolean;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}
