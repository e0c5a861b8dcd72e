/** What a copy's files hold: operations in the index, and those of the translog that wait for a new primary's confirmation. */
import { NO_SEQ_NO, type Operation, type StoreStatus } from '@skein/cluster';

export class StoreContent {
  historyUuid: string | undefined;
  term = 0;
  globalCheckpoint = NO_SEQ_NO;
  localCheckpoint = NO_SEQ_NO;
  /** What came before is in the index only. */
  historyFrom = 0;
  readonly applied = new Map<number, Operation>();
  readonly pending = new Map<number, Operation>();

  status(): StoreStatus {
    const { historyUuid, term, globalCheckpoint, localCheckpoint } = this;
    return { historyUuid, term, globalCheckpoint, localCheckpoint, maxSeqNo: this.maxSeqNo() };
  }

  maxSeqNo(): number {
    return Math.max(NO_SEQ_NO, ...this.applied.keys(), ...this.pending.keys());
  }

  /** In the index or, unconfirmed, in the translog. */
  find(seqNo: number): Operation | undefined {
    return this.applied.get(seqNo) ?? this.pending.get(seqNo);
  }

  from(seqNo: number): Operation[] {
    return [...this.applied.values()]
      .filter((operation) => operation.seqNo >= seqNo)
      .sort((a, b) => a.seqNo - b.seqNo);
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
    for (const operation of this.from(aboveSeqNo + 1)) {
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
    this.applied.clear();
    this.pending.clear();
  }

  copy(): StoreContent {
    const other = new StoreContent();
    const { historyUuid, term, globalCheckpoint, localCheckpoint, historyFrom } = this;
    Object.assign(other, { historyUuid, term, globalCheckpoint, localCheckpoint, historyFrom });
    for (const [seqNo, operation] of this.applied) other.applied.set(seqNo, operation);
    for (const [seqNo, operation] of this.pending) other.pending.set(seqNo, operation);
    return other;
  }
}
