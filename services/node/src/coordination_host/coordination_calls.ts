/**
 * What coordinating nodes send each other. Messages may be lost or repeated: the machine allows for
 * it.
 */
import type { Message, PublishedState } from '@skein/cluster';
import type { Routes } from '@skein/transport';

export type CoordinationCalls = {
  /** Checks, votes, commits: small. */
  readonly 'coordination/message': { readonly request: SmallMessage; readonly reply: unknown };
  /** A cluster state, whole or as what changed since one the other has. */
  readonly 'coordination/publish': {
    readonly request: PublishRequest;
    readonly reply: PublishReply;
  };
};

export type SmallMessage = Exclude<Message, { readonly kind: 'publish' }>;

export interface PublishRequest {
  readonly envelope: Omit<PublishedState, 'bytes'>;
  /** Hash of the state that `change` is made against; undefined: none. */
  readonly base: string | undefined;
  readonly change: Uint8Array;
}

export interface PublishReply {
  /** The base is not here any more, or the result has another hash: send it whole. */
  readonly needsWhole: boolean;
}

export const COORDINATION_ROUTES = {
  'coordination/message': { channel: 'ping', timeoutMs: 10_000 },
  'coordination/publish': { channel: 'state', timeoutMs: 30_000 },
} as const satisfies Routes;
