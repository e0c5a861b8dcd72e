/**
 * The size of one world and its mixture of faults, drawn from the seed, so that worlds differ in
 * kind and not only in order.
 */
import { drawsOf } from '../draws.js';
import { PARTITION_SHAPES, type PartitionShape } from '../partition.js';
import type { SeededRandom } from '../seeded_random.js';

export interface ReplicationSwarm {
  readonly nodeCount: number;
  readonly replicas: number;
  readonly safetyEvents: number;
  readonly networkMs: number;
  readonly lateMs: number;
  readonly lateChance: number;
  readonly dropChance: number;
  readonly requestTimeoutMs: number;
  readonly diskMs: number;
  /** The delay between commit and application of a state on a node. */
  readonly viewMs: number;
  readonly reportMs: number;
  readonly writeEveryMs: number;
  readonly bulkSize: number;
  /** Operations in a batch of resync and recovery. */
  readonly batchSize: number;
  readonly crashEveryMs: number;
  readonly restartMs: number;
  readonly partitionEveryMs: number;
  readonly shapes: readonly PartitionShape[];
  /** Mean time until the master takes a node that is up for one that has left. */
  readonly suspectEveryMs: number;
  /** Mean time until all nodes lose power at once. */
  readonly blackoutEveryMs: number;
  /** Mean time until a copy drops some of its history. */
  readonly flushEveryMs: number;
  /** Mean time until the primary is moved to another node. */
  readonly relocateEveryMs: number;
  /** Batches of a recovery that may be in flight at once. */
  readonly recoveryBatches: number;
}

export function drawReplicationSwarm(random: SeededRandom): ReplicationSwarm {
  const { often, maybe } = drawsOf(random);
  const nodeCount = random.pick([2, 3, 3, 4, 5]);
  return {
    nodeCount,
    replicas: Math.min(nodeCount - 1, random.pick([1, 1, 2, 2, 3])),
    safetyEvents: random.pick([500, 1500, 3000]),
    networkMs: random.pick([2, 10, 50]),
    lateMs: random.between(50, 1000),
    lateChance: maybe(0.6, 0.01, 0.4),
    dropChance: maybe(0.5, 0.01, 0.3),
    requestTimeoutMs: random.pick([50, 200, 1000]),
    diskMs: random.pick([0, 1, 10, 50]),
    viewMs: random.pick([1, 5, 20, 200]),
    reportMs: random.pick([1, 5, 50, 300]),
    writeEveryMs: random.pick([5, 20, 60]),
    bulkSize: random.pick([1, 1, 3]),
    batchSize: random.pick([1, 5, 50]),
    crashEveryMs: often(0.7, 100, 3000),
    restartMs: random.between(5, random.pick([50, 1000])),
    partitionEveryMs: often(0.6, 100, 3000),
    shapes: random.some(PARTITION_SHAPES, 0.5),
    suspectEveryMs: often(0.7, 100, 3000),
    blackoutEveryMs: often(0.2, 500, 4000),
    flushEveryMs: often(0.5, 50, 2000),
    relocateEveryMs: often(0.5, 100, 2000),
    recoveryBatches: random.pick([1, 1, 2, 4]),
  };
}
