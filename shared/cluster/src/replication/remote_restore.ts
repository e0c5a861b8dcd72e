/**
 * Restores a shard from its log in a remote store: a commit and the operations since. It first
 * starts a new segment at the end of the log: acknowledged operations are before it, and no other
 * writer can acknowledge anything behind it.
 */
import { LogWriter, type LogWriterOptions } from './log_writer.js';
import type { Operation } from './operation.js';
import {
  type LogHead,
  type LogPlace,
  type LogRecord,
  NOTHING_LACKING,
  type PlacedCommit,
} from './remote_record.js';
import type { RemoteRules } from './rules.js';

export interface RestoredLog {
  /** Undefined: the shard starts empty. */
  readonly commit: PlacedCommit | undefined;
  /** The operations that the commit lacks, sorted by number. */
  readonly operations: readonly Operation[];
  /**
   * If not -1, nothing can be restored: the operations up to this number were never in the store.
   */
  readonly lacks: number;
}

type RemoteRestoreOptions = Pick<LogWriterOptions, 'claim' | 'rules' | 'ask'>;

/**
 * Restores the log. `then` gets undefined when a later primary of the index has the log, or has
 * removed records of it meanwhile.
 */
export function restoreLog(
  options: RemoteRestoreOptions,
  then: (restored: RestoredLog | undefined) => void,
): void {
  const writer = new LogWriter({ ...options, takesOver: true, lacksIfEmpty: NOTHING_LACKING });
  writer.begin(undefined, (isOwn) => {
    const { newest } = writer;
    if (!isOwn || newest === undefined) then(undefined);
    else new LogReading(writer, newest, options.rules).run(then);
  });
}

class LogReading {
  readonly #writer: LogWriter;
  readonly #end: number;
  readonly #lastCommit: number | undefined;
  readonly #lacks: number;
  readonly #rules: RemoteRules;
  readonly #operations = new Map<number, Operation>();
  #commit: PlacedCommit | undefined;

  constructor(writer: LogWriter, { lastCommit, lacks }: LogHead, rules: RemoteRules) {
    this.#writer = writer;
    this.#end = writer.next.segment;
    this.#lastCommit = lastCommit;
    this.#lacks = lacks;
    this.#rules = rules;
  }

  run(then: (restored: RestoredLog | undefined) => void): void {
    if (this.#lastCommit === undefined) {
      this.#readFrom({ segment: 0, index: 0 }, then);
      return;
    }
    this.#writer.read({ segment: this.#lastCommit, index: 0 }, (record) => {
      this.#commit = record?.kind === 'head' ? record.commit : undefined;
      if (this.#commit === undefined) then(undefined);
      else this.#readFrom(this.#commit.logFrom, then);
    });
  }

  #readFrom(at: LogPlace, then: (restored: RestoredLog | undefined) => void): void {
    const { segment, index } = at;
    if (segment >= this.#end || !this.#rules.restoresTail) {
      const operations = [...this.#operations.values()].sort((a, b) => a.seqNo - b.seqNo);
      then({ commit: this.#commit, operations, lacks: this.#lacks });
      return;
    }
    this.#writer.read(at, (record) => {
      if (record?.kind === 'head' || record?.kind === 'operations') {
        this.#take(record);
        this.#readFrom({ segment, index: index + 1 }, then);
      } else if (index === 0) then(undefined);
      else this.#readFrom({ segment: segment + 1, index: 0 }, then);
    });
  }

  /**
   * Takes a record's operations. Of two operations with the same number the later one counts: a new
   * primary writes no-ops for operations that it never got.
   */
  #take(record: LogHead | Extract<LogRecord, { kind: 'operations' }>): void {
    if (record.kind === 'head') {
      this.#heed(record.trimAbove);
      return;
    }
    const above = this.#commit?.maxSeqNo ?? NOTHING_LACKING;
    for (const operation of record.operations) {
      if (operation.seqNo > above) this.#operations.set(operation.seqNo, operation);
    }
  }

  #heed(trimAbove: number | undefined): void {
    if (trimAbove === undefined || !this.#rules.heedsFences) return;
    for (const seqNo of [...this.#operations.keys()]) {
      if (seqNo > trimAbove) this.#operations.delete(seqNo);
    }
  }
}
