/**
 * The replication operations of an engine: it takes operations of a primary by number, rolls back
 * when another copy becomes primary, becomes primary itself, provides its history and files, and
 * adopts those of another copy. It implements the store that the replication machine needs
 * (docs/specs/replication.md).
 */
import { assert } from '@skein/base';
import { type CommitData, decodeCommitData, encodeCommitData } from './commit_data.js';
import type { EngineCore } from './engine_core.js';
import { freshCommit } from './engine_parts.js';
import { LocalCheckpointTracker } from './local_checkpoint.js';
import { HeldCommit } from './recovery/held_commit.js';
import type { HistoryReader } from './recovery/history_reader.js';
import { StagedFiles, type StagedPrefix } from './recovery/staged_files.js';
import { frameIdentity, readFrames, verifiedFrames } from './translog/frames.js';
import { Translog } from './translog/translog.js';

/**
 * Range of the random number that keeps two primaries from giving the same name to two files: that
 * is as unlikely as drawing the same number twice. A replica that sees it fails.
 */
const MAX_SKIPPED_NAMES = 2 ** 24;

/** Durable state, except for `maxSeqNo`. */
export interface ReplicaStatus {
  readonly historyUuid: string;
  /** The highest term in which a primary has sent something to this copy. */
  readonly term: number;
  /**
   * The highest number of any operation, including those that wait for a new primary's
   * confirmation.
   */
  readonly maxSeqNo: number;
  readonly localCheckpoint: number;
  readonly globalCheckpoint: number;
}

interface SafeCommit {
  readonly generation: number;
  readonly maxSeqNo: number;
  /** True if it lacks no operation before its last. */
  readonly isWhole: boolean;
  /** Names of its segments. */
  readonly segments: readonly string[];
}

export class EngineReplica {
  readonly #core: EngineCore;

  constructor(core: EngineCore) {
    this.#core = core;
  }

  get status(): ReplicaStatus {
    const { commit, term, sequence, translog } = this.#core;
    return {
      historyUuid: commit.historyUuid,
      term,
      maxSeqNo: sequence.maxSeqNo,
      localCheckpoint: sequence.persistedCheckpoint,
      globalCheckpoint: translog.globalCheckpoint,
    };
  }

  /**
   * From now on `sync` receives the global checkpoint. The existing history is kept until a primary
   * says how much of it the copies need, which is unknown after a restart.
   */
  notAlone(): void {
    const core = this.#core;
    core.isOnlyCopy = false;
    core.retainFrom = Math.min(core.retainFrom, core.retained.fromSeqNo);
  }

  /** Position of the end of the log; pass it to `framesSince` in the same turn. */
  get logEnd(): number {
    return this.#core.translog.end;
  }

  /** The operations since then, as consecutive frames of the log. */
  framesSince(logEnd: number): Uint8Array<ArrayBuffer> {
    return this.#core.fatal(() => this.#core.translog.framesSince(logEnd));
  }

  /**
   * Applies a primary's operations by number: known ones change nothing, and late ones do not undo
   * newer ones.
   */
  append(frames: Uint8Array): void {
    const core = this.#core;
    core.ensureOpen();
    if (core.follows) {
      this.#appendToLog(frames);
      return;
    }
    for (const { operation, frame } of readFrames(frames)) {
      if (core.sequence.hasProcessed(operation.seqNo)) continue;
      const location = core.fatal(() => core.translog.appendFrame(operation.seqNo, frame));
      core.replay(operation, location);
    }
  }

