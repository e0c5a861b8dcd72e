/**
 * The documents of a shard after the last operation: the writer's buffer, the version map over it,
 * and below both the newest internal point in time. It knows neither the log nor the sequence, and
 * applies what it is told.
 */
import type { Clock } from '@skein/base';
import {
  type Directory,
  deleteTombstone,
  type IndexableDocument,
  type IndexWriter,
  noopTombstone,
  type ReaderSnapshot,
} from '@skein/search_library';
import { DocumentLookup, type FoundDocument } from './document_lookup.js';
import type { EngineSettings } from './engine_settings.js';
import type { OperationCounters } from './engine_stats.js';
import type { PreparedDocument } from './operations.js';
import { withArrived } from './recovery/index_history.js';
import { SnapshotPins } from './snapshot_pins.js';
import type { TranslogLocation } from './translog/translog.js';
import { type VersionEntry, VersionMap } from './version_map.js';
import type { VersionValue } from './versioning.js';

/** Number of entries at which an internal refresh empties the version map: about 50 MB of heap. */
const MAX_VERSION_MAP_ENTRIES = 250_000;

interface LiveIndexOptions {
  readonly writer: IndexWriter;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly counters: OperationCounters;
  readonly settings: () => EngineSettings;
  /** No older operation of a document arrives below this number. */
  readonly localCheckpoint: () => number;
  /** Runs an action that may touch the disk; an error ends the engine. */
  readonly fatal: <T>(action: () => T) => T;
}

export interface IndexChange {
  readonly document: PreparedDocument;
  /** The document as it arrived. */
  readonly source: Uint8Array;
  /** True if there is a live document with this id. */
  readonly exists: boolean;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

export interface DeleteChange {
  readonly id: string;
  /** True if there is a live document with this id. */
  readonly exists: boolean;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

export class LiveIndex {
  readonly #options: LiveIndexOptions;
  readonly #versions = new VersionMap();
  readonly #pins: SnapshotPins;
  /** The newest point in time, published or not. */
  #snapshot: ReaderSnapshot;
  #lookup: DocumentLookup;
  /** True if there are writes since the newest internal point in time. */
  #dirty = false;

  constructor(options: LiveIndexOptions) {
    const { writer, directory } = options;
    this.#options = options;
    this.#pins = new SnapshotPins((version) => writer.release(version));
    this.#snapshot = writer.snapshot();
    this.#pins.hold(this.#snapshot.version);
    this.#lookup = new DocumentLookup(this.#snapshot, directory);
  }

  get snapshot(): ReaderSnapshot {
    return this.#snapshot;
  }

  get isDirty(): boolean {
    return this.#dirty;
  }

  markDirty(): void {
    this.#dirty = true;
  }

  /** The version of a document, even of a recently deleted one. */
  version(id: string): VersionValue | undefined {
    return this.#versions.get(id) ?? this.#lookup.version(id);
  }

  /**
   * The entry of a document written since the newest internal point in time, or deleted recently.
   */
  entry(id: string): VersionEntry | undefined {
    return this.#versions.get(id);
  }

  /** The document in the newest internal point in time. */
  document(id: string): FoundDocument | undefined {
    return this.#lookup.document(id);
  }

  /** Indexes a document. Throws, and changes nothing, when it cannot be indexed. */
  put(change: IndexChange): void {
    const indexable = indexableOf(change);
    if (change.exists) this.#options.writer.replaceDocument(indexable);
    else this.#options.writer.addDocument(indexable);
    this.#dirty = true;
  }

  /** Adds to the history only, since a newer operation of the document came before. */
  putStale(change: IndexChange): void {
    this.#keep(indexableOf(change));
  }

  delete({ id, exists, ...numbers }: DeleteChange): void {
    if (exists) this.#options.fatal(() => this.#options.writer.deleteDocuments(id));
    this.#keep(deleteTombstone(id, numbers));
  }

  /** Records a no-op for a sequence number without an operation. */
  noop(reason: string, numbers: { readonly seqNo: number; readonly primaryTerm: number }): void {
    this.#keep(noopTombstone(reason, numbers));
  }

  remember(id: string, value: VersionValue, location: TranslogLocation | undefined): void {
    this.#versions.putIndexed(id, value, location);
    if (this.#versions.slotCount >= MAX_VERSION_MAP_ENTRIES) this.refresh();
  }

  rememberDeleted(id: string, value: VersionValue): void {
    this.#versions.putDeleted(id, value, this.#options.clock.monotonicMs());
  }

  /**
   * Takes a new internal point in time: everything written so far is found by look-up, and the
   * version map is empty.
   */
  refresh(): void {
    const { clock, counters, writer, settings, localCheckpoint, fatal } = this.#options;
    if (this.#dirty) counters.refreshTotal++;
    fatal(() => writer.refresh());
    this.#moveTo(writer.snapshot(), this.#lookup);
    this.#dirty = false;
    this.#versions.clearLive();
    const { gcDeletesMs } = settings();
    this.#versions.pruneTombstones(clock.monotonicMs(), gcDeletesMs, localCheckpoint());
  }

  /** Discards all knowledge after the writer has changed to another state. */
  reset(): void {
    const { writer, fatal } = this.#options;
    this.#versions.clear();
    fatal(() => writer.refresh());
    this.#moveTo(writer.snapshot(), undefined);
    this.#dirty = true;
  }

  /**
   * Follows the writer after it adopted segments of another copy; nothing was written here since
   * the previous point in time.
   */
  follow(): void {
    const { writer, fatal } = this.#options;
    fatal(() => writer.refresh());
    this.#moveTo(writer.snapshot(), this.#lookup);
  }

  hold(version: number): void {
    this.#pins.hold(version);
  }

  letGo(version: number): void {
    this.#pins.letGo(version);
  }

  #keep(document: IndexableDocument): void {
    this.#options.fatal(() => this.#options.writer.addDeleted(document));
    this.#dirty = true;
  }

  #moveTo(snapshot: ReaderSnapshot, previous: DocumentLookup | undefined): void {
    if (snapshot.version === this.#snapshot.version) return;
    this.#pins.hold(snapshot.version);
    this.#pins.letGo(this.#snapshot.version);
    this.#snapshot = snapshot;
    this.#lookup = new DocumentLookup(snapshot, this.#options.directory, { previous });
  }
}

function indexableOf(change: IndexChange): IndexableDocument {
  const { document, source, version, seqNo, primaryTerm } = change;
  const { fields, nested } = document;
  const stored = withArrived(document.stored, source);
  return { fields, nested, stored, version, seqNo, primaryTerm };
}
