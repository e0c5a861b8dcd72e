/**
 * What a master publishes, as coordination sees it: an opaque body under an envelope of the few facts that safety needs. The body (`bytes`, named
 * by its `hash`) is the encoded cluster state; whether it travels whole or as a difference is the caller's business.
 */

export type NodeId = string;

/** Ids of the nodes whose votes count, sorted and without repeats. Empty: not bootstrapped. */
export type VotingConfig = readonly NodeId[];

export interface PublishedState {
  /** Term of the master that published it. */
  readonly term: number;
  /** Rises by one or more with every publication; (term, version) orders states. */
  readonly version: number;
  /** The cluster this state belongs to. Empty only in the state of a node that has never been in one. */
  readonly clusterUuid: string;
  readonly hash: string;
  readonly bytes: Uint8Array;
  /** Every member of the cluster, voting or not: who gets publications and checks. */
  readonly nodes: readonly NodeId[];
  /** The configuration this state brings in. */
  readonly acceptedConfig: VotingConfig;
  /** The last configuration known to be committed; until this state is committed, both must agree to everything. */
  readonly committedConfig: VotingConfig;
}

/** What a node holds that has never been in a cluster. */
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

/** A strict majority; an empty configuration has none. */
export function isQuorum(config: VotingConfig, votes: ReadonlySet<NodeId>): boolean {
  let count = 0;
  for (const voter of config) if (votes.has(voter)) count++;
  return count * 2 > config.length;
}

export function sameConfig(a: VotingConfig, b: VotingConfig): boolean {
  return a.length === b.length && a.every((node, i) => node === b[i]);
}

/** Says whether `(term, version)` is after the state: what freshness means everywhere. */
export function isAfter(state: PublishedState, term: number, version: number): boolean {
  return term > state.term || (term === state.term && version > state.version);
}
