/** What becomes of a shard when a copy reports that it is filled: it serves, and counts as in-sync from then on. */
import { relocationTarget, type ShardCopy } from '../state/routing_table.js';
import { isSearchableSnapshot } from '../state/searchable_snapshot.js';
import type { PlacedShard, Placements } from './placements.js';

/** False when no copy of this allocation id is initializing. */
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

/** Copies that are searched in a repository have nothing to lose: those that are gone never come back by their id. */
function knownInSync({ index, inSync, copies }: PlacedShard): readonly string[] {
  if (!isSearchableSnapshot(index)) return inSync;
  return inSync.filter((id) => copies.some((copy) => copy.allocationId === id));
}

/** The copy that arrived takes the place of the one that left, also as primary: under the same term, for the hand-over lost nothing. */
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
