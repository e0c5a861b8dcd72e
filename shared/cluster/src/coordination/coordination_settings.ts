/** The numbers of elections, checks and publications. Defaults are the reference's. */
export interface CoordinationSettings {
  /** `cluster.election.initial_timeout` and `back_off_time`: the bound of the random delay grows by this with every failure. */
  readonly electionDelayMs: number;
  /** `cluster.election.max_timeout`. */
  readonly electionDelayMaxMs: number;
  /** `cluster.election.duration`: a round that has not won by then has failed. */
  readonly electionRoundMs: number;
  /** `cluster.fault_detection.follower_check.*`: the leader's questions; the followers', too, when they have no rhythm of their own. */
  readonly checkIntervalMs: number;
  readonly checkTimeoutMs: number;
  readonly checkMissesMax: number;
  /** `cluster.fault_detection.leader_check.*`. */
  readonly leaderCheck?: CheckRhythm | undefined;
  /** `cluster.publish.timeout`: a leader that cannot commit within it stands down. */
  readonly publishTimeoutMs: number;
  /** `cluster.follower_lag.timeout`: after a commit, how much longer a member may take to apply it. */
  readonly lagTimeoutMs: number;
  /** How long a member may leave a publication or commit unanswered before it is sent again. */
  readonly resendMs: number;
}

export interface CheckRhythm {
  readonly checkIntervalMs: number;
  readonly checkTimeoutMs: number;
  /** So many unanswered questions in a row are a failure. */
  readonly checkMissesMax: number;
}

export const COORDINATION_DEFAULTS: CoordinationSettings = {
  electionDelayMs: 100,
  electionDelayMaxMs: 10_000,
  electionRoundMs: 500,
  checkIntervalMs: 1_000,
  checkTimeoutMs: 10_000,
  checkMissesMax: 3,
  publishTimeoutMs: 30_000,
  lagTimeoutMs: 90_000,
  resendMs: 5_000,
};
