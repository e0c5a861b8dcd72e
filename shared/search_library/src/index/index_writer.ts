/**
 * The one writer of a shard's index. Documents gather in a buffer; `refresh` turns it into a segment in shared memory (and unsynced
 * files) and publishes a snapshot; `commit` makes everything durable. Segments never change but for their live documents, and those
 * are copied before they do: a snapshot stays what it was for as long as somebody holds it.
 */
import type { Clock } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { FileOutput } from '../codec/file_output.js';
import { freeMemory } from '../codec/free_memory.js';
import { encodeLiveDocs } from '../codec/v1/live_docs.js';
import {
  type BlockCompression,
  STORED_COMPRESSIONS,
  type StoredCompression,
} from '../codec/v1/stored_fields/block_compression.js';
import type { IndexableDocument } from '../document/indexable_document.js';
import { ForcedMerge } from '../merge/forced_merge.js';
import { type MergeJob, runMerge } from '../merge/merge_job.js';
import { chooseMerge, countMerges, TIERED_DEFAULTS, type TieredOptions } from '../merge/tiered.js';
import { Kernels } from '../search/kernels/kernels.js';
import type { Directory } from '../store/directory.js';
import { type CommitPoint, liveDocsFileName, writeCommit } from './commit_point.js';
import { finishSorted } from './finish_sorted.js';
import { IndexBuffer, type NewSegment } from './index_buffer.js';
import { type IndexSort, UNSORTED } from './index_sort.js';
import type { IndexStats, IndexWriterOptions, SegmentStats } from './index_writer_options.js';
import { KeptCommits } from './kept_commits.js';
import { linkSegment } from './link_segment.js';
import {
  type KnownSegments,
  nextSegmentNumber,
  recoverSegments,
  removeUnreferenced,
  segmentNumber,
} from './recover.js';
import { type DocumentFilter, unwantedIds } from './retain_documents.js';
import { mergedSegment, type RunningMerge, RunningMerges } from './running_merges.js';
import { SegmentFiles } from './segment_files.js';
import type { ReaderSnapshot, SegmentHandle } from './snapshot.js';
import { type NewWriterSegment, WriterSegment } from './writer_segment.js';

const DEFAULT_BUFFER_BYTES = 64 * 1024 * 1024;
/** For merges in the caller's own time, which wait for nothing. */
const STANDING_CLOCK: Clock = { nowMs: () => 0, monotonicMs: () => 0 };

export class IndexWriter {
  readonly #directory: Directory;
  readonly #bufferBytes: number;
  readonly #compressionName: StoredCompression;
  readonly #compression: BlockCompression;
  readonly #sort: IndexSort;
  readonly #kernels: Kernels;
  readonly #merges = new RunningMerges();
  #policy: TieredOptions;
  #buffer: IndexBuffer;
  /** Ids to delete from the segments at the next flush; the buffer's documents are marked at once. */
  readonly #pendingDeletes = new Set<string>();
  #segments: WriterSegment[];
  #nextSegment: number;
  readonly #commits: KeptCommits;
  readonly #keepsCommits: boolean;
  #snapshot: ReaderSnapshot;
  /** Snapshots somebody may still read, by version; the current one is always kept. */
  readonly #pinned = new Map<number, ReaderSnapshot>();
  readonly #files: SegmentFiles;
  #changed = false;
  #failure: string | undefined;

