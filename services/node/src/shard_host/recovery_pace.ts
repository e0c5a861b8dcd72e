/** `indices.recovery.max_bytes_per_sec`: how fast this node sends files of recoveries, all of them together. */
import { BytePace, type Clock, type Timers } from '@skein/base';
import { type ClusterState, clusterSettings } from '@skein/cluster';
import { CLUSTER, readSetting } from '@skein/settings';

export class RecoveryPace {
  readonly #pace: BytePace;

  constructor(timers: Timers, clock: Clock) {
    this.#pace = new BytePace({ timers, clock });
  }

  /** Resolves when so many bytes more may go. */
  async admit(bytes: number, state: ClusterState): Promise<void> {
    await this.#pace.admit(bytes, readSetting(clusterSettings(state), CLUSTER.recovery.maxBytes));
  }
}
