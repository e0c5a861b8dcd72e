/**
 * The messages between coordinating nodes. Frames, channels and retries belong to the transport
 * below.
 */
import type { NodeId, PublishedState } from './published_state.js';

export type Message =
  | PreVote
  | PreVoteReply
  | StartJoin
  | Join
  | Enter
  | Publish
  | PublishAck
  | PublishNack
  | Commit
  | Applied
  | FollowerCheck
  | FollowerCheckReply
  | LeaderCheck
  | LeaderCheckReply;

/**
 * Asks if the receiver would vote for the sender. It changes nothing at the receiver, so a node cut
 * off in one direction cannot depose a leader.
 */
export interface PreVote {
  readonly kind: 'pre_vote';
  readonly round: number;
  readonly term: number;
  readonly acceptedTerm: number;
  readonly acceptedVersion: number;
}

export interface PreVoteReply {
  readonly kind: 'pre_vote_reply';
  readonly round: number;
  readonly term: number;
  readonly granted: boolean;
  /** The master that the sender follows, or the sender itself if it is the master. */
  readonly leader: NodeId | undefined;
}

/**
 * Asks the receiver to leave its term and vote for `candidate` in `term`. Sent by the candidate, or
 * by a leader that abdicates to it.
 */
export interface StartJoin {
  readonly kind: 'start_join';
  readonly term: number;
  readonly candidate: NodeId;
}

/** A vote. It is sent only when its term is on the voter's disk. */
export interface Join {
  readonly kind: 'join';
  readonly term: number;
  readonly acceptedTerm: number;
  readonly acceptedVersion: number;
  readonly clusterUuid: string;
}

/** A membership request from a node that has found the leader. It is no vote. */
export interface Enter {
  readonly kind: 'enter';
  readonly term: number;
  readonly clusterUuid: string;
}

export interface Publish {
  readonly kind: 'publish';
  readonly state: PublishedState;
}

/** An acknowledgement. It is sent only when the state is on the sender's disk. */
export interface PublishAck {
  readonly kind: 'publish_ack';
  readonly term: number;
  readonly version: number;
}

/** The sender is in a later term. */
export interface PublishNack {
  readonly kind: 'publish_nack';
  readonly term: number;
}

export interface Commit {
  readonly kind: 'commit';
  readonly term: number;
  readonly version: number;
}

/** The sender's appliers have finished this version. */
export interface Applied {
  readonly kind: 'applied';
  readonly term: number;
  readonly version: number;
}

export interface FollowerCheck {
  readonly kind: 'follower_check';
  readonly seq: number;
  readonly term: number;
}

export interface FollowerCheckReply {
  readonly kind: 'follower_check_reply';
  readonly seq: number;
  readonly term: number;
  readonly ok: boolean;
  readonly appliedVersion: number;
}

export interface LeaderCheck {
  readonly kind: 'leader_check';
  readonly seq: number;
  readonly term: number;
}

export interface LeaderCheckReply {
  readonly kind: 'leader_check_reply';
  readonly seq: number;
  readonly term: number;
  readonly ok: boolean;
}