  /**
   * Appends operations in a following copy: an operation is done when the log has it, and only its
   * number is read.
   */
  #appendToLog(frames: Uint8Array): void {
    const core = this.#core;
    const { sequence, translog } = core;
    for (const frame of verifiedFrames(frames)) {
      const { seqNo } = frameIdentity(frame);
      if (sequence.hasProcessed(seqNo)) continue;
      core.fatal(() => translog.appendFrame(seqNo, frame));
      sequence.advance(seqNo);
      sequence.markProcessed(seqNo);
    }
  }

  /** Makes everything so far durable. */
  sync(globalCheckpoint: number): void {
    this.#core.ensureOpen();
    this.#core.sync(globalCheckpoint);
  }

  /**
   * Handles a primary of a later term: operations above the number leave the index and stay in the
   * log until they are confirmed or trimmed.
   */
  rollBack(term: number, aboveSeqNo: number): void {
    const core = this.#core;
    core.ensureOpen();
    core.fatal(() => {
      this.#goBackTo(aboveSeqNo);
      core.translog.roll(term);
    });
  }

  /** Drops operations above the number that wait for confirmation. */
  trim(aboveSeqNo: number): void {
    const core = this.#core;
    core.ensureOpen();
    core.fatal(() => core.translog.trimAbove(aboveSeqNo, core.term));
    core.sequence.forgetAbove(aboveSeqNo);
  }

  /**
   * Becomes primary: applies operations that wait for confirmation and fills gaps; a former
   * follower indexes the operations that its segments lack. Durable.
   */
  promote(term: number): void {
    const core = this.#core;
    core.ensureOpen();
    core.fatal(() => {
      if (core.settings.replicatesSegments) core.writer.skipNames(this.#namesToSkip());
      if (core.follows) this.#lead();
      this.#restorePending();
      if (core.term < term) core.translog.roll(term);
      this.#fillGaps(term);
      core.sync();
    });
  }

  /**
   * Rolls back to the operations that all copies have, without a gap, and drops the rest. Durable.
   */
  resetToSafe(term: number): void {
    const core = this.#core;
    core.ensureOpen();
    core.fatal(() => {
      core.sync();
      const { globalCheckpoint } = core.translog;
      const safe = Math.min(globalCheckpoint, core.sequence.persistedCheckpoint);
      if (core.commitUpTo(safe) === undefined) {
        this.#becomeEmpty(term);
        return;
      }
      this.#goBackTo(safe);
      core.translog.roll(Math.max(term, core.term));
      core.translog.trimAbove(safe, Number.POSITIVE_INFINITY);
      core.sequence.forgetAbove(safe);
    });
  }

  /** Every operation from this number on is retained. */
  get historyFrom(): number {
    return this.#core.retained.fromSeqNo;
  }

  hasHistoryFrom(seqNo: number): boolean {
    return seqNo >= this.historyFrom;
  }

  /**
   * A reader of all operations from a number on, up to now, which the caller must close;
   * `undefined`: some are gone.
   */
  readHistory(fromSeqNo: number): HistoryReader | undefined {
    this.#core.ensureOpen();
    return this.hasHistoryFrom(fromSeqNo) ? this.#core.history(fromSeqNo) : undefined;
  }

  /** The files of a commit that every copy may have; the caller must close it. */
  readCommit(): HeldCommit {
    this.#core.ensureOpen();
    const { commit, letGo } = this.#core.holdSafeCommit();
    return new HeldCommit(this.#core.options.indexDirectory, commit, letGo);
  }

  /** The newest commit that every copy may have. */
  get safeCommit(): SafeCommit | undefined {
    const { translog } = this.#core;
    const commit = this.#core.commitUpTo(translog.globalCheckpoint);
    if (commit === undefined) return undefined;
    const { maxSeqNo, localCheckpoint } = decodeCommitData(commit.userData);
    const segments = commit.segments.map(({ name }) => name);
    const { generation } = commit;
    return { generation, maxSeqNo, isWhole: localCheckpoint === maxSeqNo, segments };
  }

  /** Holds the commit's files until the returned function is called. */
  holdCommit(generation: number): () => void {
    return this.#core.holdCommit(generation);
  }

  /** A commit of everything so far, held until it is closed. */
  commitAll(): HeldCommit {
    this.commit();
    const core = this.#core;
    const { commit, letGo } = core.holdNewestCommit();
    return new HeldCommit(core.options.indexDirectory, commit, letGo);
  }

  /** Makes sure that everything so far is in a commit; returns the number of its last operation. */
  commit(): number {
    const core = this.#core;
    core.ensureOpen();
    const isWhole = core.indexed.maxSeqNo === core.commit.maxSeqNo;
    if (!isWhole || core.writer.hasUncommittedChanges) core.fatal(() => core.commitIndex());
    return core.commit.maxSeqNo;
  }

  /**
   * A place for another copy's files, under names with this prefix; leftovers of an earlier attempt
   * are removed.
   */
  stageFiles(prefix: StagedPrefix): StagedFiles {
    return new StagedFiles(this.#core.options.indexDirectory, prefix);
  }

  /** True if the index is a copy of the primary's and lacks operations that the log has. */
  get isBehind(): boolean {
    const { follows, indexed, sequence } = this.#core;
    return follows && indexed.maxSeqNo < sequence.maxSeqNo;
  }

  /** True if the index is a copy of the primary's. */
  get follows(): boolean {
    return this.#core.follows;
  }

  /**
   * Replaces the segments by those of the primary's commit among the staged files; the log stays.
   * By the checkpoint in `told`, all copies have the commit's operations, so nothing in the index
   * will ever be rolled back. Durable. A commit older than the current one changes nothing: the log
   * may lack the operations that the index would lose, and the index has everything in it. Returns
   * false, and changes nothing, if it is of another history or incomplete.
   */
  install(files: StagedFiles, told: { readonly globalCheckpoint: number }): boolean {
    const core = this.#core;
    core.ensureOpen();
    return core.fatal(() => {
      const point = files.commitPoint();
      const { historyUuid, maxSeqNo } = decodeCommitData(point.userData);
      core.sync(told.globalCheckpoint);
      const { persistedCheckpoint } = core.sequence;
      const isConfirmed = maxSeqNo <= Math.min(core.translog.globalCheckpoint, persistedCheckpoint);
      const isOfHistory = historyUuid === core.commit.historyUuid;
      if (!core.follows || !isConfirmed || !isOfHistory) return false;
      if (maxSeqNo < core.commit.maxSeqNo) {
        files.discard();
        return true;
      }
      if (!files.hasAllOf(point)) return false;
      files.moveBeside();
      core.followCommit(point);
      return true;
    });
  }

  /** Replaces everything by the complete staged files. Durable. */
  replace(files: StagedFiles, told: { readonly term: number; readonly globalCheckpoint: number }) {
    const core = this.#core;
    core.ensureOpen();
    core.fatal(() => {
      core.writer.clear();
      files.moveIntoPlace();
      core.writer.adopt();
      this.#beginAnew(decodeCommitData(core.writer.commitUserData), told);
    });
  }

  /** Keeps history for other copies from this number on, besides what this copy itself needs. */
  retainFrom(seqNo: number): void {
    this.#core.retainFrom = seqNo;
  }

  get retainedFrom(): number {
    return this.#core.retainFrom;
  }

  #goBackTo(seqNo: number): void {
    const core = this.#core;
    const { maxSeqNo, maxProcessed } = core.sequence;
    if (maxProcessed <= seqNo) return;
    const view = core.translog.view();
    const commit = core.commitUpTo(seqNo);
    assert(commit !== undefined, `no commit without operations above [${seqNo}]`);
    const isThere = core.follows && commit.generation === core.writer.commitGeneration;
    if (!isThere) core.writer.resetTo(commit.generation);
    core.commit = decodeCommitData(commit.userData);
    core.sequence = new LocalCheckpointTracker(core.commit.maxSeqNo, core.commit.localCheckpoint);
    if (!isThere) core.live.reset();
    core.replayLog(view, seqNo);
    core.sequence.advance(maxSeqNo);
  }

  /** Makes the index this copy's own; the log's operations beyond it wait to be applied. */
  #lead(): void {
    const core = this.#core;
    const { maxSeqNo } = core.sequence;
    core.follows = false;
    core.sequence = new LocalCheckpointTracker(core.commit.maxSeqNo, core.commit.localCheckpoint);
    core.sequence.advance(maxSeqNo);
  }

  /**
   * A random number of file names to skip. Earlier primaries may have used names that are unknown
   * here, and a replica that has such a file must not receive another one of that name.
   */
  #namesToSkip(): number {
    return 1 + Math.floor(this.#core.options.random.next() * MAX_SKIPPED_NAMES);
  }

  #restorePending(): void {
    const core = this.#core;
    const { sequence, translog } = core;
    if (sequence.processedCheckpoint === sequence.maxSeqNo) return;
    const from = sequence.processedCheckpoint + 1;
    for (const operation of translog.operations(translog.view(), from)) {
      if (!sequence.hasProcessed(operation.seqNo)) core.replay(operation);
    }
  }

  #fillGaps(primaryTerm: number): void {
    const core = this.#core;
    const { sequence, translog } = core;
    const reason = 'filling gaps';
    for (let seqNo = sequence.processedCheckpoint + 1; seqNo <= sequence.maxSeqNo; seqNo++) {
      if (sequence.hasProcessed(seqNo)) continue;
      translog.append({ kind: 'noop', seqNo, primaryTerm, reason });
      core.applyNoop(reason, { seqNo, primaryTerm });
    }
  }

  #becomeEmpty(term: number): void {
    const core = this.#core;
    core.writer.clear();
    this.#beginAnew(freshCommit(core.options.random), { term, globalCheckpoint: -1 });
  }

  /** Starts a new log on the current index. */
  #beginAnew(
    found: CommitData,
    { term, globalCheckpoint }: { readonly term: number; readonly globalCheckpoint: number },
  ): void {
    const core = this.#core;
    const { random, translogDirectory: directory } = core.options;
    const generation = core.translog.generation + 1;
    core.translog.remove();
    const { translogUuid } = freshCommit(random);
    const log = { directory, translogUuid, primaryTerm: term };
    core.translog = Translog.create(log, { generation, globalCheckpoint });
    const { localCheckpoint } = found;
    core.commit = { ...found, translogUuid, translogGeneration: generation };
    core.retained.restart(found.minRetainedSeqNo);
    core.writer.commit(encodeCommitData(core.commit));
    core.writer.dropCommitsBefore(core.writer.commitGeneration);
    core.sequence = new LocalCheckpointTracker(core.commit.maxSeqNo, localCheckpoint);
    core.live.reset();
  }
}
