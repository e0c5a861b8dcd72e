/**
 * A link after the handshake: sends and receives whole messages, handles chunks and credit, and
 * sends pings to notice a dead peer.
 */
import type { TimerHandle, Timers } from '@skein/base';
import { ApiError, asApiError } from '@skein/errors';
import { decodeFrame, encodeFrame, type Frame, frame, KIND } from './frame.js';
import { Inbox } from './inbox.js';
import type { Link } from './link.js';
import { Outbox } from './outbox.js';

/** Interval of pings. */
const PULSE_MS = 5000;
/** The link ends after this many intervals in a row in which the peer has sent nothing. */
const MAX_MISSES = 3;
/**
 * Limit of unread bytes. Pongs and credit bypass the queue, so the link ends when a peer makes this
 * node send more of them while this much is unread.
 */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

interface FrameListener {
  /**
   * Receives a whole message: never `chunk`, `credit`, `ping` or `pong`. If it throws, the link
   * ends with that reason.
   */
  message(one: Frame): void;
  /** Called once, as the last call. */
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

  /**
   * Sends a frame; does nothing on a closed stream. Throws es_rejected_execution_exception when the
   * queue is full.
   */
  send(one: Frame): void {
    if (!this.#closed) this.#outbox.push(one);
  }

  /** Stops sending and receiving the rest of a message. */
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

  /**
   * Receives a chunk and grants credit for it. The frame of a credit has the number of bytes in the
   * field `requestId`.
   */
  #receiveChunk(chunk: Frame): void {
    const whole = this.#inbox.add(chunk);
    const bytes = chunk.payload.length;
    this.#answer(frame(KIND.credit, { requestId: bytes }));
    if (whole !== undefined) this.#listener.message(whole);
  }

  /** Answers a frame. Throws if the peer has not read [MAX_UNREAD_BYTES] that were sent to it. */
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
