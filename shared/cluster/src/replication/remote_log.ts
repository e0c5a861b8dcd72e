/**
 * The log that a primary keeps in a remote store. What is added while a record is on its way goes into the next one together. A commit in the store takes the place of
 * the records before it.
 */
import { LogWriter, type LogWriterOptions } from './log_writer.js';
import type { Operation } from './operation.js';
import {
  type LogPlace,
  NOTHING_LACKING,
  type PlacedCommit,
  type RemoteCommit,
} from './remote_record.js';

export interface RemoteLogOptions extends Omit<LogWriterOptions, 'takesOver' | 'lacksIfEmpty'> {
  /** What an operation counts that waits. */
  readonly weigh: (operation: Operation) => number;
  /** Another primary has the log: this one is over. */
  readonly lost: () => void;
  /** Nothing is on its way any more. */
  readonly idle: () => void;
}

export interface LogBeginning {
  /** Operations up to this number are in the log, or, where it is empty, in the copy alone. */
  readonly floor: number;
  /** The highest number that this copy has. */
  readonly trimAbove: number;
}

interface Waiting {
  readonly operations: readonly Operation[];
  readonly then: () => void;
}

interface Written {
  readonly at: LogPlace;
  /** Of its operations the highest number. */
  readonly upTo: number;
}

export class RemoteLog {
  readonly #options: RemoteLogOptions;
  #writer: LogWriter;
  /** Operations up to this number are in the log, or, where it is empty, in the copy alone. */
  #floor = NOTHING_LACKING;
  #waiting: Waiting[] = [];
  #waitingUpTo = -1;
  #pending = 0;
  #waitingCommit: RemoteCommit | undefined;
  /** In the log, or on its way there. */
  #newestCommit: RemoteCommit | undefined;
  #phase: 'beginning' | 'writing' | 'resting' | 'free' | 'over' = 'beginning';
  /** Own records with operations that the last commit lacks. */
  #written: readonly Written[] = [];
  #lastCommit: PlacedCommit | undefined;
  #afterCommit: (() => void) | undefined;

  constructor(options: RemoteLogOptions) {
    this.#options = options;
    this.#writer = this.#newWriter();
  }

