/**
 * The only writer of a shard's index. Documents are collected in a buffer; `refresh` writes it as a
 * segment in shared memory (and in unsynced files) and publishes a snapshot; `commit` makes
 * everything durable. Another thread may write a full buffer while the next one is filled; every
 * call that needs its segment waits for it. Only the live documents of a segment change, and they
 * are copied first, so a snapshot never changes while it is held.
 */
import { assert, type Clock } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { IndexableDocument } from '../document/indexable_document.js';
import type { ForcedMerge } from '../merge/forced_merge.js';
import { type MergeJob, runMerge } from '../merge/merge_job.js';
import { TIERED_DEFAULTS, type TieredOptions } from '../merge/tiered.js';
import { Kernels } from '../search/kernels/kernels.js';
import type { Directory } from '../store/directory.js';
import { type CommitPoint, writeCommit } from './commit_point.js';
import { UNSORTED } from './index_sort.js';
import type { IndexStats, IndexWriterOptions, SegmentStats } from './index_writer_options.js';
import { KeptCommits } from './kept_commits.js';
import { PendingChanges } from './pending_changes.js';
import { PublishedSnapshots } from './published_snapshots.js';
import { type KnownSegments, removeUnreferenced } from './recover.js';
import { type DocumentFilter, unwantedIds } from './retain_documents.js';
import type { ReaderSnapshot, SegmentHandle } from './snapshot.js';
import { RETAIN_NOTHING } from './soft_deletes.js';
import { WriterMerges } from './writer_merges.js';
import { WriterSegments } from './writer_segments.js';

const DEFAULT_BUFFER_BYTES = 64 * 1024 * 1024;
/** The clock of merges in the caller's thread, which are not throttled. */
const STANDING_CLOCK: Clock = { nowMs: () => 0, monotonicMs: () => 0 };

export class IndexWriter {
  readonly #directory: Directory;
  readonly #bufferBytes: number;
  readonly #kernels: Kernels;
  readonly #keepsCommits: boolean;
  readonly #commits: KeptCommits;
  readonly #segments: WriterSegments;
  readonly #merges: WriterMerges;
  readonly #snapshots: PublishedSnapshots;
  readonly #pending: PendingChanges;
  #failure: string | undefined;

