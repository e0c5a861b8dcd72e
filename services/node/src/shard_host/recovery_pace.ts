/**
 * The rate at which this node sends files to all copies on other nodes:
 * `indices.recovery.max_bytes_per_sec` and, if the cluster sets it, a separate
 * `indices.replication.max_bytes_per_sec` for segment replication.
 */
import { BytePace, type Clock, type Timers } from '@skein/base';
import { type ClusterState, clusterSettings } from '@skein/cluster';
import { CLUSTER, readSetting } from '@skein/settings';

export class RecoveryPace {
  readonly #recoveries: BytePace;
  readonly #rounds: BytePace;

  constructor(timers: Timers, clock: Clock) {
    this.#recoveries = new BytePace({ timers, clock });
    this.#rounds = new BytePace({ timers, clock });
  }

  /**
   * Resolves when this many more bytes may be sent. `isRound`: to a replica that uses segment
   * replication.
   */
  async admit(bytes: number, isRound: boolean, state: ClusterState): Promise<void> {
    const settings = clusterSettings(state);
    const ofRounds = readSetting(settings, CLUSTER.segmentReplication.maxBytes);
    if (isRound && ofRounds >= 0) await this.#rounds.admit(bytes, ofRounds);
    else await this.#recoveries.admit(bytes, readSetting(settings, CLUSTER.recovery.maxBytes));
  }
}
