/**
 * A copy among the other copies of its shard: it takes operations of a primary by their numbers, goes back when another becomes primary,
 * becomes primary itself, hands out its history and its files, takes over those of another copy. What
 * the replication machine asks of its store (docs/specs/replication.md), done to a real engine.
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

/** That two primaries give the same name to two files is as unlikely as that this number is drawn twice; a replica that sees it fails. */
const MAX_SKIPPED_NAMES = 2 ** 24;

/** What is durable, but for `maxSeqNo`. */
export interface ReplicaStatus {
  readonly historyUuid: string;
  /** The highest term a primary has spoken to this copy in. */
  readonly term: number;
  /** Of any operation, also of those that wait for a new primary's confirmation. */
  readonly maxSeqNo: number;
  readonly localCheckpoint: number;
  readonly globalCheckpoint: number;
}

export interface SafeCommit {
  readonly generation: number;
  readonly maxSeqNo: number;
  /** It lacks no operation before its last. */
  readonly isWhole: boolean;
  /** Their names. */
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
   * From now on the checkpoint of all copies is told by `sync`. What is here of their history stays until a primary says how much of it they
   * need: after a restart it is not known yet.
   */
  notAlone(): void {
    const core = this.#core;
    core.isOnlyCopy = false;
    core.retainFrom = Math.min(core.retainFrom, core.retained.fromSeqNo);
  }

  /** Where the log ends: to be given to `framesSince` in the same turn. */
  get logEnd(): number {
    return this.#core.translog.end;
  }

  /** The operations since then, as frames of the log one behind the other. */
  framesSince(logEnd: number): Uint8Array<ArrayBuffer> {
    return this.#core.fatal(() => this.#core.translog.framesSince(logEnd));
  }

  /** A primary's operations, by number: what is here already changes nothing, what comes late does not undo what is newer. */
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

  /** Of a copy that follows: an operation is done when the log has it, and nothing but its number is read. */
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

  /** A primary of a later term speaks: what is above the number leaves the index and stays in the log, until it is confirmed or trimmed. */
  rollBack(term: number, aboveSeqNo: number): void {
    const core = this.#core;
    core.ensureOpen();
    core.fatal(() => {
      this.#goBackTo(aboveSeqNo);
      core.translog.roll(term);
    });
  }

  /** What is above the number and waits for confirmation never happened. */
  trim(aboveSeqNo: number): void {
    const core = this.#core;
    core.ensureOpen();
    core.fatal(() => core.translog.trimAbove(aboveSeqNo, core.term));
    core.sequence.forgetAbove(aboveSeqNo);
  }

  /** Becomes primary: applies what waits for confirmation, and leaves no gap; one that followed indexes what its segments lack. Durable. */
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

  /** Goes back to what all copies have, without a gap, and forgets the rest. Durable. */
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

  /** Every operation from here on is kept. */
  get historyFrom(): number {
    return this.#core.retained.fromSeqNo;
  }

  hasHistoryFrom(seqNo: number): boolean {
    return seqNo >= this.historyFrom;
  }

  /** Everything from a number on, up to now, to be closed; `undefined`: it is not all here. */
  readHistory(fromSeqNo: number): HistoryReader | undefined {
    this.#core.ensureOpen();
    return this.hasHistoryFrom(fromSeqNo) ? this.#core.history(fromSeqNo) : undefined;
  }

  /** The files of a commit that every copy may have: to be closed. */
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

  /** The commit's files stay until the returned function is called. */
  holdCommit(generation: number): () => void {
    return this.#core.holdCommit(generation);
  }

  /** Everything so far, in a commit that stays until it is closed. */
  commitAll(): HeldCommit {
    this.commit();
    const core = this.#core;
    const { commit, letGo } = core.holdNewestCommit();
    return new HeldCommit(core.options.indexDirectory, commit, letGo);
  }

  /** Sees to it that everything so far is in a commit; returns the number of its last operation. */
  commit(): number {
    const core = this.#core;
    core.ensureOpen();
    const isWhole = core.indexed.maxSeqNo === core.commit.maxSeqNo;
    if (!isWhole || core.writer.hasUncommittedChanges) core.fatal(() => core.commitIndex());
    return core.commit.maxSeqNo;
  }

  /** Room for another copy's files, under names with this at the beginning; what an earlier attempt left is removed. */
  stageFiles(prefix: StagedPrefix): StagedFiles {
    return new StagedFiles(this.#core.options.indexDirectory, prefix);
  }

  /** The index is a copy of the primary's, and lacks something that the log has. */
  get isBehind(): boolean {
    const { follows, indexed, sequence } = this.#core;
    return follows && indexed.maxSeqNo < sequence.maxSeqNo;
  }

  /** The index is a copy of the primary's. */
  get follows(): boolean {
    return this.#core.follows;
  }

  /**
   * The segments of the primary's commit among the staged files take the place of those here; the log stays. All copies have the operations of that commit, by what is
   * told here with it: nothing in the index will ever have to go back. Durable. One that is older than what is here changes nothing: the log may lack what the index would
   * lose, and the index has all that it brings. False, and nothing is changed: it is not of this history, or not all of it is here.
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

  /** The staged files, all of them there, take the place of everything. Durable. */
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

  /** From here on history is kept for other copies, besides what this one needs. */
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

  /** The index is this copy's own from now on; what the log has beyond it waits to be applied. */
  #lead(): void {
    const core = this.#core;
    const { maxSeqNo } = core.sequence;
    core.follows = false;
    core.sequence = new LocalCheckpointTracker(core.commit.maxSeqNo, core.commit.localCheckpoint);
    core.sequence.advance(maxSeqNo);
  }

  /** Primaries before this one may have given names that are not known here; a replica that has such a file must not be sent another of its name. */
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

  /** A new log over the index as it is now. */
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
