/** Parameters of elections, checks and publications, with OpenSearch's defaults. */
export interface CoordinationSettings {
  /**
   * `cluster.election.initial_timeout` and `back_off_time`: the bound of the random delay grows by
   * this amount with every failure.
   */
  readonly electionDelayMs: number;
  /** `cluster.election.max_timeout`. */
  readonly electionDelayMaxMs: number;
  /** `cluster.election.duration`: a round that has not been won after this time has failed. */
  readonly electionRoundMs: number;
  /**
   * `cluster.fault_detection.follower_check.*`: the leader's checks, and also the followers' unless
   * `leaderCheck` is given.
   */
  readonly checkIntervalMs: number;
  readonly checkTimeoutMs: number;
  readonly checkMissesMax: number;
  /** `cluster.fault_detection.leader_check.*`. */
  readonly leaderCheck?: CheckRhythm | undefined;
  /** `cluster.publish.timeout`: a leader that cannot commit within this time steps down. */
  readonly publishTimeoutMs: number;
  /** `cluster.follower_lag.timeout`: time that a member may take after a commit to apply it. */
  readonly lagTimeoutMs: number;
  /** Time after which an unanswered publication or commit is sent to a member again. */
  readonly resendMs: number;
}

export interface CheckRhythm {
  readonly checkIntervalMs: number;
  readonly checkTimeoutMs: number;
  /** Number of unanswered checks in a row that count as a failure. */
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
