/**
 * The API as the HTTP server sees it. The server is bound first, so that a taken port is known before anything is opened and the
 * address can be told to others; requests that come before the actors are up wait here.
 */
import { ApiError } from '@skein/errors';
import { DEFAULT_FORM, type HttpRequest, type RenderedReply, renderReply } from '@skein/http';
import type { HttpApi } from '@skein/platform';
import type { Dispatcher } from './api/dispatcher.js';
import { errorReply } from './api/error_reply.js';

export class ApiGate implements HttpApi {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #opened: Promise<Dispatcher>;
  #open: (dispatcher: Dispatcher) => void = () => {};
  #dispatcher: Dispatcher | undefined;
  #closed = false;

  constructor(headers: Readonly<Record<string, string>>) {
    this.#headers = headers;
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(dispatcher: Dispatcher): void {
    this.#dispatcher = dispatcher;
    this.#open(dispatcher);
  }

  /** Requests from now on are told that the node goes down. */
  close(): void {
    this.#closed = true;
  }

  knows(request: Pick<HttpRequest, 'method' | 'target'>): boolean {
    return this.#dispatcher?.knows(request) ?? true;
  }

  readonly handle = async (request: HttpRequest): Promise<RenderedReply> => {
    if (this.#closed) return this.refuse(request, closing());
    const dispatcher = await this.#opened;
    return dispatcher.handle(request);
  };

  refuse(request: Pick<HttpRequest, 'method'>, error: ApiError): RenderedReply {
    const reply = errorReply(error, { errorTrace: false });
    const headers = { ...this.#headers, ...reply.headers };
    return renderReply({ ...reply, headers }, DEFAULT_FORM, { head: request.method === 'HEAD' });
  }
}

function closing(): ApiError {
  return new ApiError('node_closed_exception', 'the node is stopping');
}
