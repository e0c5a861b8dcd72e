/** Gossip between nodes: notices that may be lost. */
import type { GossipMessage, MemberId } from '@skein/cluster';
import type { Routes } from '@skein/transport';

export type MembershipCalls = {
  readonly 'membership/gossip': { readonly request: Gossip; readonly reply: unknown };
};

interface Gossip {
  /** The sending process. */
  readonly from: MemberId;
  /** The receiving process; the link leads to its node. */
  readonly to: MemberId;
  readonly message: GossipMessage;
}

export const MEMBERSHIP_ROUTES = {
  'membership/gossip': { channel: 'ping', timeoutMs: 1000 },
} as const satisfies Routes;
