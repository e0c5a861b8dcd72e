/**
 * A typed table of calls: `{ name: { request, reply } }`, in the form also used between threads.
 */
import type { NodeIdentity } from './identity.js';
import type { ChannelClass } from './link.js';

export type CallTable = {
  readonly [name: string]: { readonly request: unknown; readonly reply: unknown };
};

/** The channel and the default deadline of a call. */
export interface Route {
  readonly channel: ChannelClass;
  /** The timeout when the caller gives none. */
  readonly timeoutMs: number;
}

/** Routes by the name of the call; the hello lists the names. */
export type Routes = Readonly<Record<string, Route>>;

export interface CallOptions {
  readonly timeoutMs?: number;
  /** Aborting it also cancels the call on the other node. */
  readonly signal?: AbortSignal;
  /** The task that this call is part of, as `node:number`. */
  readonly parentTask?: string;
  /** The user that the coordinating node has authenticated; never a token. */
  readonly user?: Uint8Array;
  /** The span in which this call is made (W3C Trace Context). */
  readonly traceparent?: string | undefined;
}

export interface CallContext {
  readonly from: NodeIdentity;
  /** Aborted when the caller gives up or is gone, or its deadline has passed. */
  readonly signal: AbortSignal;
  readonly parentTask: string | undefined;
  readonly user: Uint8Array | undefined;
  readonly traceparent?: string | undefined;
}

export type Handler = (request: unknown, context: CallContext) => unknown;

/** The head of a request frame. Its names are short, since they are sent with every call. */
export interface RequestHead {
  /** Remaining milliseconds. */
  readonly t: number;
  readonly p?: string;
  readonly u?: Uint8Array;
  /** The `traceparent`. Nodes that do not know it ignore it. */
  readonly w?: string;
}
