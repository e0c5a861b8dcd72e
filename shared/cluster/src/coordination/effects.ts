/** The inputs and effects of coordination. */
import type { Mode, Peer, PersistentState } from './coordination_state.js';
import type { Message } from './messages.js';
import type { NodeId, PublishedState, VotingConfig } from './published_state.js';

export type Input =
  /** Time passes; sent at least every 100 ms. The only source of time. */
  | { readonly kind: 'tick'; readonly nowMs: number }
  | { readonly kind: 'message'; readonly from: NodeId; readonly message: Message }
  /** The disk failed: the node must stop, since it can no longer keep its promises. */
  | { readonly kind: 'persist_failed'; readonly reason: string }
  | { readonly kind: 'propose'; readonly proposal: Proposal }
  /** The appliers of this node have finished a version. */
  | { readonly kind: 'applied'; readonly term: number; readonly version: number }
  | { readonly kind: 'local_health'; readonly healthy: boolean }
  /** The nodes that discovery reaches now: master-eligible nodes, without this one. */
  | { readonly kind: 'peers'; readonly peers: readonly Peer[] }
  /** The connection is closed and one attempt to reconnect has failed. */
  | { readonly kind: 'disconnected'; readonly node: NodeId }
  /** Hands the mastership to another voter, before a graceful exit. */
  | { readonly kind: 'abdicate' };

/** A new state that the leader's host has built on the accepted one. */
export interface Proposal
  extends Pick<PublishedState, 'term' | 'version' | 'clusterUuid' | 'hash' | 'bytes' | 'nodes'> {
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
 * - a message with `after` is sent only when the write with that token, and so every earlier one,
 *   is durable; a crash in between loses the message;
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
  /** Hands a committed state to the appliers. Versions rise, but may have gaps. */
  | { readonly kind: 'apply'; readonly state: PublishedState }
  | {
      readonly kind: 'role';
      readonly mode: Mode;
      readonly leader: NodeId | undefined;
      readonly term: number;
      readonly reason: string;
    }
  /**
   * To the leader's host: this node requests membership (or, after a restart, requests it again).
   */
  | { readonly kind: 'joined'; readonly node: NodeId }
  /** To the leader's host: this member should be removed. */
  | {
      readonly kind: 'node_failed';
      readonly node: NodeId;
      readonly reason: 'checks' | 'disconnected' | 'unhealthy' | 'lagging';
    }
  /**
   * To the leader's host: the state is durable on a majority of both configurations and cannot be
   * lost any more.
   */
  | { readonly kind: 'committed'; readonly state: PublishedState }
  /**
   * To the leader's host: every member has applied this version, so requests are answered
   * `acknowledged: true`.
   */
  | { readonly kind: 'applied_everywhere'; readonly version: number }
  /** A proposal was not published. */
  | { readonly kind: 'rejected'; readonly proposal: Proposal; readonly reason: RejectReason }
  /** The outcome of a publication is unknown, since this node is no longer the leader. */
  | { readonly kind: 'publication_lost'; readonly term: number; readonly version: number }
  /** Stops the process. */
  | { readonly kind: 'stop'; readonly reason: string };
