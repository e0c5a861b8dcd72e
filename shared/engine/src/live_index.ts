/**
 * The documents of a shard as the last operation left them: the writer's buffer, the version map over it, and below both the newest
 * internal point in time. Knows no log and no sequence: it does what it is told.
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

/** The version map is emptied by an internal refresh when it has this many entries: about 50 MB of heap. */
const MAX_VERSION_MAP_ENTRIES = 250_000;

export interface LiveIndexOptions {
  readonly writer: IndexWriter;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly counters: OperationCounters;
  readonly settings: () => EngineSettings;
  /** Up to here no older operation of a document can come any more. */
  readonly localCheckpoint: () => number;
  /** Runs what may touch the disk: an error ends the engine. */
  readonly fatal: <T>(action: () => T) => T;
}

export interface IndexChange {
  readonly document: PreparedDocument;
  /** The document as it arrived. */
  readonly source: Uint8Array;
  /** There is a live document of this id. */
  readonly exists: boolean;
  readonly version: number;
  readonly seqNo: number;
  readonly primaryTerm: number;
}

export interface DeleteChange {
  readonly id: string;
  /** There is a live document of this id. */
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
  /** Writes since the newest internal point in time. */
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

  /** What is known of a document, also of one deleted not long ago. */
  version(id: string): VersionValue | undefined {
    return this.#versions.get(id) ?? this.#lookup.version(id);
  }

  /** Of a document written since the newest internal point in time, or deleted not long ago. */
  entry(id: string): VersionEntry | undefined {
    return this.#versions.get(id);
  }

  /** As the newest internal point in time shows it. */
  document(id: string): FoundDocument | undefined {
    return this.#lookup.document(id);
  }

  /** Throws, and changes nothing, when the document cannot be indexed. */
  put(change: IndexChange): void {
    const indexable = indexableOf(change);
    if (change.exists) this.#options.writer.replaceDocument(indexable);
    else this.#options.writer.addDocument(indexable);
    this.#dirty = true;
  }

  /** For the history only: something newer of the document came before. */
  putStale(change: IndexChange): void {
    this.#keep(indexableOf(change));
  }

  delete({ id, exists, ...numbers }: DeleteChange): void {
    if (exists) this.#options.fatal(() => this.#options.writer.deleteDocuments(id));
    this.#keep(deleteTombstone(id, numbers));
  }

  /** A number that came to nothing. */
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

  /** The newest internal point in time: everything written so far is found by look-up, the version map is empty. */
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

  /** The writer went to another state: nothing of what was known holds. */
  reset(): void {
    const { writer, fatal } = this.#options;
    this.#versions.clear();
    fatal(() => writer.refresh());
    this.#moveTo(writer.snapshot(), undefined);
    this.#dirty = true;
  }

  /** The writer has taken over segments of another copy; nothing was written here since the point in time before. */
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
