/**
 * The answering end of a link. A request that its caller has given up is aborted here too; when the
 * link ends, all requests are.
 */
import type { Timers } from '@skein/base';
import { ApiError, asApiError, toPlainError } from '@skein/errors';
import type { CallContext, Handler, RequestHead } from './calls.js';
import { type Frame, frame, KIND } from './frame.js';
import { FrameStream } from './frame_stream.js';
import type { Hello } from './identity.js';
import type { Link } from './link.js';
import { decodeMessage, encodeMessage } from './message_codec.js';
import { readRequestHead } from './request_head.js';

/** Limit of requests of one link that are answered at once. */
const MAX_RUNNING = 10_000;

interface ResponderParts {
  readonly link: Link;
  readonly timers: Timers;
  readonly hello: Hello;
  readonly handler: (name: string) => Handler | undefined;
  /** The error for a call without a handler. */
  readonly unhandled: (name: string) => ApiError;
  readonly closed: (reason: string) => void;
}

export class Responder {
  readonly #stream: FrameStream;
  readonly #parts: ResponderParts;
  readonly #running = new Map<number, AbortController>();

  constructor(parts: ResponderParts) {
    this.#parts = parts;
    this.#stream = new FrameStream(parts.link, parts.timers, {
      message: (one) => this.#receive(one),
      closed: (reason) => {
        for (const controller of this.#running.values()) controller.abort();
        this.#running.clear();
        parts.closed(reason);
      },
    });
  }

  close(reason: string): void {
    this.#stream.close(reason);
  }

  #receive(one: Frame): void {
    if (one.kind === KIND.cancel) {
      this.#stream.abandon(one.requestId);
      this.#running.get(one.requestId)?.abort();
      return;
    }
    if (one.kind !== KIND.request && one.kind !== KIND.notice) {
      throw broken(`kind [${one.kind}] from the end that asks`);
    }
    if (this.#running.has(one.requestId)) throw broken(`[${one.requestId}] is running already`);
    const head = readRequestHead(one.head);
    const request = decodeMessage(one.payload);
    if (one.kind === KIND.notice) this.#receiveNotice(one.action, request);
    else void this.#answer(one, head, request);
  }

  /**
   * Handles a notice. Errors cannot be reported to the sender, so the handler deals with them
   * itself.
   */
  #receiveNotice(action: number, message: unknown): void {
    const name = this.#parts.hello.actions[action] ?? '';
    this.#parts.handler(name)?.(message, this.#context(new AbortController(), { t: 0 }));
  }

  async #answer(one: Frame, head: RequestHead, request: unknown): Promise<void> {
    const { requestId, action } = one;
    const controller = new AbortController();
    const deadline = this.#parts.timers.after(head.t, () => controller.abort());
    try {
      if (this.#running.size >= MAX_RUNNING) throw busy();
      this.#running.set(requestId, controller);
      const handler = this.#handlerOf(action);
      const reply = await handler(request, this.#context(controller, head));
      if (controller.signal.aborted) return;
      this.#stream.send(frame(KIND.reply, { requestId, payload: encodeMessage(reply) }));
    } catch (thrown) {
      this.#refuse(requestId, asApiError(thrown));
    } finally {
      deadline.cancel();
      this.#running.delete(requestId);
    }
  }

  /** Sends an error. The link ends if not even that fits: its caller would wait for ever. */
  #refuse(requestId: number, error: ApiError): void {
    const payload = encodeMessage(toPlainError(error));
    try {
      this.#stream.send(frame(KIND.error, { requestId, payload }));
    } catch (thrown) {
      this.close(asApiError(thrown).reason);
    }
  }

  #handlerOf(action: number): Handler {
    const name = this.#parts.hello.actions[action];
    const handler = name === undefined ? undefined : this.#parts.handler(name);
    if (handler !== undefined) return handler;
    throw this.#parts.unhandled(name ?? String(action));
  }

  #context(controller: AbortController, head: RequestHead): CallContext {
    const { identity } = this.#parts.hello;
    return {
      from: identity,
      signal: controller.signal,
      parentTask: head.p,
      user: head.u,
      traceparent: head.w,
    };
  }
}

function broken(why: string): ApiError {
  return new ApiError('corrupt_state_exception', `broken request: ${why}`);
}

function busy(): ApiError {
  return new ApiError(
    'es_rejected_execution_exception',
    `rejected: [${MAX_RUNNING}] requests of one connection are running`,
  );
}
