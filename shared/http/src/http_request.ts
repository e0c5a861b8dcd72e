/** A request as the server hands it over: read whole, inflated, within its limits. */

import type { HttpMethod } from './method.js';
import type { RenderedReply } from './render.js';

export interface HttpRequest {
  readonly method: HttpMethod;
  /** Path and query as sent. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Empty when there is none. */
  readonly body: Uint8Array;
  /** Aborts when the client goes away or the server stops. */
  readonly signal: AbortSignal;
}

/** Answers a request; never rejects for a fault of the request, that too is an answer. */
export type HttpHandler = (request: HttpRequest) => Promise<RenderedReply>;
