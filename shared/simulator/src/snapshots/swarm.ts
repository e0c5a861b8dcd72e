/**
 * The size of one world and its mixture of faults, drawn from the seed, so that worlds differ in
 * kind and not only in order.
 */
import { drawsOf } from '../draws.js';
import type { SeededRandom } from '../seeded_random.js';

export interface SnapshotSwarm {
  /** True when there are no faults: all work must succeed (I8). */
  readonly isCalm: boolean;
  readonly nodeCount: number;
  readonly activeMs: number;
  /** The time between requests of users. */
  readonly requestEveryMs: number;
  readonly writeEveryMs: number;
  /** The longest time of most calls of the store. */
  readonly callMs: number;
  readonly slowCallChance: number;
  readonly slowCallMs: number;
  readonly refusedChance: number;
  /** The chance that a call has its effect, but its caller gets a fault. */
  readonly unansweredChance: number;
  /** The chance that the caller gets a fault at once, and the effect comes later. */
  readonly lateChance: number;
  /** The highest number of changes by which a listing lags. */
  readonly listLag: number;
  readonly nodeLeavesEveryMs: number;
  readonly masterChangesEveryMs: number;
  /**
   * The chance that a master that begins to finalize a snapshot is replaced, and the snapshot is to
   * be deleted.
   */
  readonly ambushChance: number;
  readonly hasRival: boolean;
  readonly chunkBytes: number | undefined;
  /** True when users reuse names of existing snapshots. */
  readonly repeatsNames: boolean;
}

export function drawSnapshotSwarm(random: SeededRandom): SnapshotSwarm {
  const isCalm = random.chance(0.15);
  const { often, maybe } = drawsOf(random, isCalm);
  return {
    isCalm,
    nodeCount: random.pick([2, 3]),
    activeMs: random.between(3_000, 15_000),
    requestEveryMs: random.pick([200, 500, 1_000]),
    writeEveryMs: random.pick([100, 500, 2_000]),
    callMs: random.pick([5, 20, 100]),
    slowCallChance: maybe(0.7, 0.005, 0.1),
    slowCallMs: random.pick([300, 2_000, 8_000]),
    refusedChance: maybe(0.4, 0.001, 0.02),
    unansweredChance: maybe(0.4, 0.001, 0.03),
    lateChance: maybe(0.4, 0.001, 0.03),
    listLag: isCalm ? 0 : random.pick([0, 0, 2, 5]),
    nodeLeavesEveryMs: often(0.5, 1_000, 8_000),
    masterChangesEveryMs: often(0.7, 300, 5_000),
    ambushChance: maybe(0.4, 0.1, 0.6),
    hasRival: !isCalm && random.chance(0.25),
    chunkBytes: random.pick([undefined, 4_500]),
    repeatsNames: !isCalm && random.chance(0.3),
  };
}
