/**
 * A request in the two steps of its arrival. The head tells its target and sender, which suffices
 * to refuse it. The body of an admitted request is then read whole, decompressed, and within its
 * limits.
 */

import type { Profile } from '@skein/settings';
import type { HttpMethod } from './method.js';
import type { RenderedReply } from './render.js';

export interface RequestHead {
  readonly method: HttpMethod;
  /** Path and query as sent. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /**
   * The product that the request's listener poses as; undefined if the cluster's setting applies.
   */
  readonly profile?: Profile | undefined;
  /** Aborts when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
  /** Aborts the work, which may still respond with the reason. */
  abort(reason: Error): void;
}

export type Admission =
  /** Answered from the head alone, without reading the body. */
  | { readonly kind: 'refused'; readonly reply: RenderedReply }
  | {
      readonly kind: 'welcome';
      readonly answer: Answerer;
      /**
       * True if it is admitted even without memory for requests, because it reports the node's
       * state or helps it.
       */
      readonly isEssential: boolean;
    };

/**
 * Answers a request once its body is read (empty if there is none). Never throws or rejects for an
 * error of the request, which is a response too. Synchronous if it needs no other thread or node.
 */
export type Answerer = (body: Uint8Array) => RenderedReply | Promise<RenderedReply>;
