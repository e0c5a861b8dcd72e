/**
 * Everything one node's coordination knows. `persistent` survives the process (the host stores it when told to); the rest starts anew with it,
 * and that is a safety rule for `startedJoin` and `joinVotes`: votes received before a restart must not count after it (mutant noStartedJoin).
 */
import { COORDINATION_DEFAULTS, type CoordinationSettings } from './coordination_settings.js';
import { BLANK_STATE, type NodeId, type PublishedState } from './published_state.js';

export type Mode = 'candidate' | 'leader' | 'follower' | 'stopped';

/** What must be on disk before the messages that depend on it leave. */
export interface PersistentState {
  readonly currentTerm: number;
  readonly accepted: PublishedState;
  /** Of the first state this node saw committed; it never joins another cluster. Empty before. */
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
  /** `cluster.initial_master_nodes`: names; read only while no state exists. */
  readonly initialMasterNodes: readonly string[];
}

/** One node asking another at intervals whether it is well. */
export interface Check {
  readonly seq: number;
  readonly misses: number;
  readonly nextAtMs: number;
  /** When the outstanding question counts as missed; undefined when none is outstanding. */
  readonly deadlineMs: number | undefined;
}

/** The publication a leader sent last. */
export interface Publication {
  readonly state: PublishedState;
  readonly acks: ReadonlySet<NodeId>;
  /** Who has left the term: will not acknowledge any more. */
  readonly nacks: ReadonlySet<NodeId>;
  readonly committed: boolean;
  readonly startedAtMs: number;
}

/** What a leader knows of a member's progress. */
export interface Progress {
  readonly appliedVersion: number;
  /** A committed version the member has not applied, and when it is reported for that. */
  readonly behind: { readonly version: number; readonly deadlineMs: number } | undefined;
  /** When it was last sent a publication or commit. */
  readonly sentAtMs: number;
}

export interface CoordinationState {
  readonly identity: NodeIdentity;
  readonly settings: CoordinationSettings;
  readonly persistent: PersistentState;
  /** Number of the last write asked for. */
  readonly lastToken: number;

  readonly nowMs: number;
  readonly healthy: boolean;
  /** Master-eligible nodes that discovery reaches, without this one. */
  readonly peers: readonly Peer[];
  readonly mode: Mode;
  readonly leader: NodeId | undefined;
  /** The highest term heard of; a leader below it stands again in a higher one. */
  readonly maxTermSeen: number;

  /** Whether this node has entered its current term since it started. */
  readonly startedJoin: boolean;
  readonly joinVotes: ReadonlySet<NodeId>;
  readonly won: boolean;
  /** Version of the last publication of this term; the accepted one at the election. */
  readonly publishedVersion: number;
  readonly publication: Publication | undefined;

  /** Last version handed to the appliers, and last version they have finished. */
  readonly committedVersion: number;
  readonly appliedVersion: number;

  readonly electionAtMs: number;
  readonly electionAttempts: number;
  readonly preVoteRound: number;
  /** Undefined when no round is open. */
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

/** A node that has just started, with what its disk holds. */
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

/** Whether this node is in a configuration that counts. Another may be elected, when it alone has what a vote that is needed has accepted, but does not lead for long. */
export function isVoter({ identity, persistent: { accepted } }: CoordinationState): boolean {
  const { acceptedConfig, committedConfig } = accepted;
  return acceptedConfig.includes(identity.id) || committedConfig.includes(identity.id);
}

export function isBootstrapped(state: CoordinationState): boolean {
  return state.persistent.accepted.acceptedConfig.length > 0;
}
