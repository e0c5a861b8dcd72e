/**
 * The consequences of a copy's report that it is filled: it serves requests and is in-sync from
 * then on.
 */
import { relocationTarget, type ShardCopy } from '../state/routing_table.js';
import { isSearchableSnapshot } from '../state/searchable_snapshot.js';
import type { PlacedShard, Placements } from './placements.js';

/** Starts the copy. False when no initializing copy has this allocation id. */
export function startCopy(
  placements: Placements,
  shard: PlacedShard,
  allocationId: string,
): boolean {
  const source = shard.copies.find((copy) => copy.relocation?.allocationId === allocationId);
  if (source !== undefined) return finishRelocation(placements, shard, source);
  const copy = shard.copies.find(
    (one) => one.allocationId === allocationId && one.state === 'INITIALIZING',
  );
  if (copy === undefined) return false;
  const { newHistory: _, ...rest } = copy;
  const started: ShardCopy = { ...rest, state: 'STARTED', unassigned: undefined };
  placements.change(shard, {
    copies: shard.copies.map((one) => (one === copy ? started : one)),
    inSync: withId(knownInSync(shard), allocationId),
  });
  return true;
}

/**
 * The in-sync set. For a searchable snapshot, gone copies are dropped: they have no data to lose
 * and never return under their id.
 */
function knownInSync({ index, inSync, copies }: PlacedShard): readonly string[] {
  if (!isSearchableSnapshot(index)) return inSync;
  return inSync.filter((id) => copies.some((copy) => copy.allocationId === id));
}

/**
 * Replaces the relocated copy by the one that arrived, also as primary. The term stays, since the
 * hand-over lost nothing.
 */
function finishRelocation(placements: Placements, shard: PlacedShard, source: ShardCopy): boolean {
  const target = relocationTarget(source);
  if (target?.allocationId === undefined) return false;
  const arrived: ShardCopy = { ...target, primary: source.primary, state: 'STARTED' };
  placements.change(shard, {
    copies: shard.copies.map((one) => (one === source ? arrived : one)),
    inSync: withId(
      shard.inSync.filter((id) => id !== source.allocationId),
      target.allocationId,
    ),
  });
  return true;
}

function withId(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids : [...ids, id];
}
