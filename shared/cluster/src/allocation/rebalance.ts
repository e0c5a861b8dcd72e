/**
 * Moves copies from heavy nodes to light ones, index by index, while a move narrows the gap by more
 * than `balance.threshold`. A move brings the weights of both nodes one step closer, so only a gap
 * of more than one is worth it. The sum of squared weights falls with every move, so the loop ends.
 */
import type { ShardCopy } from '../state/routing_table.js';
import { canAllocate, canRebalance } from './deciders/judge.js';
import { relocate } from './move_away.js';
import type { NodeLoad, PlacedShard } from './placements.js';
import type { AllocationRun } from './run.js';

export function rebalance(run: AllocationRun): void {
  const { placements, rules } = run;
  if (placements.nodes.size < 2 || rules.rebalances === 0) return;
  for (const index of placements.state.metadata.indices.values()) {
    if (index.state === 'open') rebalanceIndex(run, index.name);
  }
}

/**
 * Tolerance for rounding: weights are sums of fractions, and a gap of exactly one must not count as
 * more, or the move would be undone and done again.
 */
const ROUNDING = 1e-3;

function rebalanceIndex(run: AllocationRun, index: string): void {
  const { weights, rules } = run;
  const leastGap = Math.max(rules.balance.threshold, 1) + ROUNDING;
  let nodes = weights.sorted(index);
  let low = 0;
  let high = nodes.length - 1;
  while (low < high) {
    const [light, heavy] = [nodes[low], nodes[high]];
    if (light === undefined || heavy === undefined) return;
    const gap = weights.of(heavy, index) - weights.of(light, index);
    if (gap <= leastGap) {
      // The gap only shrinks towards the middle, so nothing is left for this heavy node or for
      // lighter ones.
      if (low === 0) return;
      low = 0;
      high--;
    } else if (moveOne(run, index, heavy, light)) {
      nodes = weights.sorted(index);
      low = 0;
      high = nodes.length - 1;
    } else if (low < high - 1) low++;
    else {
      low = 0;
      high--;
    }
  }
}

function moveOne(run: AllocationRun, index: string, from: NodeLoad, to: NodeLoad): boolean {
  const found = movable(run, index, from, to);
  if (found === undefined) return false;
  relocate(run, found.shard, found.copy, to);
  return true;
}

function movable(
  run: AllocationRun,
  index: string,
  from: NodeLoad,
  to: NodeLoad,
): { readonly shard: PlacedShard; readonly copy: ShardCopy } | undefined {
  for (const shard of run.placements.of(index)) {
    for (const copy of shard.copies) {
      if (copy.nodeId !== from.node.id || copy.state !== 'STARTED') continue;
      const candidate = { shard, copy };
      if (canRebalance(candidate, run) !== 'YES') continue;
      if (canAllocate(candidate, to, run) === 'YES') return candidate;
    }
  }
  return undefined;
}
