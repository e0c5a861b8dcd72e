/** The faults of the store in one world, and how often all disks are lost. */
import { drawsOf } from '../../draws.js';
import type { SeededRandom } from '../../seeded_random.js';

export interface RemoteSwarm {
  /** The longest round trip of a call. */
  readonly callMs: number;
  /** The chance that a call has no effect. */
  readonly lostChance: number;
  /** The chance that a call has its effect, but no answer. */
  readonly unansweredChance: number;
  /** The chance that a call takes effect long after its caller has given it up. */
  readonly lateChance: number;
  readonly lateMs: number;
  /** The highest number of changes that a listing may not show yet. */
  readonly listLag: number;
  readonly restMs: number;
  readonly commitEveryMs: number;
  readonly wipeEveryMs: number;
  /**
   * For each node, the chance that it continues to work when the cluster takes all disks for lost.
   */
  readonly zombieChance: number;
}

export function drawRemoteSwarm(random: SeededRandom): RemoteSwarm {
  const { maybe } = drawsOf(random);
  return {
    callMs: random.pick([1, 10, 50]),
    lostChance: maybe(0.5, 0.01, 0.3),
    unansweredChance: maybe(0.6, 0.01, 0.3),
    lateChance: maybe(0.4, 0.01, 0.2),
    lateMs: random.between(20, 1500),
    listLag: random.pick([0, 0, 1, 3, 10]),
    restMs: maybe(0.5, 1, 50),
    commitEveryMs: random.pick([50, 200, 1000, Infinity]),
    wipeEveryMs: random.pick([500, 1500, 4000]),
    zombieChance: random.pick([0, 0.3, 0.7]),
  };
}