  /** What earlier primaries put into the log above what this one has never happened. `then`: all that this copy has can be restored, but for what is added after. */
  begin({ floor, trimAbove }: LogBeginning, then: () => void): void {
    this.#floor = floor;
    this.#writer = this.#newWriter();
    this.#writer.begin(trimAbove, (isOwn) => {
      if (this.#phase === 'over') return;
      if (!isOwn) {
        this.#options.lost();
        return;
      }
      this.#readLastCommit(() => {
        if (this.#phase === 'over') return;
        this.#phase = 'free';
        if (this.isWhole) then();
        else this.#afterCommit = then;
        this.#writeNext();
      });
    });
  }

  #newWriter(): LogWriter {
    return new LogWriter({ ...this.#options, takesOver: false, lacksIfEmpty: this.#floor });
  }

  /** Nothing more is written. */
  end(): void {
    this.#phase = 'over';
  }

  /** Everything that this copy has can be restored, but for what is on its way. */
  get isWhole(): boolean {
    const { newest } = this.#writer;
    return newest !== undefined && newest.lacks === NOTHING_LACKING;
  }

  /** Nothing is on its way. */
  get isIdle(): boolean {
    const isQuiet = this.#phase === 'resting' || this.#phase === 'free';
    return isQuiet && !this.#hasNext;
  }

  /** The weight of all operations that are not in the log yet. */
  get pending(): number {
    return this.#pending;
  }

  /** Of the newest commit there. */
  get files(): unknown {
    return this.#lastCommit?.files;
  }

  /** `upTo`: the highest number of them. `then`: they are in the log. */
  add(operations: readonly Operation[], upTo: number, then: () => void): void {
    if (operations.length === 0) {
      then();
      return;
    }
    this.#waiting.push({ operations, then });
    this.#pending += this.#weightOf(operations);
    this.#waitingUpTo = Math.max(this.#waitingUpTo, upTo);
    this.#writeNext();
  }

  /** A commit of this primary would let records go: it has more than the last. */
  wantsCommit(maxSeqNo: number): boolean {
    if (this.#phase === 'beginning' || maxSeqNo < this.#floor) return false;
    if (this.#newestCommit === undefined) return !this.isWhole || maxSeqNo > NOTHING_LACKING;
    return maxSeqNo > this.#newestCommit.maxSeqNo;
  }

  /** All copies have the operations of the commit, and its files are in the store. */
  addCommit(commit: RemoteCommit): void {
    if (!this.wantsCommit(commit.maxSeqNo)) return;
    this.#waitingCommit = commit;
    this.#newestCommit = commit;
    this.#writeNext();
  }

  /** Of an earlier primary: its files go when the next commit does not need them. */
  #readLastCommit(then: () => void): void {
    const segment = this.#writer.newest?.lastCommit;
    if (segment === undefined) {
      then();
      return;
    }
    this.#writer.read({ segment, index: 0 }, (record) => {
      if (record?.kind === 'head') this.#lastCommit = record.commit;
      this.#newestCommit = this.#lastCommit;
      then();
    });
  }

  get #hasNext(): boolean {
    return this.#waiting.length > 0 || this.#waitingCommit !== undefined;
  }

  /** Writes go before commits: somebody waits for them. */
  #writeNext(): void {
    if (this.#phase !== 'free' || !this.#hasNext) return;
    this.#phase = 'writing';
    if (this.#waiting.length > 0) this.#append();
    else if (this.#waitingCommit !== undefined) this.#commit(this.#waitingCommit);
  }

  #append(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#written = [...this.#written, { at: this.#writer.next, upTo: this.#waitingUpTo }];
    const operations = batch.flatMap((each) => each.operations);
    this.#writer.append(operations, (isOwn) => {
      this.#wrote(isOwn, () => {
        this.#pending -= this.#weightOf(operations);
        for (const { then } of batch) then();
      });
    });
  }

  #commit(commit: RemoteCommit): void {
    const { rules } = this.#options;
    this.#waitingCommit = undefined;
    const first = this.#written.find(({ upTo }) => upTo > commit.maxSeqNo);
    const behind = { segment: this.#writer.next.segment + 1, index: 1 };
    const placed = { ...commit, logFrom: first?.at ?? behind };
    if (!rules.removesWhenPlaced) this.#trim(placed);
    this.#writer.commit(placed, (isOwn) => {
      this.#wrote(isOwn, () => {
        if (rules.removesWhenPlaced) this.#trim(placed);
        this.#lastCommit = placed;
        this.#written = this.#written.filter(({ upTo }) => upTo > commit.maxSeqNo);
        const then = this.#afterCommit;
        this.#afterCommit = undefined;
        then?.();
      });
    });
  }

  #wrote(isOwn: boolean, then: () => void): void {
    if (this.#phase === 'over') return;
    if (!isOwn) {
      this.#options.lost();
      return;
    }
    this.#phase = 'resting';
    then();
    if (this.isIdle) this.#options.idle();
    this.#options.ask({ kind: 'rest' }, () => this.#rested());
  }

  #weightOf(operations: readonly Operation[]): number {
    return operations.reduce((sum, operation) => sum + this.#options.weigh(operation), 0);
  }

  #rested(): void {
    if (this.#phase !== 'resting') return;
    this.#phase = 'free';
    this.#writeNext();
  }

  /** What is not removed now is in nobody's way. */
  #trim({ logFrom, files: kept }: PlacedCommit): void {
    const { ask, rules } = this.#options;
    const last = this.#lastCommit;
    const fromSegment = last?.logFrom.segment ?? 0;
    const toSegment = rules.trimTo(logFrom.segment, this.#writer.next.segment);
    ask({ kind: 'trim', fromSegment, toSegment, kept, before: last?.files }, () => {});
  }
}
