/**
 * Writes at the end of a log that other writers may write to as well. A record is created only at
 * an empty place, so that of two writers one loses and learns of it. A starting writer seals the
 * newest segment and puts the head of another one behind it. From then on no earlier writer can add
 * anything anywhere, since seals and heads are never removed.
 */

import type { Operation } from './operation.js';
import {
  type AskStore,
  type LogClaim,
  type LogHead,
  type LogPlace,
  type LogRecord,
  NOTHING_LACKING,
  type PlacedCommit,
  type RemoteCall,
  type RemoteReply,
} from './remote_record.js';
import type { RemoteRules } from './rules.js';

export interface LogWriterOptions {
  readonly claim: LogClaim;
  /** True if it may follow heads of any owner: an operator restores the index from them. */
  readonly takesOver: boolean;
  /** If the log is empty, the operations up to this number are not in it. */
  readonly lacksIfEmpty: number;
  readonly rules: RemoteRules;
  readonly ask: AskStore;
}

type HeadParts = Pick<LogHead, 'trimAbove' | 'commit' | 'sealedAt'>;
/** Called with false if another writer has the log. */
type Then = (isOwn: boolean) => void;
type ExistingRecord = 'own' | LogRecord | undefined;

export class LogWriter {
  readonly #options: LogWriterOptions;
  #newest: LogHead | undefined;
  #next: LogPlace = { segment: -1, index: 0 };
  #serial = 0;

  constructor(options: LogWriterOptions) {
    this.#options = options;
  }

  /** The newest head that was read or written. */
  get newest(): LogHead | undefined {
    return this.#newest;
  }

  /** The place of the next record. */
  get next(): LogPlace {
    return this.#next;
  }

  /**
   * Starts the writer. When `then` is called, every record before its head was written earlier, and
   * none is ever added there.
   */
  begin(trimAbove: number | undefined, then: Then): void {
    this.#asked({ kind: 'find_end', segment: undefined }, (reply) => {
      const segment = reply.kind === 'end' ? reply.number : undefined;
      this.#readHeads(segment ?? 0, () => this.#follow(trimAbove, then));
    });
  }

  /** Appends a record; wait for each before the next. */
  append(operations: readonly Operation[], then: Then): void {
    const at = this.#next;
    const record = { ...this.#written(), kind: 'operations', operations } as const;
    this.#create(at, record, (found) => {
      if (found === 'own') this.#next = { ...at, index: at.index + 1 };
      then(found === 'own');
    });
  }

  /** Starts another segment with the commit. */
  commit(commit: PlacedCommit, then: Then): void {
    this.#putHead({ trimAbove: undefined, commit, sealedAt: undefined }, (found) =>
      then(found === 'own'),
    );
  }

  read(at: LogPlace, then: (record: LogRecord | undefined) => void): void {
    this.#asked({ kind: 'read', at }, (reply) => {
      then(reply.kind === 'record' ? reply.record : undefined);
    });
  }

  /** Reads the heads from a segment on, one by one, since a listing may lack the newest. */
  #readHeads(segment: number, then: () => void): void {
    this.read({ segment, index: 0 }, (record) => {
      if (record?.kind !== 'head') {
        then();
        return;
      }
      this.#newest = record;
      this.#next = { segment, index: 1 };
      this.#readHeads(segment + 1, then);
    });
  }

  #follow(trimAbove: number | undefined, then: Then): void {
    if (!this.#mayFollow()) {
      then(false);
      return;
    }
    this.#seal((sealedAt) => {
      this.#putHead({ trimAbove, commit: undefined, sealedAt }, (found) => {
        if (found === 'own') then(true);
        else this.#readHeads(this.#next.segment + 1, () => this.#follow(trimAbove, then));
      });
    });
  }

  #mayFollow(): boolean {
    const { claim, takesOver } = this.#options;
    if (this.#newest === undefined) return true;
    const { owner, term } = this.#newest;
    return owner === claim.owner ? term <= claim.term : takesOver;
  }

  #seal(then: (sealedAt: number | undefined) => void): void {
    const { segment } = this.#next;
    if (this.#newest === undefined || !this.#options.rules.fences) {
      then(undefined);
      return;
    }
    this.#asked({ kind: 'find_end', segment }, (reply) => {
      const index = reply.kind === 'end' ? reply.number : undefined;
      this.#sealFrom({ segment, index: Math.max(1, index ?? 1) }, then);
    });
  }

  #sealFrom(at: LogPlace, then: (sealedAt: number) => void): void {
    const next = { ...at, index: at.index + 1 };
    this.read(at, (record) => {
      if (record?.kind === 'seal') then(at.index);
      else if (record !== undefined) this.#sealFrom(next, then);
      else {
        this.#create(at, { ...this.#written(), kind: 'seal' }, (found) => {
          if (found === 'own') then(at.index);
          else this.#sealFrom(at, then);
        });
      }
    });
  }

  #putHead(parts: HeadParts, then: (found: ExistingRecord) => void): void {
    const at = { segment: this.#next.segment + 1, index: 0 };
    const before = this.#newest;
    const head: LogHead = {
      ...this.#written(),
      ...parts,
      kind: 'head',
      lastCommit: parts.commit === undefined ? before?.lastCommit : at.segment,
      lacks: lackingAfter(before?.lacks ?? this.#options.lacksIfEmpty, parts.commit),
    };
    this.#create(at, head, (found) => {
      if (found === 'own') {
        this.#newest = head;
        this.#next = { ...at, index: 1 };
      }
      then(found);
    });
  }

  /** Creates a record and passes on the record that is there in the end. */
  #create(at: LogPlace, record: LogRecord, then: (found: ExistingRecord) => void): void {
    this.#asked({ kind: 'create', at, record }, (reply) => {
      if (reply.kind === 'created' && reply.isNew) {
        then('own');
        return;
      }
      // It may be this very record: an earlier call had its effect, but its answer was lost.
      this.read(at, (found) => {
        const isOwn = found !== undefined && this.#options.rules.isSameRecord(found, record);
        then(isOwn ? 'own' : found);
      });
    });
  }

  #written() {
    return { ...this.#options.claim, serial: this.#serial++ };
  }

  /** Sends a call again until the store answers; the host makes pauses in between. */
  #asked(call: RemoteCall, then: (reply: RemoteReply) => void): void {
    this.#options.ask(call, (reply) => {
      if (reply === undefined) this.#asked(call, then);
      else then(reply);
    });
  }
}

function lackingAfter(before: number, commit: PlacedCommit | undefined): number {
  return commit !== undefined && commit.maxSeqNo >= before ? NOTHING_LACKING : before;
}
