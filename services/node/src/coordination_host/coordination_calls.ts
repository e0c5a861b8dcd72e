/**
 * Messages between coordinating nodes. They may be lost or repeated; the state machine allows for
 * it.
 */
import type { Message, PublishedState } from '@skein/cluster';
import type { Routes } from '@skein/transport';

export type CoordinationCalls = {
  /** Small messages: checks, votes and commits. */
  readonly 'coordination/message': { readonly request: SmallMessage; readonly reply: unknown };
  /** A cluster state, whole or as the changes since one that the receiver has. */
  readonly 'coordination/publish': {
    readonly request: PublishRequest;
    readonly reply: PublishReply;
  };
};

export type SmallMessage = Exclude<Message, { readonly kind: 'publish' }>;

export interface PublishRequest {
  readonly envelope: Omit<PublishedState, 'bytes'>;
  /** Hash of the state that `change` is based on; undefined if it is whole. */
  readonly base: string | undefined;
  readonly change: Uint8Array;
}

export interface PublishReply {
  /**
   * True if the receiver does not have the base, or the result has another hash: the state must be
   * sent whole.
   */
  readonly needsWhole: boolean;
}

export const COORDINATION_ROUTES = {
  'coordination/message': { channel: 'ping', timeoutMs: 10_000 },
  'coordination/publish': { channel: 'state', timeoutMs: 30_000 },
} as const satisfies Routes;
