/**
 * What a copy's files hold: operations in the index, and those of the translog that wait for a new
 * primary's confirmation.
 */
import { NO_SEQ_NO, type Operation, type StoreStatus } from '@skein/cluster';

/** Of a shard's index, by the name its writer gave it. */
interface ModelSegment {
  readonly name: string;
  readonly operations: readonly Operation[];
}

/** Segments, oldest first; together they have every operation up to a number. */
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
  /** What came before is in the index only. */
  historyFrom = 0;
  /**
   * The index is a copy of the primary's: what is applied is in the log only, and the index is the
   * newest commit.
   */
  follows = false;
  /** Of a copy that follows: the log has what is applied from here on. */
  logFrom = 0;
  /** Oldest first. */
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

  /** What searches of a copy that follows see; of any other, all that is applied. */
  get index(): ReadonlyMap<number, Operation> {
    return this.follows ? this.newestCommit.operations : this.applied;
  }

  get newestCommit(): ModelCommit {
    return this.commits.at(-1) ?? NO_SEGMENTS;
  }

  /** What this copy would have of a number if it became primary now. */
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

  /** Everything applied, in segments; one more for what no segment has. */
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
   * The segments become the index of this copy, beside its log; a file of a `known` name is taken
   * to be the one that is here.
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

  /** The newest commit, or the newest of which nothing may have to go back. */
  commitFor(isSafe: boolean): ModelCommit {
    const last = isSafe ? Math.min(this.globalCheckpoint, this.localCheckpoint) : this.maxSeqNo();
    return this.commits.findLast(({ maxSeqNo }) => maxSeqNo <= last) ?? NO_SEGMENTS;
  }

  /** From now on it follows a primary. */
  follow(): void {
    this.follows = true;
    this.logFrom = 0;
  }

  /** The index is this copy's own from now on, and has what the log has beyond it. */
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

  /** A flush: the log before it may go, but for what a copy may have to take back. */
  forgetHistory(upTo: number): void {
    const { globalCheckpoint, localCheckpoint } = this;
    const last = Math.min(upTo, globalCheckpoint, localCheckpoint);
    this.historyFrom = Math.max(this.historyFrom, last + 1);
  }

  /** What all copies have: the commit another copy may be given. */
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
