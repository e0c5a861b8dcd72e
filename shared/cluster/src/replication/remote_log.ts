/**
 * The log that a primary keeps in a remote store. Operations that are added while a record is being
 * written go together into the next record. A commit in the store replaces the records before it.
 */
import { LogWriter, type LogWriterOptions } from './log_writer.js';
import type { Operation } from './operation.js';
import {
  type LogPlace,
  NOTHING_LACKING,
  type PlacedCommit,
  type RemoteCommit,
} from './remote_record.js';

interface RemoteLogOptions extends Omit<LogWriterOptions, 'takesOver' | 'lacksIfEmpty'> {
  /** Weight of a waiting operation. */
  readonly weigh: (operation: Operation) => number;
  /** Called when another primary has the log and this one must end. */
  readonly lost: () => void;
  /** Called when nothing is under way any more. */
  readonly idle: () => void;
}

interface LogBeginning {
  /** Operations up to this number are in the log; if the log is empty, only this copy has them. */
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
  /** The highest number of its operations. */
  readonly upTo: number;
}

export class RemoteLog {
  readonly #options: RemoteLogOptions;
  #writer: LogWriter;
  /** See `LogBeginning`. */
  #floor = NOTHING_LACKING;
  #waiting: Waiting[] = [];
  #waitingUpTo = -1;
  #pending = 0;
  #waitingCommit: RemoteCommit | undefined;
  /** The newest commit that is in the log or being written to it. */
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

  /**
   * Starts the log. Records of earlier primaries above `trimAbove` become void. `then` is called
   * when everything that this copy has can be restored, except for later additions.
   */
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

  /** Stops all writing. */
  end(): void {
    this.#phase = 'over';
  }

  /** True if everything that this copy has can be restored, except for records under way. */
  get isWhole(): boolean {
    const { newest } = this.#writer;
    return newest !== undefined && newest.lacks === NOTHING_LACKING;
  }

  /** True if nothing is under way. */
  get isIdle(): boolean {
    const isQuiet = this.#phase === 'resting' || this.#phase === 'free';
    return isQuiet && !this.#hasNext;
  }

  /** The weight of all operations that are not in the log yet. */
  get pending(): number {
    return this.#pending;
  }

  /** Files of the newest commit in the log. */
  get files(): unknown {
    return this.#lastCommit?.files;
  }

  /**
   * Adds operations, of which `upTo` is the highest number. `then` is called when they are in the
   * log.
   */
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

  /**
   * True if a commit of this primary would free records because it has more operations than the
   * last one.
   */
  wantsCommit(maxSeqNo: number): boolean {
    if (this.#phase === 'beginning' || maxSeqNo < this.#floor) return false;
    if (this.#newestCommit === undefined) return !this.isWhole || maxSeqNo > NOTHING_LACKING;
    return maxSeqNo > this.#newestCommit.maxSeqNo;
  }

  /** Adds a commit. All copies must have its operations, and its files must be in the store. */
  addCommit(commit: RemoteCommit): void {
    if (!this.wantsCommit(commit.maxSeqNo)) return;
    this.#waitingCommit = commit;
    this.#newestCommit = commit;
    this.#writeNext();
  }

  /**
   * Reads the last commit of an earlier primary: its files are removed when the next commit does
   * not need them.
   */
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

  /** Writes the next record. Operations go before commits, because clients wait for them. */
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

  /** Removes obsolete records and files. Leftovers do no harm. */
  #trim({ logFrom, files: kept }: PlacedCommit): void {
    const { ask, rules } = this.#options;
    const last = this.#lastCommit;
    const fromSegment = last?.logFrom.segment ?? 0;
    const toSegment = rules.trimTo(logFrom.segment, this.#writer.next.segment);
    ask({ kind: 'trim', fromSegment, toSegment, kept, before: last?.files }, () => {});
  }
}
