/** The numbers of gossip and failure detection: chitchat's and memberlist's LAN defaults. */
export interface MembershipSettings {
  readonly gossipIntervalMs: number;
  /** Live members spoken to in a round. */
  readonly fanout: number;
  /** With this probability a round also speaks to a seed. */
  readonly seedProbability: number;
  readonly deltaMaxBytes: number;
  readonly probeIntervalMs: number;
  readonly probeTimeoutMs: number;
  /** Members asked to probe for this node when it gets no answer itself. */
  readonly indirectProbes: number;
  /** Silence, in mean heartbeat intervals, at which a member becomes suspect. */
  readonly phiThreshold: number;
  readonly phiWindow: number;
  /** Longer pauses say something about a failure, not about the rhythm. */
  readonly phiIntervalMaxMs: number;
  readonly phiInitialIntervalMs: number;
  /** Suspicion lasts this many times log10(n + 1) seconds at least. */
  readonly suspicionFactor: number;
  /** And this many times as long while nobody confirms it. */
  readonly suspicionMaxFactor: number;
  readonly localHealthMax: number;
  /** A tick this late means that this node itself is slow. */
  readonly lagToleranceMs: number;
  /** How long tombstones and dead members are kept, so that all have heard of them. */
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
