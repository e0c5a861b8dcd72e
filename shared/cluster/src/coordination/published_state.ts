/**
 * A published state as coordination sees it: an opaque body and an envelope of the few facts that
 * safety needs. The body (`bytes`, identified by its `hash`) is the encoded cluster state; the
 * caller decides if it is sent whole or as a difference.
 */

export type NodeId = string;

/** Sorted, distinct ids of the nodes whose votes count. Empty: not bootstrapped. */
export type VotingConfig = readonly NodeId[];

export interface PublishedState {
  /** Term of the master that published it. */
  readonly term: number;
  /** A version that rises by one or more with every publication; (term, version) orders states. */
  readonly version: number;
  /**
   * The cluster this state belongs to. Empty only in the state of a node that has never been in
   * one.
   */
  readonly clusterUuid: string;
  readonly hash: string;
  readonly bytes: Uint8Array;
  /** All members of the cluster, voting or not: the receivers of publications and checks. */
  readonly nodes: readonly NodeId[];
  /** The configuration that this state introduces. */
  readonly acceptedConfig: VotingConfig;
  /**
   * The last configuration known to be committed. Until this state is committed, every decision
   * needs a majority of both configurations.
   */
  readonly committedConfig: VotingConfig;
}

/** The state of a node that has never been in a cluster. */
export const BLANK_STATE: PublishedState = {
  term: 0,
  version: 0,
  clusterUuid: '',
  hash: '',
  bytes: new Uint8Array(0),
  nodes: [],
  acceptedConfig: [],
  committedConfig: [],
};

/** True if the votes are a strict majority; an empty configuration has none. */
export function isQuorum(config: VotingConfig, votes: ReadonlySet<NodeId>): boolean {
  let count = 0;
  for (const voter of config) if (votes.has(voter)) count++;
  return count * 2 > config.length;
}

export function sameConfig(a: VotingConfig, b: VotingConfig): boolean {
  return a.length === b.length && a.every((node, i) => node === b[i]);
}

/** True if `(term, version)` is after the state. This order defines freshness everywhere. */
export function isAfter(state: PublishedState, term: number, version: number): boolean {
  return term > state.term || (term === state.term && version > state.version);
}
