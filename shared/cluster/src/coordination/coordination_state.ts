/**
 * The state of one node's coordination. `persistent` survives the process (the host stores it when
 * told to); the rest starts anew with the process. For `startedJoin` and `joinVotes` that is a
 * safety rule: votes received before a restart must not count after it (mutant noStartedJoin).
 */
import { COORDINATION_DEFAULTS, type CoordinationSettings } from './coordination_settings.js';
import { BLANK_STATE, type NodeId, type PublishedState } from './published_state.js';

export type Mode = 'candidate' | 'leader' | 'follower' | 'stopped';

/** State that must be on disk before the messages that depend on it are sent. */
export interface PersistentState {
  readonly currentTerm: number;
  readonly accepted: PublishedState;
  /**
   * UUID of the first state this node saw committed; it never joins another cluster. Empty before
   * that.
   */
  readonly clusterUuid: string;
}

export const BLANK_PERSISTENT: PersistentState = {
  currentTerm: 0,
  accepted: BLANK_STATE,
  clusterUuid: '',
};

export interface Peer {
  readonly id: NodeId;
  readonly name: string;
}

export interface NodeIdentity extends Peer {
  readonly masterEligible: boolean;
  /** The names in `cluster.initial_master_nodes`, read only while no state exists. */
  readonly initialMasterNodes: readonly string[];
}

/** The state of periodic health checks of one node by another. */
export interface Check {
  readonly seq: number;
  readonly misses: number;
  readonly nextAtMs: number;
  /** Time at which the outstanding check counts as missed; undefined when none is outstanding. */
  readonly deadlineMs: number | undefined;
}

/** The last publication that a leader sent. */
export interface Publication {
  readonly state: PublishedState;
  readonly acks: ReadonlySet<NodeId>;
  /**
   * Nodes that have left the term, and nodes that were disconnected before they acknowledged. The
   * latter may still acknowledge when they are back.
   */
  readonly nacks: ReadonlySet<NodeId>;
  readonly committed: boolean;
  readonly startedAtMs: number;
}

/** A leader's knowledge of a member's progress. */
export interface Progress {
  readonly appliedVersion: number;
  /**
   * A committed version that the member has not applied, and the time at which the member is
   * reported as lagging.
   */
  readonly behind: { readonly version: number; readonly deadlineMs: number } | undefined;
  /** Time of the last publication or commit sent to the member. */
  readonly sentAtMs: number;
}

export interface CoordinationState {
  readonly identity: NodeIdentity;
  readonly settings: CoordinationSettings;
  readonly persistent: PersistentState;
  /** Token of the last requested write. */
  readonly lastToken: number;

  readonly nowMs: number;
  readonly healthy: boolean;
  /** Master-eligible nodes that discovery reaches, without this one. */
  readonly peers: readonly Peer[];
  readonly mode: Mode;
  readonly leader: NodeId | undefined;
  /** The highest term seen; a leader with a lower term starts an election in a higher one. */
  readonly maxTermSeen: number;

  /** True if this node has entered its current term since it started. */
  readonly startedJoin: boolean;
  readonly joinVotes: ReadonlySet<NodeId>;
  readonly won: boolean;
  /** Version of the last publication of this term; at the election, the accepted version. */
  readonly publishedVersion: number;
  readonly publication: Publication | undefined;

  /** Last version handed to the appliers. */
  readonly committedVersion: number;
  /** Last version that the appliers have finished. */
  readonly appliedVersion: number;

  readonly electionAtMs: number;
  readonly electionAttempts: number;
  readonly preVoteRound: number;
  /** Undefined when no pre-vote round is open. */
  readonly preVotes: ReadonlySet<NodeId> | undefined;

  readonly followerChecks: ReadonlyMap<NodeId, Check>;
  readonly progress: ReadonlyMap<NodeId, Progress>;
  readonly leaderCheck: Check | undefined;
}

export interface StartOptions {
  readonly identity: NodeIdentity;
  readonly nowMs: number;
  readonly persistent?: PersistentState;
  readonly settings?: Partial<CoordinationSettings>;
}

/** The initial state of a node that has just started, with its state from disk. */
export function startCoordination(options: StartOptions): CoordinationState {
  const { identity, nowMs, persistent = BLANK_PERSISTENT } = options;
  return {
    identity,
    settings: { ...COORDINATION_DEFAULTS, ...options.settings },
    persistent,
    lastToken: 0,
    nowMs,
    healthy: true,
    peers: [],
    mode: 'candidate',
    leader: undefined,
    maxTermSeen: persistent.currentTerm,
    startedJoin: false,
    joinVotes: new Set(),
    won: false,
    publishedVersion: 0,
    publication: undefined,
    committedVersion: 0,
    appliedVersion: 0,
    electionAtMs: nowMs,
    electionAttempts: 0,
    preVoteRound: 0,
    preVotes: undefined,
    followerChecks: new Map(),
    progress: new Map(),
    leaderCheck: undefined,
  };
}

/**
 * True if this node is in a voting configuration. A non-voter may be elected if it alone has
 * accepted the state that a required voter has accepted, but it does not lead for long.
 */
export function isVoter({ identity, persistent: { accepted } }: CoordinationState): boolean {
  const { acceptedConfig, committedConfig } = accepted;
  return acceptedConfig.includes(identity.id) || committedConfig.includes(identity.id);
}

export function isBootstrapped(state: CoordinationState): boolean {
  return state.persistent.accepted.acceptedConfig.length > 0;
}
