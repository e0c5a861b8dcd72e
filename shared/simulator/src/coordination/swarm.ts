/**
 * The parameters of a seed's world. Every seed draws its own mixture, in which many faults are off:
 * a world with all faults at once never gets far enough to meet a rare error (swarm testing, Groce
 * et al. 2012).
 */
import type { CoordinationSettings } from '@skein/cluster';
import { drawsOf } from '../draws.js';
import { PARTITION_SHAPES, type PartitionShape } from '../partition.js';
import type { SeededRandom } from '../seeded_random.js';

export interface Swarm {
  readonly nodeCount: number;
  /** The number of nodes named in `cluster.initial_master_nodes`. */
  readonly founderCount: number;
  readonly settings: Partial<CoordinationSettings>;
  readonly tickMs: number;
  readonly safetyEvents: number;

  readonly delayMs: number;
  /** Some messages take this much longer: long enough to arrive after a restart. */
  readonly lateMs: number;
  readonly lateChance: number;
  readonly dropChance: number;
  readonly duplicateChance: number;
  /** True when the second copy of a message is late by `lateMs`, too. */
  readonly areDuplicatesLate: boolean;
  readonly commitDropChance: number;
  /**
   * The chance that a commit also reaches a node it was not meant for, as in the model, where
   * commits are for all nodes.
   */
  readonly strayCommitChance: number;

  readonly diskMs: number;
  /** Mean times between faults; Infinity means never. */
  readonly crashEveryMs: number;
  readonly restartMs: number;
  /** The chance that a master dies just after it has sent a publication. */
  readonly crashOnPublishChance: number;
  readonly freezeEveryMs: number;
  readonly partitionEveryMs: number;
  readonly shapes: readonly PartitionShape[];
  readonly forgeEveryMs: number;
  /** The chance that a forged election has two candidates in one term. */
  readonly duelChance: number;
  readonly disconnectEveryMs: number;
  readonly sickEveryMs: number;
  readonly abdicateEveryMs: number;

  readonly clientEveryMs: number;
  /** The chance of a proposal that does not wait for the last publication. */
  readonly pushyChance: number;
  /** The chance that a proposal brings a random configuration. */
  readonly reconfigureChance: number;
  /** The chance that the network breaks right after a configuration change is published. */
  readonly cutOnReconfigureChance: number;
}

export function drawSwarm(random: SeededRandom): Swarm {
  const { often, maybe } = drawsOf(random);
  const nodeCount = random.pick([3, 3, 4, 5, 5, 6, 7]);
  const scale = random.chance(0.1) ? 1 : 0.1;
  return {
    nodeCount,
    founderCount: 1 + random.below(nodeCount),
    settings: scaledSettings(scale),
    tickMs: random.pick([50, 100, 200]),
    safetyEvents: random.pick([200, 500, 1000]),
    delayMs: random.pick([2, 20, 100]),
    lateMs: random.between(200, 3000),
    lateChance: maybe(0.5, 0.01, 0.3),
    dropChance: maybe(0.5, 0.01, 0.4),
    duplicateChance: maybe(0.5, 0.02, 0.5),
    areDuplicatesLate: random.chance(0.5),
    commitDropChance: maybe(0.4, 0.2, 0.9),
    strayCommitChance: maybe(0.2, 0.1, 0.9),
    diskMs: random.pick([0, 1, 20, 100]),
    crashEveryMs: often(0.6, 100, 2000),
    restartMs: random.between(10, random.pick([30, 1000])),
    crashOnPublishChance: maybe(0.3, 0.01, 0.3),
    freezeEveryMs: often(0.2, 300, 3000),
    partitionEveryMs: often(0.6, 100, 2000),
    shapes: random.some(PARTITION_SHAPES, 0.5),
    forgeEveryMs: often(0.7, 20, 500),
    duelChance: maybe(0.5, 0.1, 0.9),
    disconnectEveryMs: often(0.3, 100, 1000),
    sickEveryMs: often(0.1, 500, 3000),
    abdicateEveryMs: often(0.2, 200, 2000),
    clientEveryMs: random.between(20, 300),
    pushyChance: maybe(0.4, 0.05, 0.9),
    reconfigureChance: maybe(0.6, 0.05, 0.9),
    cutOnReconfigureChance: maybe(0.5, 0.1, 0.9),
  };
}

/** Makes timeouts ten times shorter in most worlds, so that more of them expire. */
function scaledSettings(scale: number): Partial<CoordinationSettings> {
  return {
    electionDelayMaxMs: 10_000 * scale,
    checkIntervalMs: 1_000 * scale,
    checkTimeoutMs: 10_000 * scale,
    publishTimeoutMs: 30_000 * scale,
    lagTimeoutMs: 90_000 * scale,
    resendMs: 5_000 * scale,
  };
}
