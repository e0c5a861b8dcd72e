/**
 * Requests and replies over a message port, both ways: each side calls what the other answers. Requests are correlated by number, errors
 * travel as `PlainError`, buffers may be handed over instead of copied. Order is kept in each direction.
 */
import type { MessagePort, Transferable } from 'node:worker_threads';
import {
  type ApiError,
  asApiError,
  fromPlainError,
  type PlainError,
  toPlainError,
} from '@skein/errors';

/** A typed table of calls: `{ name: { request, reply } }`. */
export type CallTable = {
  readonly [name: string]: { readonly request: unknown; readonly reply: unknown };
};

export type CallHandlers<T> = {
  readonly [K in keyof T]: T[K] extends { request: infer Request; reply: infer Reply }
    ? (request: Request) => Reply | Promise<Reply>
    : never;
};

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly request: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: PlainError };

/** What both ends offer: a worker's own port, and a `Worker` seen from outside. */
export interface ChannelPort {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

interface Pending {
  readonly resolve: (reply: unknown) => void;
  readonly reject: (error: ApiError) => void;
}

export class WorkerChannel<Outgoing> {
  readonly #port: ChannelPort | MessagePort;
  readonly #handlers: ReadonlyMap<string, (request: unknown) => unknown>;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #failure: ApiError | undefined;

  constructor(port: ChannelPort | MessagePort, handlers: object) {
    this.#port = port;
    this.#handlers = new Map(Object.entries(handlers));
    port.on('message', (message: Message) => this.#receive(message));
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  call<K extends keyof Outgoing & string>(
    name: K,
    request: RequestOf<Outgoing, K>,
    transfer: readonly Transferable[] = [],
  ): Promise<ReplyOf<Outgoing, K>> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#pending.set(id, { resolve: resolve as (reply: unknown) => void, reject });
      this.#port.postMessage({ kind: 'call', id, name, request } satisfies Message, transfer);
    });
  }

  /** The other side is gone: every open and every later call is refused. */
  fail(error: ApiError): void {
    this.#failure ??= error;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
  }

  #receive(message: Message): void {
    if (message.kind === 'call') {
      void this.#answer(message.id, message.name, message.request);
      return;
    }
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    this.#pending.delete(message.id);
    if (message.kind === 'reply') pending.resolve(message.reply);
    else pending.reject(fromPlainError(message.error));
  }

  async #answer(id: number, name: string, request: unknown): Promise<void> {
    try {
      const handler = this.#handlers.get(name);
      if (handler === undefined) throw new TypeError(`no handler for call ${name}`);
      this.#post({ kind: 'reply', id, reply: await handler(request) });
    } catch (error) {
      this.#post({ kind: 'error', id, error: toPlainError(asApiError(error)) });
    }
  }

  #post(message: Message): void {
    this.#port.postMessage(message);
  }
}

type RequestOf<T, K extends keyof T> = T[K] extends { request: infer Request } ? Request : never;
type ReplyOf<T, K extends keyof T> = T[K] extends { reply: infer Reply } ? Reply : never;
