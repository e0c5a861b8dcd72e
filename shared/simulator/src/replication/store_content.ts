/**
 * The content of a copy's files: the operations in the index, and those of the translog that wait
 * for a new primary's confirmation.
 */
import { NO_SEQ_NO, type Operation, type StoreStatus } from '@skein/cluster';

/** A segment of a shard's index, named by its writer. */
interface ModelSegment {
  readonly name: string;
  readonly operations: readonly Operation[];
}

/** Segments, the oldest first; together they hold every operation up to a number. */
export class ModelCommit {
  readonly segments: readonly ModelSegment[];
  readonly operations: ReadonlyMap<number, Operation>;
  readonly maxSeqNo: number;

  constructor(segments: readonly ModelSegment[]) {
    this.segments = segments;
    this.operations = new Map(
      segments.flatMap(({ operations }) => operations.map((one) => [one.seqNo, one] as const)),
    );
    this.maxSeqNo = Math.max(NO_SEQ_NO, ...this.operations.keys());
  }
}

const NO_SEGMENTS = new ModelCommit([]);

export class StoreContent {
  historyUuid: string | undefined;
  term = 0;
  globalCheckpoint = NO_SEQ_NO;
  localCheckpoint = NO_SEQ_NO;
  /** The first number of the history; earlier operations are in the index only. */
  historyFrom = 0;
  /**
   * True when the index is a copy of the primary's: applied operations are in the log only, and the
   * index is the newest commit.
   */
  follows = false;
  /** For a copy that follows, the first number whose applied operation is in the log. */
  logFrom = 0;
  /** The commits, the oldest first. */
  commits: readonly ModelCommit[] = [];
  readonly applied = new Map<number, Operation>();
  readonly pending = new Map<number, Operation>();

  status(): StoreStatus {
    const { historyUuid, term, globalCheckpoint, localCheckpoint } = this;
    return { historyUuid, term, globalCheckpoint, localCheckpoint, maxSeqNo: this.maxSeqNo() };
  }

  maxSeqNo(): number {
    return Math.max(NO_SEQ_NO, ...this.applied.keys(), ...this.pending.keys());
  }

  /**
   * The operations that searches see: those of the newest commit for a copy that follows, all
   * applied ones for any other.
   */
  get index(): ReadonlyMap<number, Operation> {
    return this.follows ? this.newestCommit.operations : this.applied;
  }

  get newestCommit(): ModelCommit {
    return this.commits.at(-1) ?? NO_SEGMENTS;
  }

  /** The operation that this copy would have for a number if it became primary now. */
  find(seqNo: number): Operation | undefined {
    const { index } = this;
    if (!this.follows || index.has(seqNo)) return index.get(seqNo) ?? this.pending.get(seqNo);
    const logged = seqNo < this.logFrom ? undefined : this.applied.get(seqNo);
    return logged ?? this.pending.get(seqNo);
  }

  from(seqNo: number): Operation[] {
    return [...this.applied.keys()]
      .filter((one) => one >= seqNo)
      .sort((a, b) => a - b)
      .flatMap((one) => this.find(one) ?? []);
  }

  /** Commits everything applied, with one new segment for the operations that no segment has. */
  commit(): void {
    const { segments, maxSeqNo } = this.newestCommit;
    const operations = this.from(maxSeqNo + 1);
    if (operations.length === 0) return;
    const name = `_${segments.length}`;
    const safe = this.commits.indexOf(this.commitFor(true));
    const commit = new ModelCommit([...segments, { name, operations }]);
    this.commits = [...this.commits.slice(Math.max(safe, 0)), commit];
  }

  /**
   * Makes the segments the index of this copy, beside its log. A file with a `known` name is taken
   * to be the local one.
   */
  install(
    commit: ModelCommit,
    how: { readonly keepsLog: boolean; readonly known: ReadonlyMap<string, ModelSegment> },
  ): void {
    const segments = commit.segments.map((segment) => how.known.get(segment.name) ?? segment);
    const installed = new ModelCommit(segments);
    this.commits = [installed];
    const last = how.keepsLog ? installed.maxSeqNo : this.localCheckpoint;
    this.logFrom = Math.max(this.logFrom, last + 1);
  }

