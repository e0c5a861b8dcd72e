/**
 * Places unassigned replicas of shards with an active primary: on a node whose disk has an old copy
 * that a recovery can reuse, else on the lightest node. The replica of a node that left waits for
 * it for `index.unassigned.node_left.delayed_timeout`.
 */
import { INDEX, readSetting } from '@skein/settings';
import type { ShardCopy } from '../state/routing_table.js';
import { canAllocate } from './deciders/judge.js';
import { hasActivePrimary, type NodeLoad, type PlacedShard } from './placements.js';
import type { AllocationRun } from './run.js';
import { storesOf, wantsStores } from './stores.js';

export function placeReplicas(run: AllocationRun, shards: Iterable<PlacedShard>): void {
  for (const shard of shards) {
    if (!hasActivePrimary(shard) || shard.index.state === 'close') continue;
    for (const copy of shard.copies) {
      if (copy.state === 'UNASSIGNED' && !copy.primary) placeReplica(run, shard, copy);
    }
  }
}

function placeReplica(run: AllocationRun, shard: PlacedShard, copy: ShardCopy): void {
  const node = nodeFor(run, shard, copy);
  if (node === undefined) return;
  run.placements.replaceCopy(shard, copy, {
    ...copy,
    state: 'INITIALIZING',
    nodeId: node.node.id,
    allocationId: run.newId(),
    recoverySource: 'PEER',
  });
}

function nodeFor(run: AllocationRun, shard: PlacedShard, copy: ShardCopy): NodeLoad | undefined {
  const candidate = { shard, copy };
  if (run.facts !== undefined && wantsStores(shard)) {
    const { found, isComplete } = storesOf(run, shard);
    for (const { node, failure } of found) {
      if (failure !== undefined) continue;
      const answer = canAllocate(candidate, node, run);
      if (answer === 'YES') return node;
      if (answer === 'THROTTLE') return undefined;
    }
    if (!isComplete) return undefined;
  }
  if (delayLeftMs(shard, copy, run.nowMs) > 0) return undefined;
  for (const node of run.weights.sorted(shard.index.name)) {
    if (canAllocate(candidate, node, run) === 'YES') return node;
  }
  return undefined;
}

/** Remaining time for which an unassigned copy waits for its node; 0 when it does not wait. */
export function delayLeftMs(
  { index }: PlacedShard,
  { unassigned }: ShardCopy,
  nowMs: number,
): number {
  if (unassigned?.delayed !== true) return 0;
  const waitMs = readSetting(index.settings, INDEX.families.delayedTimeout);
  return Math.max(0, unassigned.atMs + waitMs - nowMs);
}
