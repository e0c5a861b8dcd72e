/** A link after the handshake: whole messages out and in, chunks and credit in between, and a pulse that notices a peer that is gone. */
import type { TimerHandle, Timers } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import { decodeFrame, encodeFrame, type Frame, frame, KIND } from './frame.js';
import { Inbox } from './inbox.js';
import type { Link } from './link.js';
import { Outbox } from './outbox.js';

/** How often the other end is asked for a sign of life, and how many times in a row in vain. */
const PULSE_MS = 5000;
const MAX_MISSES = 3;
/** Answers to pings and chunks go past the queue. Whoever leaves so much of all that is sent unread only asks for more of it. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

export interface FrameListener {
  /** A whole message: never `chunk`, `credit`, `ping` or `pong`. May throw: the link then ends with that reason. */
  message(one: Frame): void;
  /** Once, and nothing after it. */
  closed(reason: string): void;
}

export class FrameStream {
  readonly #link: Link;
  readonly #outbox: Outbox;
  readonly #inbox = new Inbox();
  readonly #listener: FrameListener;
  readonly #timers: Timers;
  #pulse: TimerHandle;
  #heard = true;
  #misses = 0;
  #closed = false;

  constructor(link: Link, timers: Timers, listener: FrameListener) {
    this.#link = link;
    this.#timers = timers;
    this.#listener = listener;
    this.#outbox = new Outbox(link);
    this.#pulse = this.#nextPulse();
    link.listen({
      message: (bytes) => this.#guard(() => this.#receive(decodeFrame(bytes))),
      drained: () => this.#outbox.flush(),
      closed: (reason) => this.#finish(reason),
    });
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Throws es_rejected_execution_exception when the queue is full; on a closed stream it does nothing. */
  send(one: Frame): void {
    if (!this.#closed) this.#outbox.push(one);
  }

  /** Neither sends nor receives the rest of a message. */
  abandon(requestId: number): void {
    this.#outbox.drop(requestId);
    this.#inbox.forget(requestId);
  }

  close(reason: string): void {
    this.#finish(reason);
    this.#link.terminate();
  }

  #receive(one: Frame): void {
    if (this.#closed) return;
    this.#heard = true;
    if (one.kind === KIND.ping) this.#answer(frame(KIND.pong));
    else if (one.kind === KIND.credit) this.#outbox.grant(one.requestId);
    else if (one.kind === KIND.chunk) this.#receiveChunk(one);
    else if (one.chunked) this.#inbox.announce(one);
    else if (one.kind !== KIND.pong) this.#listener.message(one);
  }

  /** Credit is granted for what has been taken over; the number of bytes stands in the place of the request id. */
  #receiveChunk(chunk: Frame): void {
    const whole = this.#inbox.add(chunk);
    const bytes = chunk.payload.length;
    this.#answer(frame(KIND.credit, { requestId: bytes }));
    if (whole !== undefined) this.#listener.message(whole);
  }

  /** Throws when the other end asks and does not read. */
  #answer(one: Frame): void {
    if (this.#link.bufferedBytes > MAX_UNREAD_BYTES) {
      throw new ApiError(
        'corrupt_state_exception',
        `[${MAX_UNREAD_BYTES}] bytes of answers are not read`,
      );
    }
    this.#link.send(encodeFrame(one));
  }

  #nextPulse(): TimerHandle {
    return this.#timers.after(PULSE_MS, () => {
      if (this.#closed) return;
      this.#misses = this.#heard ? 0 : this.#misses + 1;
      if (this.#misses >= MAX_MISSES) return this.close(`silent for ${MAX_MISSES * PULSE_MS}ms`);
      this.#link.send(encodeFrame(frame(KIND.ping)));
      this.#heard = false;
      this.#pulse = this.#nextPulse();
    });
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.close(asApiError(thrown).reason);
    }
  }

  #finish(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#pulse.cancel();
    this.#listener.closed(reason);
  }
}
