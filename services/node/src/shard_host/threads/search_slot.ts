/**
 * One search thread, as the main thread sees it: the ways to reach it, and the cancellation of its
 * calls.
 */
import type { Timers } from '@skein/base';
import type { MailboxMemory } from '@skein/platform';
import { CallCodec } from '@skein/shard';
import type { ReplyMemory } from '../memory/reply_memory.js';
import { type CallMail, KnownPoints, type LocalPoint, Mailbox, Messages } from '../places/mod.js';
import { MailCaller } from './mail_channel.js';
import { CANCELLED, type SearchThreadCalls } from './thread_calls.js';
import type { ThreadLink } from './thread_link.js';

/** Longest time for a cancelled call to stop before its thread is killed. */
const CANCEL_GRACE_MS = 5_000;

interface SearchSlotParts {
  readonly link: ThreadLink<SearchThreadCalls>;
  readonly mailbox: MailboxMemory;
  readonly cancelFlag: Int32Array;
  readonly lane: number;
  readonly replies: Pick<ReplyMemory, 'copyOf'>;
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
  /** The search that the thread is running. */
  underWay: UnderWay | undefined;
  readonly #link: ThreadLink<SearchThreadCalls>;
  readonly #mail: CallMail;
  readonly #cancelFlag: Int32Array;
  #cancelId = 0;

  constructor({ link, mailbox, cancelFlag, lane, replies }: SearchSlotParts) {
    this.lane = lane;
    this.#link = link;
    this.#cancelFlag = cancelFlag;
    this.#mail = new MailCaller(mailbox, {
      codec: new CallCodec(),
      ring: () => link.channel.ring(),
      collect: () => this.messages.send('collect_reply', {}),
      copyOf: (reply) => replies.copyOf(reply),
    });
    const cancelId = () => this.#cancelId;
    const { points } = this;
    this.mailbox = new Mailbox({ mail: this.#mail, points, cancelId });
    this.messages = new Messages({ link, mail: this.#mail, points, cancelId });
  }

  /**
   * Records the id of the call that begins now. `place`: where in the cancel flag the thread reads
   * the id; undefined if the call carries it.
   */
  begin(cancelId: number, place?: number): void {
    this.#cancelId = cancelId;
    if (place !== undefined) Atomics.store(this.#cancelFlag, place, cancelId);
  }

  /**
   * Sets the cancel flag when the caller aborts, and kills the thread if the call does not stop
   * within the grace period.
   */
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

  /** Fails the mailbox call under way, because the thread died. */
  died(error: Error): void {
    this.#mail.fail(error);
  }

  terminate(): Promise<void> {
    return this.#link.terminate();
  }
}
