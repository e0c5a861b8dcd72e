/**
 * Requests and replies over a message port, both ways: each side answers the other's calls.
 * Requests are matched by number, errors are sent as `PlainError`, and buffers may be transferred
 * instead of copied. Order is kept in each direction.
 */
import type { MessagePort, Transferable } from 'node:worker_threads';
import {
  type ApiError,
  asApiError,
  fromPlainError,
  type PlainError,
  toPlainError,
} from '@skein/errors';

/** A table of calls, `{ name: { request, reply } }`, as the constraint `T extends CallTable<T>`. */
export type CallTable<T> = {
  readonly [K in keyof T]: { readonly request: unknown; readonly reply: unknown };
};

/** A handler's reply with buffers to be transferred instead of copied. */
export class TransferReply<T> {
  readonly value: T;
  readonly transfer: readonly Transferable[];

  constructor(value: T, transfer: readonly Transferable[]) {
    this.value = value;
    this.transfer = transfer;
  }
}

type Answer<T> = T | TransferReply<T>;

export type CallHandlers<T extends CallTable<T>> = {
  readonly [K in keyof T]: (
    request: T[K]['request'],
  ) => Answer<T[K]['reply']> | Promise<Answer<T[K]['reply']>>;
};

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly request: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: PlainError }
  | { readonly kind: 'bell' };

/** The common interface of both ends: a worker's own port, and a `Worker` seen from outside. */
interface ChannelPort {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

interface Pending {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: ApiError) => void;
}

export class WorkerChannel<Outgoing extends CallTable<Outgoing>> {
  readonly #port: ChannelPort | MessagePort;
  readonly #handlers: ReadonlyMap<string, (request: unknown) => unknown>;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #failure: ApiError | undefined;

  /** Creates a channel. `onBell` is called when the other side calls `ring`. */
  constructor(port: ChannelPort | MessagePort, handlers: object, onBell: () => void = () => {}) {
    this.#port = port;
    this.#handlers = new Map(Object.entries(handlers));
    port.on('message', (message: Message) => {
      if (message.kind === 'bell') onBell();
      else this.#receive(message);
    });
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Number of calls from here that were answered or have failed. */
  get completedCount(): number {
    return this.#nextId - 1 - this.#pending.size;
  }

  call<K extends keyof Outgoing & string>(
    name: K,
    request: Outgoing[K]['request'],
    transfer: readonly Transferable[] = [],
  ): Promise<Outgoing[K]['reply']> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      // The other side answers a call with the reply that `Outgoing` has for its name.
      this.#pending.set(id, { resolve: resolve as (reply: unknown) => void, reject });
      try {
        this.#port.postMessage({ kind: 'call', id, name, request } satisfies Message, transfer);
      } catch (error) {
        // A request that cannot be copied has no answer.
        this.#pending.delete(id);
        throw error;
      }
    });
  }

  /** Wakes the other side's event loop, without a reply. */
  ring(): void {
    this.#port.postMessage({ kind: 'bell' } satisfies Message);
  }

  /**
   * Fails the channel because the other side is gone: every open and every later call is refused.
   */
  fail(error: ApiError): void {
    this.#failure ??= error;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
  }

  #receive(message: Exclude<Message, { kind: 'bell' }>): void {
    if (message.kind === 'call') {
      this.#answer(message.id, message.name, message.request);
      return;
    }
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    this.#pending.delete(message.id);
    if (message.kind === 'reply') pending.resolve(message.reply);
    else pending.reject(fromPlainError(message.error));
  }

  /**
   * Answers a request. A result that the handler returns directly is sent at once, without a turn
   * through promises.
   */
  #answer(id: number, name: string, request: unknown): void {
    try {
      const handler = this.#handlers.get(name);
      if (handler === undefined) throw new TypeError(`no handler for call ${name}`);
      const answer = handler(request);
      if (!(answer instanceof Promise)) this.#reply(id, answer);
      else {
        answer
          .then((value) => this.#reply(id, value))
          .catch((error: unknown) => this.#fail(id, error));
      }
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #reply(id: number, answer: unknown): void {
    const isTransfer = answer instanceof TransferReply;
    const reply = isTransfer ? answer.value : answer;
    const message = { kind: 'reply', id, reply } satisfies Message;
    this.#port.postMessage(message, isTransfer ? answer.transfer : []);
  }

  #fail(id: number, error: unknown): void {
    const message = { kind: 'error', id, error: toPlainError(asApiError(error)) } satisfies Message;
    this.#port.postMessage(message);
  }
}
