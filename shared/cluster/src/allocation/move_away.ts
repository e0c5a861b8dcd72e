/** Moves started copies that may not remain on their node to the lightest node that takes them. */
import type { ShardCopy } from '../state/routing_table.js';
import { canAllocate, canRemain } from './deciders/judge.js';
import type { NodeLoad, PlacedShard } from './placements.js';
import type { AllocationRun } from './run.js';

export function moveAway(run: AllocationRun, shards: Iterable<PlacedShard>): void {
  for (const shard of shards) {
    for (const copy of shard.copies) {
      const load = copy.nodeId === undefined ? undefined : run.placements.nodes.get(copy.nodeId);
      if (copy.state !== 'STARTED' || load === undefined || shard.index.state === 'close') continue;
      if (canRemain({ shard, copy }, load, run) !== 'NO') continue;
      const target = run.weights
        .sorted(shard.index.name)
        .find((node) => canAllocate({ shard, copy }, node, run) === 'YES');
      if (target !== undefined) relocate(run, shard, copy, target);
    }
  }
}

export function relocate(
  run: AllocationRun,
  shard: PlacedShard,
  copy: ShardCopy,
  { node }: NodeLoad,
): void {
  run.placements.replaceCopy(shard, copy, {
    ...copy,
    state: 'RELOCATING',
    relocation: { nodeId: node.id, allocationId: run.newId() },
  });
}