  private constructor(directory: Directory, options: IndexWriterOptions) {
    this.#directory = directory;
    this.#bufferBytes = options.bufferBytes ?? DEFAULT_BUFFER_BYTES;
    const {
      storedCompression = 'lz4',
      sort = UNSORTED,
      retainFrom = () => RETAIN_NOTHING,
    } = options;
    this.#kernels = options.kernels ?? new Kernels();
    this.#keepsCommits = options.keepCommits ?? false;
    this.#commits = new KeptCommits(directory);
    this.#segments = new WriterSegments(directory, this.#commits, retainFrom);
    this.#pending = new PendingChanges({
      directory,
      segments: this.#segments,
      compression: storedCompression,
      sort,
      kernels: this.#kernels,
      retainFrom,
      flushElsewhere: options.flushElsewhere,
    });
    this.#merges = new WriterMerges({
      directory,
      segments: this.#segments,
      compression: storedCompression,
      sort,
      policy: { ...TIERED_DEFAULTS, ...options.mergePolicy },
      retainFrom,
    });
    if (!this.#keepsCommits) this.#commits.dropBefore(this.#commits.newest.generation);
    removeUnreferenced(directory, this.#commits.files());
    this.#snapshots = new PublishedSnapshots(this.#segments.handles());
  }

  /**
   * Recovers the newest commit (every checksum of its segment files is verified) or starts empty,
   * and removes files that belong to no commit.
   */
  static open(directory: Directory, options: IndexWriterOptions = {}): IndexWriter {
    return new IndexWriter(directory, options);
  }

  /** User data of the newest commit; empty before the first commit. */
  get commitUserData(): Readonly<Record<string, string>> {
    return this.#commits.newest.userData;
  }

  /** The generation of the newest commit; 0 before the first. */
  get commitGeneration(): number {
    return this.#commits.newest.generation;
  }

  /** The kept commits, oldest first; more than one only with `keepCommits`. */
  get commits(): readonly CommitPoint[] {
    return this.#commits.all;
  }

  get bufferedDocs(): number {
    return this.#pending.docCount;
  }

  get bufferedBytes(): number {
    return this.#pending.bytes;
  }

  /** True if a commit would write anything. */
  get hasUncommittedChanges(): boolean {
    if (!this.#pending.isEmpty) return true;
    const { all } = this.#segments;
    if (all.length !== this.#commits.newest.segments.length) return true;
    return all.some((segment) => !segment.isWritten);
  }

  /** Adds a document. If it cannot be indexed, the method throws and keeps nothing of it. */
  addDocument(document: IndexableDocument): void {
    this.#ensureUsable();
    this.#pending.add(document);
    this.#flushIfFull();
  }

  /**
   * Replaces all documents of the same id. If the document cannot be indexed, the method throws and
   * they stay.
   */
  replaceDocument(document: IndexableDocument): void {
    this.#ensureUsable();
    this.#pending.replace(document);
    this.#flushIfFull();
  }

  /**
   * Deletes every document of this id that was added before. To update a document, delete it and
   * add it.
   */
  deleteDocuments(id: string): void {
    this.#ensureUsable();
    this.#pending.delete(id);
  }

  /**
   * Keeps a document for the history that no search may see: a tombstone, or a document superseded
   * by a newer one.
   */
  addDeleted(document: IndexableDocument): void {
    this.#ensureUsable();
    this.#pending.addDeleted(document);
    this.#flushIfFull();
  }

  /**
   * Publishes all additions and deletions since the last refresh; `null` when there are none. The
   * new snapshot is pinned until `release`.
   */
  refresh(): ReaderSnapshot | null {
    this.#ensureUsable();
    this.#flush();
    if (!this.#segments.changed) return null;
    this.#segments.changed = false;
    return this.#snapshots.publish(this.#segments.handles());
  }

  /** The snapshot of the last refresh, or of opening the writer. */
  snapshot(): ReaderSnapshot {
    return this.#snapshots.current;
  }

  /**
   * Releases a snapshot that no reader uses any more; a second call does no harm. The current
   * snapshot's files stay in any case.
   */
  release(snapshotVersion: number): void {
    this.#snapshots.release(snapshotVersion);
    this.#collectGarbage();
  }

  /**
   * Makes all changes so far durable, together with `userData`. It does not publish them: `refresh`
   * does.
   */
  commit(userData: Readonly<Record<string, string>>): void {
    this.#ensureUsable();
    this.#flush();
    try {
      this.#writeCommit(userData);
    } catch (error) {
      this.#failure = `commit failed: ${String(error)}`;
      throw error;
    }
  }

  /** Drops the commits before this one; `resetTo` cannot return to them any more. */
  dropCommitsBefore(generation: number): void {
    this.#commits.dropBefore(generation);
    this.#collectGarbage();
  }

  /**
   * Returns to a kept commit: later commits are removed for good, changes since then are discarded,
   * and running merges are cancelled. The result is visible after the next refresh; pinned
   * snapshots do not change.
   */
  resetTo(generation: number): void {
    this.#ensureUsable();
    this.#become(this.#commits.dropAfter(generation), this.#known());
  }

  /** Removes every document, segment and commit for good. */
  clear(): void {
    this.#ensureUsable();
    this.#become(this.#commits.dropAfter(0), new Map());
  }

  /** Takes over a complete and durable commit that was put into the directory after `clear`. */
  adopt(): void {
    this.#ensureUsable();
    this.#commits.reload();
    this.#become(this.#commits.newest, new Map());
  }

  /**
   * Replaces the segments of this index by those of another copy's commit, whose files are in the
   * directory, and commits them with `userData`. The commit is durable when this returns; the
   * segments are visible after the next refresh. Nothing may be buffered; pinned snapshots do not
   * change.
   */
  follow(
    { segments, segmentCounter }: Pick<CommitPoint, 'segments' | 'segmentCounter'>,
    userData: Readonly<Record<string, string>>,
  ): void {
    this.#ensureUsable();
    assert(this.#pending.isEmpty, 'an index that follows has no documents of its own');
    const generation = this.#commits.nextGeneration;
    const commit = { generation, segmentCounter, segments, userData: { ...userData } };
    this.#segments.become(commit, this.#known());
    writeCommit(this.#directory, commit);
    this.#commits.add(commit);
    this.#collectGarbage();
  }

  /**
   * Skips `count` names of segments and of their files, which another writer, whose files this
   * index continues, may have used.
   */
  skipNames(count: number): void {
    this.#segments.skipNames(count);
    this.#commits.skip(count);
  }

  /**
   * Adds the segments of another index's commit, which must stay until this index commits. They are
   * visible after the next refresh.
   */
  addSegments(source: Directory, commit: CommitPoint): void {
    this.#ensureUsable();
    this.#segments.link(source, commit);
  }

  /**
   * Deletes every document that `stays` rejects. The only term of `routingField` is the routing of
   * a document.
   */
  retainDocuments(stays: DocumentFilter, routingField: string): void {
    this.#ensureUsable();
    this.#flush();
    this.#segments.delete(({ reader }) => unwantedIds(reader, stays, routingField));
    this.#collectGarbage();
  }

  /**
   * Starts the merge the policy wants most, of segments in no other merge; `undefined` when it
   * wants none. The caller has the merge run (`runMerge`, in any thread) and then finishes or
   * abandons it. Writes, refreshes and commits continue meanwhile.
   */
  startMerge(): MergeJob | undefined {
    this.#ensureUsable();
    this.#applyDeletes();
    return this.#merges.start();
  }

  /** Counts the merges the policy wants beside the running ones, up to `most`. */
  wantedMerges(most: number): number {
    return this.#merges.wanted(most);
  }

  /** The work of a forced merge, for `startForcedMerge`. No other merge may run meanwhile. */
  forceMergeOf(maxSegments: number, onlyExpungeDeletes: boolean): ForcedMerge {
    this.#ensureUsable();
    this.#flush();
    return this.#merges.forced(maxSegments, onlyExpungeDeletes);
  }

  /** Like `startMerge`; `undefined` when the forced merge is done. */
  startForcedMerge(forced: ForcedMerge): MergeJob | undefined {
    this.#ensureUsable();
    this.#applyDeletes();
    return this.#merges.startForced(forced);
  }

  /**
   * Replaces the merged segments by the segment of a job that has run; visible after the next
   * refresh. If the merge was cancelled meanwhile, the new segment is removed.
   */
  finishMerge(job: MergeJob): void {
    this.#ensureUsable();
    this.#applyDeletes();
    this.#merges.finish(job);
    this.#collectGarbage();
  }

  /** Gives up a job that failed or was stopped and has left no files; nothing changes. */
  abandonMerge(job: MergeJob): void {
    if (this.#merges.abandon(job)) this.#collectGarbage();
  }

  /** Runs the one merge the policy wants most in this thread; `false` when it wants none. */
  maybeMerge(): boolean {
    const job = this.startMerge();
    if (job !== undefined) this.#runHere(job);
    return job !== undefined;
  }

  /**
   * Merges down to `maxSegments` (as far as the maximum segment size allows), or only rewrites
   * segments with many deletes.
   */
  forceMerge(maxSegments: number, onlyExpungeDeletes: boolean): void {
    const forced = this.forceMergeOf(maxSegments, onlyExpungeDeletes);
    for (;;) {
      const job = this.startForcedMerge(forced);
      if (job === undefined) return;
      this.#runHere(job);
    }
  }

  /** Changes how later merges are chosen. */
  changeMergePolicy(policy: Partial<TieredOptions>): void {
    this.#merges.policy = { ...TIERED_DEFAULTS, ...policy };
  }

  stats(): IndexStats {
    const segments = this.#segments.stats();
    const sum = (of: (segment: SegmentStats) => number) =>
      segments.reduce((total, segment) => total + of(segment), 0);
    return {
      docCount: sum((segment) => segment.docCount) + this.#pending.liveCount,
      deletedCount: sum((segment) => segment.deletedCount),
      sizeBytes: sum((segment) => segment.sizeBytes),
      memoryBytes: sum((segment) => segment.memoryBytes),
      fielddata: segments.flatMap((segment) => segment.fielddata),
      completions: segments.flatMap((segment) => segment.completions),
      segments,
    };
  }

  /** Releases everything without a commit. */
  close(): void {
    this.#failure ??= 'this writer is closed';
    this.#merges.stopAll();
    this.#pending.forget();
    this.#segments.close();
    this.#snapshots.releaseAll();
  }

  #ensureUsable(): void {
    if (this.#failure === undefined) return;
    throw new ApiError('illegal_state_exception', `index writer cannot be used: ${this.#failure}`);
  }

  #flushIfFull(): void {
    if (this.#pending.bufferBytes <= this.#bufferBytes) return;
    this.#orFail(() => this.#pending.startFlush());
  }

  #flush(): void {
    this.#orFail(() => this.#pending.flush());
  }

  #applyDeletes(): void {
    this.#orFail(() => this.#pending.applyDeletes());
  }

  /** Runs an action that loses buffered documents if it throws: the writer is not used any more. */
  #orFail(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#failure = `flush failed, buffered documents are lost: ${String(error)}`;
      throw error;
    }
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

  #writeCommit(userData: Readonly<Record<string, string>>): void {
    const generation = this.#commits.nextGeneration;
    const written: string[] = [];
    const segments = this.#segments.commit(generation, written);
    this.#directory.sync(written);
    const segmentCounter = this.#segments.nextNumber;
    const commit: CommitPoint = { generation, segmentCounter, segments, userData: { ...userData } };
    writeCommit(this.#directory, commit);
    this.#commits.add(commit);
    this.#segments.committed();
    if (!this.#keepsCommits) this.#commits.dropBefore(generation);
    this.#collectGarbage();
  }

  /**
   * Segments that are open in some snapshot. If a segment were opened twice, readers that share its
   * parts would take the two for different segments.
   */
  #known(): KnownSegments {
    const known = new Map<string, SegmentHandle>();
    for (const handle of this.#snapshots.groups().flat()) known.set(handle.name, handle);
    for (const handle of this.#segments.handles()) known.set(handle.name, handle);
    return known;
  }

  #become(commit: CommitPoint, known: KnownSegments): void {
    this.#merges.stopAll();
    this.#pending.forget();
    this.#segments.become(commit, known);
    this.#collectGarbage();
  }

  #collectGarbage(): void {
    const committed = this.#commits.all.map(({ segments }) => segments);
    const used = [...this.#snapshots.groups(), ...this.#merges.handles()];
    this.#segments.keepOnly([...committed, ...used]);
  }
}
