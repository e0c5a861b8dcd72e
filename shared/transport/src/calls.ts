/** A typed table of calls: `{ name: { request, reply } }`, the same form as at the border between threads. */
import type { NodeIdentity } from './identity.js';
import type { ChannelClass } from './link.js';

export type CallTable = {
  readonly [name: string]: { readonly request: unknown; readonly reply: unknown };
};

/** How a call travels. */
export interface Route {
  readonly channel: ChannelClass;
  /** When the caller names no other. */
  readonly timeoutMs: number;
}

/** One entry a call: its keys are what the hello lists. */
export type Routes = Readonly<Record<string, Route>>;

export interface CallOptions {
  readonly timeoutMs?: number;
  /** Aborting it cancels the call there as well. */
  readonly signal?: AbortSignal;
  /** The task this call is part of, as `node:number`. */
  readonly parentTask?: string;
  /** Who asks, as the coordinating node has checked it; never a token. */
  readonly user?: Uint8Array;
  /** The span this call is made in (W3C Trace Context). */
  readonly traceparent?: string | undefined;
}

export interface CallContext {
  readonly from: NodeIdentity;
  /** Aborted when the caller gives up, is gone, or its deadline has passed. */
  readonly signal: AbortSignal;
  readonly parentTask: string | undefined;
  readonly user: Uint8Array | undefined;
  readonly traceparent?: string | undefined;
}

export type Handler = (request: unknown, context: CallContext) => unknown;

/** The head of a request frame: short names, they travel with every call. */
export interface RequestHead {
  /** Milliseconds left. */
  readonly t: number;
  readonly p?: string;
  readonly u?: Uint8Array;
  /** `traceparent`. Nodes that do not know it pass over it. */
  readonly w?: string;
}
