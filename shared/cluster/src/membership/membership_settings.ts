/**
 * Parameters of gossip and failure detection, with chitchat's defaults and memberlist's for a LAN.
 */
export interface MembershipSettings {
  readonly gossipIntervalMs: number;
  /** Number of live members contacted in a round. */
  readonly fanout: number;
  /** Probability that a round also contacts a seed. */
  readonly seedProbability: number;
  readonly deltaMaxBytes: number;
  readonly probeIntervalMs: number;
  readonly probeTimeoutMs: number;
  /** Number of members asked to probe for this node when it gets no answer itself. */
  readonly indirectProbes: number;
  /** Silence, in mean heartbeat intervals, at which a member becomes suspect. */
  readonly phiThreshold: number;
  readonly phiWindow: number;
  /**
   * Longest interval that counts as a sample; longer pauses come from failures, not from the
   * rhythm.
   */
  readonly phiIntervalMaxMs: number;
  readonly phiInitialIntervalMs: number;
  /** Suspicion lasts at least this many times log10(n + 1) seconds. */
  readonly suspicionFactor: number;
  /** While no other member confirms it, suspicion lasts this many times as long. */
  readonly suspicionMaxFactor: number;
  readonly localHealthMax: number;
  /** A tick that is late by more than this means that this node itself is slow. */
  readonly lagToleranceMs: number;
  /** Time for which tombstones and dead members are kept, so that all members hear of them. */
  readonly graceMs: number;
}

export const MEMBERSHIP_DEFAULTS: MembershipSettings = {
  gossipIntervalMs: 1_000,
  fanout: 3,
  seedProbability: 0.1,
  deltaMaxBytes: 64 * 1024,
  probeIntervalMs: 1_000,
  probeTimeoutMs: 1_000,
  indirectProbes: 3,
  phiThreshold: 8,
  phiWindow: 1_000,
  phiIntervalMaxMs: 10_000,
  phiInitialIntervalMs: 5_000,
  suspicionFactor: 4,
  suspicionMaxFactor: 6,
  localHealthMax: 8,
  lagToleranceMs: 500,
  graceMs: 24 * 3600 * 1000,
};