  /** The newest commit, or, if `isSafe`, the newest of which nothing may have to be rolled back. */
  commitFor(isSafe: boolean): ModelCommit {
    const last = isSafe ? Math.min(this.globalCheckpoint, this.localCheckpoint) : this.maxSeqNo();
    return this.commits.findLast(({ maxSeqNo }) => maxSeqNo <= last) ?? NO_SEGMENTS;
  }

  /** Makes this copy follow a primary. */
  follow(): void {
    this.follows = true;
    this.logFrom = 0;
  }

  /** Makes the index this copy's own, extended by the operations that only the log has. */
  #lead(replays: boolean): void {
    const { index } = this;
    const logged = [...this.applied.keys()].flatMap((seqNo) => this.find(seqNo) ?? []);
    this.follows = false;
    this.applied.clear();
    this.localCheckpoint = NO_SEQ_NO;
    for (const operation of index.values()) this.apply(operation);
    if (replays) for (const operation of logged) this.apply(operation);
  }

  apply(operation: Operation): void {
    this.pending.delete(operation.seqNo);
    if (!this.applied.has(operation.seqNo)) this.applied.set(operation.seqNo, operation);
    while (this.applied.has(this.localCheckpoint + 1)) this.localCheckpoint++;
  }

  /**
   * Drops the history up to a number, as a flush does, except for operations that a copy may have
   * to roll back.
   */
  forgetHistory(upTo: number): void {
    const { globalCheckpoint, localCheckpoint } = this;
    const last = Math.min(upTo, globalCheckpoint, localCheckpoint);
    this.historyFrom = Math.max(this.historyFrom, last + 1);
  }

  /** The operations that all copies have: the commit that another copy may be given. */
  safe(): Operation[] {
    const last = Math.min(this.globalCheckpoint, this.localCheckpoint);
    return this.from(0).filter(({ seqNo }) => seqNo <= last);
  }

  learn(globalCheckpoint: number): void {
    this.globalCheckpoint = Math.max(this.globalCheckpoint, globalCheckpoint);
  }

  rollback(aboveSeqNo: number, keepPending: boolean): void {
    for (const operation of [...this.applied.values()]) {
      if (operation.seqNo <= aboveSeqNo) continue;
      this.applied.delete(operation.seqNo);
      if (keepPending) this.pending.set(operation.seqNo, operation);
    }
    if (!keepPending) this.trim(aboveSeqNo);
    this.localCheckpoint = Math.min(this.localCheckpoint, aboveSeqNo);
  }

  trim(aboveSeqNo: number): void {
    for (const seqNo of [...this.pending.keys()]) {
      if (seqNo > aboveSeqNo) this.pending.delete(seqNo);
    }
  }

  promote(term: number, restore: boolean, newHistory: string): void {
    this.historyUuid ??= newHistory;
    this.term = term;
    if (this.follows) this.#lead(restore);
    const waiting = [...this.pending.values()];
    this.pending.clear();
    if (restore) for (const operation of waiting) this.apply(operation);
    const last = this.maxSeqNo();
    for (let seqNo = 0; seqNo <= last; seqNo++) {
      if (!this.applied.has(seqNo)) this.apply({ seqNo, term, body: undefined });
    }
  }

  clear(): void {
    this.historyUuid = undefined;
    this.term = 0;
    this.globalCheckpoint = NO_SEQ_NO;
    this.localCheckpoint = NO_SEQ_NO;
    this.historyFrom = 0;
    this.logFrom = 0;
    this.commits = [];
    this.applied.clear();
    this.pending.clear();
  }

  copy(): StoreContent {
    const other = new StoreContent();
    const { historyUuid, term, globalCheckpoint, localCheckpoint, historyFrom } = this;
    const { follows, logFrom, commits } = this;
    Object.assign(other, { historyUuid, term, globalCheckpoint, localCheckpoint, historyFrom });
    Object.assign(other, { follows, logFrom, commits });
    for (const [seqNo, operation] of this.applied) other.applied.set(seqNo, operation);
    for (const [seqNo, operation] of this.pending) other.pending.set(seqNo, operation);
    return other;
  }
}
