/** What coordination is told, and what it asks for in return. */
import type { Mode, Peer, PersistentState } from './coordination_state.js';
import type { Message } from './messages.js';
import type { NodeId, PublishedState, VotingConfig } from './published_state.js';

export type Input =
  /** Time passes; at least every 100 ms. The only source of time. */
  | { readonly kind: 'tick'; readonly nowMs: number }
  | { readonly kind: 'message'; readonly from: NodeId; readonly message: Message }
  /** The disk failed: the node must stop, for it can no longer keep a promise. */
  | { readonly kind: 'persist_failed'; readonly reason: string }
  | { readonly kind: 'propose'; readonly proposal: Proposal }
  /** The appliers of this node have finished a version. */
  | { readonly kind: 'applied'; readonly term: number; readonly version: number }
  | { readonly kind: 'local_health'; readonly healthy: boolean }
  /** What discovery reaches now: master-eligible nodes, without this one. */
  | { readonly kind: 'peers'; readonly peers: readonly Peer[] }
  /** The connection is closed and one attempt to reconnect has failed. */
  | { readonly kind: 'disconnected'; readonly node: NodeId }
  /** Hand the mastership to another voter, before a graceful exit. */
  | { readonly kind: 'abdicate' };

/** A new state, built by the leader's host upon the accepted one. */
export interface Proposal {
  readonly term: number;
  readonly version: number;
  readonly clusterUuid: string;
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly nodes: readonly NodeId[];
  readonly config: VotingConfig;
}

export type RejectReason =
  | 'not the elected master'
  | 'of another term'
  | 'a publication is in flight'
  | 'the version does not increase'
  | 'of another cluster'
  | 'the last configuration change is not committed'
  | 'the new configuration has not voted for this master';

/**
 * The host performs effects in order. Its three duties:
 * - writes become durable in the order of their tokens;
 * - a message with `after` leaves only when the write with that token, and so every earlier one, is durable; a crash in between loses the message;
 * - messages to the node itself come back as inputs like any other.
 */
export type Effect =
  | { readonly kind: 'persist'; readonly token: number; readonly state: PersistentState }
  | {
      readonly kind: 'send';
      readonly to: NodeId;
      readonly message: Message;
      readonly after: number | undefined;
    }
  /** Committed: give it to the appliers. Versions rise, some may be skipped. */
  | { readonly kind: 'apply'; readonly state: PublishedState }
  | {
      readonly kind: 'role';
      readonly mode: Mode;
      readonly leader: NodeId | undefined;
      readonly term: number;
      readonly reason: string;
    }
  /** To the leader's host: this node asks to be a member (or, after a restart, to be one anew). */
  | { readonly kind: 'joined'; readonly node: NodeId }
  /** To the leader's host: this member should be removed. */
  | {
      readonly kind: 'node_failed';
      readonly node: NodeId;
      readonly reason: 'checks' | 'disconnected' | 'unhealthy' | 'lagging';
    }
  /** To the leader's host: durable on a majority of both configurations; this cannot be lost any more. */
  | { readonly kind: 'committed'; readonly state: PublishedState }
  /** To the leader's host: every member has applied this version: `acknowledged: true`. */
  | { readonly kind: 'applied_everywhere'; readonly version: number }
  /** A proposal was not published. */
  | { readonly kind: 'rejected'; readonly proposal: Proposal; readonly reason: RejectReason }
  /** A publication's fate is unknown: this node is no longer the leader that could tell. */
  | { readonly kind: 'publication_lost'; readonly term: number; readonly version: number }
  /** Stop the process. */
  | { readonly kind: 'stop'; readonly reason: string };
