/**
 * One search thread as the main thread sees it: the ways to it, and how a call there is cancelled.
 */
import type { Timers } from '@skein/base';
import type { MailboxMemory } from '@skein/platform';
import { CallCodec } from '@skein/shard';
import { MailCaller } from './mail_channel.js';
import { type CallMail, KnownPoints, type LocalPoint, Mailbox, Messages } from './places/mod.js';
import { CANCELLED, type SearchThreadCalls } from './thread_calls.js';
import type { ThreadLink } from './thread_link.js';

/** How long a cancelled call may go on before its thread is ended. */
const CANCEL_GRACE_MS = 5_000;

export interface SearchSlotParts {
  readonly link: ThreadLink<SearchThreadCalls>;
  readonly mailbox: MailboxMemory;
  readonly cancelFlag: Int32Array;
  readonly lane: number;
}

export interface UnderWay {
  readonly point: LocalPoint;
  readonly signal: AbortSignal;
}

export class SearchSlot {
  readonly points = new KnownPoints();
  readonly mailbox: Mailbox;
  readonly messages: Messages;
  readonly lane: number;
  /** The search it executes. */
  underWay: UnderWay | undefined;
  readonly #link: ThreadLink<SearchThreadCalls>;
  readonly #mail: CallMail;
  readonly #cancelFlag: Int32Array;
  #cancelId = 0;

  constructor({ link, mailbox, cancelFlag, lane }: SearchSlotParts) {
    this.lane = lane;
    this.#link = link;
    this.#cancelFlag = cancelFlag;
    this.#mail = new MailCaller(mailbox, {
      codec: new CallCodec(),
      ring: () => link.channel.ring(),
      collect: () => this.messages.send('collect_reply', {}),
    });
    const cancelId = () => this.#cancelId;
    const { points } = this;
    this.mailbox = new Mailbox({ mail: this.#mail, points, cancelId });
    this.messages = new Messages({ link, mail: this.#mail, points, cancelId });
  }

  /** The number of the call that begins now, for the place of the flag that such calls look at. */
  begin(cancelId: number, place?: number): void {
    this.#cancelId = cancelId;
    if (place !== undefined) Atomics.store(this.#cancelFlag, place, cancelId);
  }

  /** Raises the flag when the caller goes away, and ends the thread when that does not help. */
  watch(signal: AbortSignal, timers: Timers): () => void {
    const cancelId = this.#cancelId;
    let grace: { cancel(): void } | undefined;
    const onAbort = () => {
      Atomics.store(this.#cancelFlag, CANCELLED, cancelId);
      grace = timers.after(CANCEL_GRACE_MS, () => {
        void this.#link.kill();
      });
    };
    signal.addEventListener('abort', onAbort, { once: true });
    return () => {
      signal.removeEventListener('abort', onAbort);
      grace?.cancel();
    };
  }

  /** The thread is gone. */
  died(error: Error): void {
    this.#mail.fail(error);
  }

  terminate(): Promise<void> {
    return this.#link.terminate();
  }
}
