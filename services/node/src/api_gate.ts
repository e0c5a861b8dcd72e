/**
 * The API as the HTTP server sees it. The server is bound first, so that a taken port is detected
 * before anything is opened and other nodes can be told the address. Requests that arrive before
 * the actors are up wait here, except for health probes, which are answered at once.
 */
import { atOnce } from '@skein/base';
import { ApiError } from '@skein/errors';
import {
  type Admission,
  DEFAULT_FORM,
  type RenderedReply,
  type Reply,
  type RequestHead,
  renderReply,
} from '@skein/http';
import type { HttpApi } from '@skein/platform';
import type { Dispatcher } from './api/dispatcher.js';
import { errorReply } from './api/error_reply.js';
import { unreadyReply } from './api/info/health.js';
import { markedHeaders } from './api/info/product_identity.js';

export class ApiGate implements HttpApi {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #pagesUnder: string | undefined;
  readonly #opened: Promise<Dispatcher>;
  #open: (dispatcher: Dispatcher) => void = () => {};
  #dispatcher: Dispatcher | undefined;
  #closed = false;

  /**
   * `pagesUnder`: the path prefix of static pages, which are served before the API is open. If
   * absent, all paths belong to the API.
   */
  constructor(headers: Readonly<Record<string, string>>, pagesUnder?: string) {
    this.#headers = headers;
    this.#pagesUnder = pagesUnder;
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(dispatcher: Dispatcher): void {
    this.#dispatcher = dispatcher;
    this.#open(dispatcher);
  }

  /** Refuses every later request, because the node is shutting down. */
  close(): void {
    this.#closed = true;
  }

  admit(head: RequestHead): Admission | Promise<Admission> | undefined {
    if (this.#isPage(head.target)) return undefined;
    const open = this.#closed ? undefined : this.#dispatcher;
    if (open !== undefined) return open.admit(head);
    const probed = unreadyReply(head.target);
    if (probed !== undefined) return { kind: 'refused', reply: this.#render(head, probed) };
    if (this.#closed) return { kind: 'refused', reply: this.refuse(head, closing()) };
    return this.#opened.then(
      (dispatcher) => dispatcher.admit(head) ?? dispatcher.admitUnknown(head),
    );
  }

  admitUnknown(head: RequestHead): Admission | Promise<Admission> {
    if (this.#dispatcher !== undefined) return this.#dispatcher.admitUnknown(head);
    return this.#opened.then((dispatcher) => dispatcher.admitUnknown(head));
  }

  /**
   * True if the target is below the prefix of pages. The API would read the first part of that path
   * as an index name, but no index name begins with `_`.
   */
  #isPage(target: string): boolean {
    const prefix = this.#pagesUnder;
    if (prefix === undefined || !target.startsWith(prefix)) return false;
    const next = target[prefix.length];
    return next === undefined || next === '/' || next === '?';
  }

  refuse(request: Pick<RequestHead, 'method' | 'profile'>, error: ApiError): RenderedReply {
    return this.#render(request, errorReply(error, { errorTrace: false }));
  }

  #render(
    { method, profile }: Pick<RequestHead, 'method' | 'profile'>,
    reply: Reply,
  ): RenderedReply {
    const headers = { ...markedHeaders(this.#headers, profile), ...reply.headers };
    return atOnce(renderReply({ ...reply, headers }, DEFAULT_FORM, { head: method === 'HEAD' }));
  }
}

function closing(): ApiError {
  return new ApiError('node_closed_exception', 'the node is stopping');
}
