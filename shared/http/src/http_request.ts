/**
 * A request in the two steps it arrives in. Its head says where it goes and who sends it, which is
 * enough to refuse it; only a request that is let in has its body read, whole, inflated, within its
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
  /** As which product the listener answers that it came to; `undefined`: as the cluster does. */
  readonly profile?: Profile | undefined;
  /** Aborts when the client goes away or the server stops. */
  readonly signal: AbortSignal;
  /** Stops the work on it, which may still answer why. */
  abort(reason: Error): void;
}

export type Admission =
  /** Answered from its head alone: the body is not wanted. */
  | { readonly kind: 'refused'; readonly reply: RenderedReply }
  | {
      readonly kind: 'welcome';
      readonly answer: Answerer;
      /**
       * Let in even when there is no memory for requests: it tells how the node is, or helps it.
       */
      readonly isEssential: boolean;
    };

/**
 * Answers a request once its body is there (empty when there is none). Never throws or rejects for
 * a fault of the request, that too is an answer; one that needs nothing from elsewhere answers at
 * once.
 */
export type Answerer = (body: Uint8Array) => RenderedReply | Promise<RenderedReply>;
