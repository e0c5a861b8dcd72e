/**
 * The calling end of a link: requests out, replies in, matched by number. Every call ends: by
 * reply, error, deadline, cancellation or loss.
 */
import type { TimerHandle, Timers } from '@skein/base';
import { ApiError, asApiError, fromPlainError, type PlainError } from '@skein/errors';
import type { CallOptions, RequestHead } from './calls.js';
import { type Frame, frame, KIND } from './frame.js';
import { FrameStream } from './frame_stream.js';
import type { Link } from './link.js';
import { decodeMessage, encodeMessage } from './message_codec.js';

/** Limit of open calls on one link. */
const MAX_OPEN_CALLS = 10_000;

interface CallerParts {
  readonly link: Link;
  readonly timers: Timers;
  /** The other node's name, for error messages. */
  readonly remoteName: string;
  readonly actions: readonly string[];
  readonly closed: (reason: string) => void;
}

interface OpenCall {
  readonly name: string;
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: ApiError) => void;
  readonly release: () => void;
}

export class Caller {
  readonly #stream: FrameStream;
  readonly #parts: CallerParts;
  readonly #actionIds: ReadonlyMap<string, number>;
  readonly #open = new Map<number, OpenCall>();
  #lastId = 0;

  constructor(parts: CallerParts) {
    this.#parts = parts;
    this.#actionIds = new Map(parts.actions.map((name, id) => [name, id]));
    this.#stream = new FrameStream(parts.link, parts.timers, {
      message: (one) => this.#settle(one),
      closed: (reason) => this.#lost(reason),
    });
  }

  get closed(): boolean {
    return this.#stream.closed;
  }

  get openCalls(): number {
    return this.#open.size;
  }

  /**
   * Rejects with the other node's error, or with node_disconnected, receive_timeout_transport or
   * task_cancelled.
   */
  call(
    name: string,
    request: unknown,
    options: CallOptions & { timeoutMs: number },
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#stream.closed) return reject(this.#disconnected(name));
      if (this.#open.size >= MAX_OPEN_CALLS) return reject(tooMany(this.#parts.remoteName));
      if (options.signal?.aborted === true) return reject(cancelled(name));
      const id = this.#nextId();
      const timer = this.#giveUpAfter(id, name, options.timeoutMs);
      const cancel = () => this.#giveUp(id, cancelled(name));
      options.signal?.addEventListener('abort', cancel, { once: true });
      const release = () => {
        timer.cancel();
        options.signal?.removeEventListener('abort', cancel);
      };
      this.#open.set(id, { name, resolve, reject, release });
      try {
        this.#send(KIND.request, id, name, request, options);
      } catch (thrown) {
        this.#take(id);
        reject(thrown);
      }
    });
  }

  /** Sends a notice. It is lost if the link is closed or has too much to send already. */
  notify(name: string, message: unknown): void {
    unlessFull(() => this.#send(KIND.notice, this.#nextId(), name, message, { timeoutMs: 0 }));
  }

  close(reason: string): void {
    this.#stream.close(reason);
  }

  #send(
    kind: typeof KIND.request | typeof KIND.notice,
    requestId: number,
    name: string,
    message: unknown,
    options: CallOptions & { timeoutMs: number },
  ): void {
    const action = this.#actionIds.get(name);
    if (action === undefined) throw new ApiError('illegal_argument_exception', `no call [${name}]`);
    const head: RequestHead = {
      t: options.timeoutMs,
      ...(options.parentTask === undefined ? {} : { p: options.parentTask }),
      ...(options.user === undefined ? {} : { u: options.user }),
      ...(options.traceparent === undefined ? {} : { w: options.traceparent }),
    };
    const payload = encodeMessage(message);
    this.#stream.send(frame(kind, { requestId, action, head: encodeMessage(head), payload }));
  }

  #settle(one: Frame): void {
    const call = this.#take(one.requestId);
    if (call === undefined) return;
    try {
      if (one.kind === KIND.reply) call.resolve(decodeMessage(one.payload));
      // An error frame holds an error that `toPlainError` of the other node made.
      else call.reject(fromPlainError(decodeMessage(one.payload) as PlainError));
    } catch (thrown) {
      // The error ends the link, and also this call, which is no longer among its open calls.
      call.reject(asApiError(thrown));
      throw thrown;
    }
  }

  #giveUpAfter(id: number, name: string, timeoutMs: number): TimerHandle {
    const { timers, remoteName } = this.#parts;
    const reason = `[${remoteName}][${name}] request_id [${id}] timed out after [${timeoutMs}ms]`;
    const error = () => new ApiError('receive_timeout_transport_exception', reason);
    return timers.after(timeoutMs, () => this.#giveUp(id, error()));
  }

  #giveUp(id: number, error: ApiError): void {
    const call = this.#take(id);
    if (call === undefined) return;
    call.reject(error);
    this.#stream.abandon(id);
    unlessFull(() => this.#stream.send(frame(KIND.cancel, { requestId: id })));
  }

  #take(id: number): OpenCall | undefined {
    const call = this.#open.get(id);
    this.#open.delete(id);
    call?.release();
    return call;
  }

  #lost(reason: string): void {
    for (const id of [...this.#open.keys()]) {
      const call = this.#take(id);
      call?.reject(this.#disconnected(call.name));
    }
    this.#parts.closed(reason);
  }

  #nextId(): number {
    do this.#lastId = (this.#lastId + 1) >>> 0;
    while (this.#open.has(this.#lastId));
    return this.#lastId;
  }

  #disconnected(name: string): ApiError {
    const reason = `[${this.#parts.remoteName}][${name}] disconnected`;
    return new ApiError('node_disconnected_exception', reason);
  }
}

/** Sends what may be lost: nothing happens if the queue is full. */
function unlessFull(send: () => void): void {
  try {
    send();
  } catch (thrown) {
    if (asApiError(thrown).type !== 'es_rejected_execution_exception') throw thrown;
  }
}

function tooMany(node: string): ApiError {
  const reason = `rejected: [${MAX_OPEN_CALLS}] calls to node [${node}] are open`;
  return new ApiError('es_rejected_execution_exception', reason);
}

function cancelled(name: string): ApiError {
  return new ApiError('task_cancelled_exception', `call [${name}] was cancelled`);
}
