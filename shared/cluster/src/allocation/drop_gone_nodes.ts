/**
 * Unassigns the copies on nodes that have left; replicas first, so that none of them is promoted.
 */
import { INDEX, readSetting } from '@skein/settings';
import type { ShardCopy, UnassignedInfo } from '../state/routing_table.js';
import { unassignedInfo } from './build_routing.js';
import { failCopy } from './fail_copy.js';
import type { PlacedShard, Placements } from './placements.js';

export function dropGoneNodes(
  placements: Placements,
  nowMs: number,
  isGone: (nodeId: string) => boolean,
): void {
  for (const shard of placements.all()) {
    for (const { id, nodeId } of goneCopies(shard.copies, isGone)) {
      failCopy(placements, shard, id, nodeLeft(shard, nodeId, nowMs));
    }
  }
}

interface GoneCopy {
  readonly id: string;
  readonly nodeId: string;
}

/** The lost copies: targets of relocations, then replicas, then the primary. */
function goneCopies(
  copies: readonly ShardCopy[],
  isGone: (nodeId: string) => boolean,
): readonly GoneCopy[] {
  const gone: GoneCopy[] = [];
  for (const { relocation } of copies) {
    if (relocation !== undefined && isGone(relocation.nodeId)) {
      gone.push({ id: relocation.allocationId, nodeId: relocation.nodeId });
    }
  }
  for (const primary of [false, true]) {
    for (const copy of copies) {
      const { nodeId, allocationId } = copy;
      if (copy.primary !== primary || nodeId === undefined || allocationId === undefined) continue;
      if (isGone(nodeId)) gone.push({ id: allocationId, nodeId });
    }
  }
  return gone;
}

function nodeLeft({ index }: PlacedShard, nodeId: string, nowMs: number): UnassignedInfo {
  const waits = readSetting(index.settings, INDEX.families.delayedTimeout) > 0;
  return {
    ...unassignedInfo('NODE_LEFT', nowMs),
    details: `node_left [${nodeId}]`,
    ...(waits ? { delayed: true as const } : {}),
  };
}
