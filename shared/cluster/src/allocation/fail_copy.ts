/**
 * The consequences for a shard that loses a copy. An active copy of the in-sync set replaces a lost
 * primary under a new term; copies that the lost primary was filling start again. The in-sync set
 * itself only loses a copy that its primary says has missed a write.
 */
import { isActive, type ShardCopy, type UnassignedInfo } from '../state/routing_table.js';
import { primarySource, unassignedInfo, unassignedReplica } from './build_routing.js';
import type { PlacedShard, Placements } from './placements.js';

/** Unassigns the copy of this allocation id. False when there is none. */
export function failCopy(
  placements: Placements,
  shard: PlacedShard,
  allocationId: string,
  info: UnassignedInfo,
): boolean {
  const source = shard.copies.find((copy) => copy.relocation?.allocationId === allocationId);
  if (source !== undefined) {
    placements.replaceCopy(shard, source, settled(source));
    return true;
  }
  const copy = shard.copies.find((one) => one.allocationId === allocationId);
  if (copy === undefined) return false;
  if (copy.primary) failPrimary(placements, shard, copy, info);
  else placements.replaceCopy(shard, copy, withoutReplica(copy, info));
  return true;
}

/** A relocating copy back in state STARTED, its relocation cancelled. */
export function settled(copy: ShardCopy): ShardCopy {
  const { relocation: _, ...rest } = copy;
  return { ...rest, state: 'STARTED' };
}

/**
 * Unassigns a replica. If it was being relocated, its target continues by itself and is filled by
 * the primary.
 */
function withoutReplica(copy: ShardCopy, info: UnassignedInfo): ShardCopy {
  const { relocation } = copy;
  if (relocation === undefined) return unassignedReplica(info);
  return { ...unassignedReplica(info), ...relocation, state: 'INITIALIZING', unassigned: info };
}

function failPrimary(
  placements: Placements,
  shard: PlacedShard,
  primary: ShardCopy,
  info: UnassignedInfo,
): void {
  const interrupted = {
    ...unassignedInfo('PRIMARY_FAILED', info.atMs),
    details: 'primary failed while replica initializing',
  };
  const others = shard.copies
    .filter((copy) => copy !== primary)
    .map((copy) => (copy.state === 'INITIALIZING' ? unassignedReplica(interrupted) : copy))
    .map((copy) => (copy.state === 'RELOCATING' ? settled(copy) : copy));
  const successor = others.find(
    (copy) => isActive(copy) && shard.inSync.includes(copy.allocationId ?? ''),
  );
  if (successor === undefined) {
    placements.change(shard, { copies: [lostPrimary(shard, primary, info), ...others] });
    return;
  }
  const rest = others.filter((copy) => copy !== successor);
  placements.change(shard, {
    copies: [{ ...successor, primary: true }, ...rest, unassignedReplica(info)],
    primaryTerm: shard.primaryTerm + 1,
  });
}

/**
 * A lost primary, to be recovered from a disk that has an in-sync copy, or empty if none was ever
 * started.
 */
function lostPrimary(shard: PlacedShard, primary: ShardCopy, info: UnassignedInfo): ShardCopy {
  return {
    primary: true,
    state: 'UNASSIGNED',
    nodeId: undefined,
    allocationId: undefined,
    recoverySource: primarySource(shard.index, shard.shardId, shard.inSync),
    unassigned: info,
    ...(primary.newHistory === true && primary.state === 'INITIALIZING'
      ? { newHistory: true }
      : {}),
  };
}
