/**
 * Writes at the end of a log that other writers may write to as well. A record is created only where nothing is, so that of two writers one loses and learns of it.
 * Whoever begins seals the newest segment and puts the head of another one behind it: from then on nobody before it can put anything anywhere, for seals and heads
 * are never removed.
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
  /** It may follow heads of every owner: an operator restores the index from them. */
  readonly takesOver: boolean;
  /** Operations up to this number are not in the log if it is empty. */
  readonly lacksIfEmpty: number;
  readonly rules: RemoteRules;
  readonly ask: AskStore;
}

type HeadParts = Pick<LogHead, 'trimAbove' | 'commit' | 'sealedAt'>;
/** False: another writer has the log. */
type Then = (isOwn: boolean) => void;
type Found = 'own' | LogRecord | undefined;

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

  /** Of the next record in the segment. */
  get next(): LogPlace {
    return this.#next;
  }

  /** All that is in the log before its head has been there when `then` is called, and nothing else ever comes there. */
  begin(trimAbove: number | undefined, then: Then): void {
    this.#asked({ kind: 'find_end', segment: undefined }, (reply) => {
      const segment = reply.kind === 'end' ? reply.number : undefined;
      this.#readHeads(segment ?? 0, () => this.#follow(trimAbove, then));
    });
  }

  /** One after the other. */
  append(operations: readonly Operation[], then: Then): void {
    const at = this.#next;
    const record = { ...this.#written(), kind: 'operations', operations } as const;
    this.#create(at, record, (found) => {
      if (found === 'own') this.#next = { ...at, index: at.index + 1 };
      then(found === 'own');
    });
  }

  /** Begins another segment with it. */
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

  /** A listing may lack some, which are read one by one. */
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

  #putHead(parts: HeadParts, then: (found: Found) => void): void {
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

  /** What is there in the end. */
  #create(at: LogPlace, record: LogRecord, then: (found: Found) => void): void {
    this.#asked({ kind: 'create', at, record }, (reply) => {
      if (reply.kind === 'created' && reply.isNew) {
        then('own');
        return;
      }
      // Perhaps it is this very record: an earlier call had its effect, and its answer was lost.
      this.read(at, (found) => {
        const isOwn = found !== undefined && this.#options.rules.isSameRecord(found, record);
        then(isOwn ? 'own' : found);
      });
    });
  }

  #written() {
    return { ...this.#options.claim, serial: this.#serial++ };
  }

  /** What the store does not answer is asked again: whoever carries the calls out makes pauses. */
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