  private constructor(directory: Directory, options: IndexWriterOptions) {
    this.#directory = directory;
    this.#bufferBytes = options.bufferBytes ?? DEFAULT_BUFFER_BYTES;
    this.#policy = { ...TIERED_DEFAULTS, ...options.mergePolicy };
    this.#compressionName = options.storedCompression ?? 'lz4';
    this.#compression = STORED_COMPRESSIONS[this.#compressionName];
    this.#sort = options.sort ?? UNSORTED;
    this.#kernels = options.kernels ?? new Kernels();
    this.#buffer = new IndexBuffer(this.#compression);
    this.#keepsCommits = options.keepCommits ?? false;
    this.#commits = new KeptCommits(directory);
    const { newest } = this.#commits;
    this.#nextSegment = nextSegmentNumber(directory, newest);
    this.#segments = recoverSegments(directory, newest);
    if (!this.#keepsCommits) this.#commits.dropBefore(newest.generation);
    removeUnreferenced(directory, this.#commits.files());
    const named = this.#commits.all.flatMap(({ segments }) => segments.map(({ name }) => name));
    this.#files = new SegmentFiles(directory, named);
    this.#snapshot = { version: 1, segments: this.#segments.map((segment) => segment.handle()) };
    for (const handle of this.#snapshot.segments) this.#files.opened(handle);
    this.#pinned.set(1, this.#snapshot);
  }

  /** Recovers the newest commit (every checksum of its segment files is verified) or starts empty; files of no commit are removed. */
  static open(directory: Directory, options: IndexWriterOptions = {}): IndexWriter {
    return new IndexWriter(directory, options);
  }

  /** User data of the newest commit; empty before the first. */
  get commitUserData(): Readonly<Record<string, string>> {
    return this.#commits.newest.userData;
  }

  /** 0 before the first commit. */
  get commitGeneration(): number {
    return this.#commits.newest.generation;
  }

  /** Oldest first; more than one only with `keepCommits`. */
  get commits(): readonly CommitPoint[] {
    return this.#commits.all;
  }

  get bufferedDocs(): number {
    return this.#buffer.docCount;
  }

  get bufferedBytes(): number {
    return this.#buffer.bytes;
  }

  /** Whether a commit would write anything. */
  get hasUncommittedChanges(): boolean {
    if (this.#buffer.docCount > 0 || this.#pendingDeletes.size > 0) return true;
    if (this.#segments.length !== this.#commits.newest.segments.length) return true;
    return this.#segments.some((segment) => !segment.committed || segment.liveGeneration < 0);
  }

  /** Throws and keeps nothing of a document that cannot be indexed. */
  addDocument(document: IndexableDocument): void {
    this.#ensureUsable();
    this.#buffer.add(document);
    if (this.#buffer.bytes > this.#bufferBytes) this.#flushBuffer();
  }

  /** Puts the document in place of every one of its id; when it cannot be indexed it throws and they stay. */
  replaceDocument(document: IndexableDocument): void {
    this.#ensureUsable();
    this.#buffer.replace(document);
    if (this.#segments.length > 0) this.#pendingDeletes.add(document.stored.id);
    if (this.#buffer.bytes > this.#bufferBytes) this.#flushBuffer();
  }

  /** Deletes every document of this id that was added before. An update is a delete and an add. */
  deleteDocuments(id: string): void {
    this.#ensureUsable();
    this.#buffer.delete(id);
    if (this.#segments.length > 0) this.#pendingDeletes.add(id);
  }

  /** Publishes what was added and deleted since; `null` when that is nothing. The new snapshot is pinned until `release`. */
  refresh(): ReaderSnapshot | null {
    this.#ensureUsable();
    this.#flushBuffer();
    this.#applyDeletes();
    if (!this.#changed) return null;
    this.#changed = false;
    const segments = this.#segments.map((segment) => segment.handle());
    this.#snapshot = { version: this.#snapshot.version + 1, segments };
    this.#pinned.set(this.#snapshot.version, this.#snapshot);
    return this.#snapshot;
  }

  /** The snapshot of the last refresh, or of opening. */
  snapshot(): ReaderSnapshot {
    return this.#snapshot;
  }

  /** Nobody reads this version any more; calling it twice does no harm. The current snapshot's files stay in any case. */
  release(snapshotVersion: number): void {
    this.#pinned.delete(snapshotVersion);
    this.#collectGarbage();
  }

  /** Makes all changes so far durable, together with `userData`. It does not publish them: `refresh` does. */
  commit(userData: Readonly<Record<string, string>>): void {
    this.#ensureUsable();
    this.#flushBuffer();
    this.#applyDeletes();
    try {
      this.#writeCommit(userData);
    } catch (error) {
      this.#failure = `commit failed: ${String(error)}`;
      throw error;
    }
  }

  /** `resetTo` is not wanted any more for commits before this one. */
  dropCommitsBefore(generation: number): void {
    this.#commits.dropBefore(generation);
    this.#collectGarbage();
  }

  /**
   * Goes back to a kept commit: later ones are gone for good, what was added or deleted since is forgotten, running merges are given up. Visible
   * after the next refresh; snapshots that are pinned stay what they are.
   */
  resetTo(generation: number): void {
    this.#ensureUsable();
    this.#becomes(this.#commits.dropAfter(generation), this.#known());
  }

  /** Forgets every document, segment and commit, for good. */
  clear(): void {
    this.#ensureUsable();
    this.#becomes(this.#commits.dropAfter(0), new Map());
  }

  /** After `clear`: takes over a commit that was put into the directory, whole and durable. */
  adopt(): void {
    this.#ensureUsable();
    this.#commits.reload();
    const { newest } = this.#commits;
    this.#nextSegment = Math.max(this.#nextSegment, nextSegmentNumber(this.#directory, newest));
    for (const { name } of newest.segments) this.#files.add(name);
    this.#becomes(newest, new Map());
  }

  /** Takes over the segments of another index's commit, which must stay until this one has one; visible after the next refresh. */
  addSegments(source: Directory, commit: CommitPoint): void {
    this.#ensureUsable();
    const fresh = this.#nextSegment;
    this.#nextSegment = Math.max(fresh, commit.segmentCounter);
    for (const committed of commit.segments) {
      const isFree = segmentNumber(committed.name) >= fresh;
      const name = isFree ? committed.name : this.#newName();
      this.#segments.push(this.#open(linkSegment(source, committed, this.#directory, name)));
      this.#changed = true;
    }
  }

  /** Deletes every document that is not to stay. `routingField`: its only term is what a document is routed by. */
  retainDocuments(stays: DocumentFilter, routingField: string): void {
    this.#ensureUsable();
    this.#flushBuffer();
    this.#deleteFromSegments(({ reader }) => unwantedIds(reader, stays, routingField));
    this.#collectGarbage();
  }

  /**
   * Begins the merge the policy wants most, of segments no other merge has; `undefined` when it wants none. Whoever begins a merge has it
   * run (`runMerge`, in any thread), and then finishes or abandons it. Writing, refreshes and commits go on meanwhile.
   */
  startMerge(): MergeJob | undefined {
    this.#ensureUsable();
    this.#applyDeletes();
    const names = chooseMerge(this.#free(), this.#policy);
    return names && this.#begin(names);
  }

  /** Merges the policy wants beside those under way; no more are counted than `most`. */
  wantedMerges(most: number): number {
    return countMerges(this.#free(), this.#policy, most);
  }

  /** What a forced merge has to do, for `startForcedMerge`. No other merge may run until it is done. */
  forceMergeOf(maxSegments: number, onlyExpungeDeletes: boolean): ForcedMerge {
    this.#ensureUsable();
    this.#flushBuffer();
    this.#applyDeletes();
    const percent = this.#policy.expungeDeletesPercent;
    const expungeAbovePercent = onlyExpungeDeletes ? percent : undefined;
    const names = this.#segments.map(({ name }) => name);
    return new ForcedMerge({ maxSegments, expungeAbovePercent }, names);
  }

  /** As `startMerge`; `undefined` when the forced merge is done. */
  startForcedMerge(forced: ForcedMerge): MergeJob | undefined {
    this.#ensureUsable();
    this.#applyDeletes();
    const names = forced.next(this.#segments);
    const job = names && this.#begin(names);
    if (job !== undefined) forced.made(job.name);
    return job;
  }

  /** The job has been run: its segment takes the place of those it was made of, visible after the next refresh. If it was given up, it is removed. */
  finishMerge(job: MergeJob): void {
    this.#ensureUsable();
    this.#applyDeletes();
    const merge = this.#merges.end(job.name);
    if (merge === undefined) {
      this.#files.add(job.name);
      this.#collectGarbage();
      return;
    }
    const merged = this.#openMerged(merge);
    const names = new Set(merge.sources.map(({ name }) => name));
    const place = this.#segments.findIndex(({ name }) => names.has(name));
    const others = this.#segments.filter(({ name }) => !names.has(name));
    if (merged.liveCount > 0) others.splice(place < 0 ? others.length : place, 0, merged);
    this.#segments = others;
    this.#changed = true;
    this.#collectGarbage();
  }

  /** The job failed or was stopped and has left no files: everything stays as it is. */
  abandonMerge(job: MergeJob): void {
    if (this.#merges.end(job.name) !== undefined) this.#collectGarbage();
  }

  /** Does the one merge the policy wants most, here and now; `false` when it wants none. */
  maybeMerge(): boolean {
    const job = this.startMerge();
    if (job !== undefined) this.#runHere(job);
    return job !== undefined;
  }

  /** Merges down to `maxSegments` (as far as a segment's greatest size allows), or only rewrites segments with many deletes. */
  forceMerge(maxSegments: number, onlyExpungeDeletes: boolean): void {
    const forced = this.forceMergeOf(maxSegments, onlyExpungeDeletes);
    for (;;) {
      const job = this.startForcedMerge(forced);
      if (job === undefined) return;
      this.#runHere(job);
    }
  }

  /** How merges are chosen from now on. */
  changeMergePolicy(policy: Partial<TieredOptions>): void {
    this.#policy = { ...TIERED_DEFAULTS, ...policy };
  }

  stats(): IndexStats {
    const segments = this.#segments.map((segment) => ({
      name: segment.name,
      docCount: segment.liveCount,
      deletedCount: segment.docCount - segment.liveCount,
      sizeBytes: segment.sizeBytes,
      memoryBytes: segment.memoryBytes,
      committed: segment.committed,
    }));
    const sum = (of: (segment: SegmentStats) => number) =>
      segments.reduce((total, segment) => total + of(segment), 0);
    return {
      docCount: sum((segment) => segment.docCount) + this.#buffer.liveCount,
      deletedCount: sum((segment) => segment.deletedCount),
      sizeBytes: sum((segment) => segment.sizeBytes),
      memoryBytes: sum((segment) => segment.memoryBytes),
      segments,
    };
  }

  /** Lets go of everything without a commit. */
  close(): void {
    this.#failure ??= 'this writer is closed';
    this.#merges.stopAll();
    this.#files.close();
    this.#segments = [];
    this.#buffer = new IndexBuffer(this.#compression);
    this.#pinned.clear();
  }

  #ensureUsable(): void {
    if (this.#failure === undefined) return;
    throw new ApiError('illegal_state_exception', `index writer cannot be used: ${this.#failure}`);
  }

  #flushBuffer(): void {
    if (this.#buffer.docCount === 0) return;
    /** Deletes asked for so far concern the older segments only: the buffer has marked its own. */
    this.#applyDeletes();
    const buffer = this.#buffer;
    this.#buffer = new IndexBuffer(this.#compression, buffer.sizes());
    if (buffer.liveCount === 0) return;
    const name = this.#newName();
    try {
      this.#segments.push(this.#store(buffer, name));
    } catch (error) {
      this.#failure = `flush failed, buffered documents are lost: ${String(error)}`;
      throw error;
    }
    this.#changed = true;
  }

  #finish(buffer: IndexBuffer, name: string, output: FileOutput): NewSegment {
    if (this.#sort.length === 0) return buffer.finish(name, output, this.#kernels);
    const rules = { sort: this.#sort, compression: this.#compression };
    return finishSorted(buffer, name, { ...rules, kernels: this.#kernels, output });
  }

  #newName(): string {
    return `_${(this.#nextSegment++).toString(36)}`;
  }

  /** Writes the files, unsynced. */
  #store(buffer: IndexBuffer, name: string): WriterSegment {
    const made = this.#files.write(name, (output) => this.#finish(buffer, name, output));
    freeMemory(made.source);
    const liveGeneration = made.liveDocs === null ? 0 : -1;
    return this.#open({ ...made, name, liveGeneration, committed: false });
  }

  #open(state: NewWriterSegment): WriterSegment {
    const segment = new WriterSegment(state, this.#directory);
    this.#files.opened(segment.handle());
    return segment;
  }

  #applyDeletes(): void {
    if (this.#pendingDeletes.size === 0) return;
    this.#deleteFromSegments(() => this.#pendingDeletes);
    this.#pendingDeletes.clear();
  }

  #deleteFromSegments(idsOf: (segment: WriterSegment) => Iterable<string>): void {
    for (const segment of this.#segments) {
      if (segment.deleteIds(idsOf(segment)) > 0) this.#changed = true;
    }
    this.#segments = this.#segments.filter((segment) => segment.liveCount > 0);
  }

  #begin(names: readonly string[]): MergeJob {
    const sources = this.#segments.filter((segment) => names.includes(segment.name));
    const compression = this.#compressionName;
    return this.#merges.begin(sources, { name: this.#newName(), compression, sort: this.#sort });
  }

  #free(): readonly WriterSegment[] {
    return this.#segments.filter(({ name }) => !this.#merges.hasSource(name));
  }

  #runHere(job: MergeJob): void {
    try {
      runMerge(job, this.#directory, STANDING_CLOCK, this.#kernels);
    } catch (error) {
      this.abandonMerge(job);
      throw error;
    }
    this.finishMerge(job);
  }

  #openMerged(merge: RunningMerge): WriterSegment {
    return this.#open(mergedSegment(merge, this.#directory));
  }

  #writeCommit(userData: Readonly<Record<string, string>>): void {
    const directory = this.#directory;
    const generation = this.#commits.nextGeneration;
    const written: string[] = [];
    for (const segment of this.#segments) {
      if (!segment.committed) written.push(`${segment.name}.seg`, `${segment.name}.src`);
      const { liveDocs } = segment;
      if (segment.liveGeneration >= 0 || liveDocs === null) continue;
      const file = liveDocsFileName(segment.name, generation);
      directory.writeFile(file, encodeLiveDocs(liveDocs, segment.docCount));
      written.push(file);
    }
    directory.sync(written);
    const commit: CommitPoint = {
      generation,
      segmentCounter: this.#nextSegment,
      segments: this.#segments.map((segment) => segment.committedForm(generation)),
      userData: { ...userData },
    };
    writeCommit(directory, commit);
    this.#finishCommit(commit);
  }

  #finishCommit(commit: CommitPoint): void {
    this.#commits.add(commit);
    for (const segment of this.#segments) {
      segment.committed = true;
      if (segment.liveGeneration < 0) segment.liveGeneration = commit.generation;
    }
    if (!this.#keepsCommits) this.#commits.dropBefore(commit.generation);
    this.#collectGarbage();
  }

  /** Segments that are here in some snapshot: a segment read twice would be two to those who share what they opened of it. */
  #known(): KnownSegments {
    const known = new Map<string, SegmentHandle>();
    for (const { segments } of [...this.#pinned.values(), this.#snapshot]) {
      for (const handle of segments) known.set(handle.name, handle);
    }
    for (const segment of this.#segments) known.set(segment.name, segment.handle());
    return known;
  }

  #becomes(commit: CommitPoint, known: KnownSegments): void {
    this.#merges.stopAll();
    this.#buffer = new IndexBuffer(this.#compression);
    this.#pendingDeletes.clear();
    this.#segments = recoverSegments(this.#directory, commit, known);
    for (const segment of this.#segments) this.#files.opened(segment.handle());
    this.#changed = true;
    this.#collectGarbage();
  }

  #collectGarbage(): void {
    const pinned = [...this.#pinned.values()].map(({ segments }) => segments);
    const committed = this.#commits.all.map(({ segments }) => segments);
    const inUse = [this.#segments, ...committed, this.#snapshot.segments];
    const merging = this.#merges.handles();
    this.#files.keepOnly([...inUse, ...pinned, ...merging]);
  }
}
