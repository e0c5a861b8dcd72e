/** Copies of a shard on the disks of the data nodes, and the nodes that must still be asked. */
import { isSearchableSnapshot } from '../state/searchable_snapshot.js';
import type { AllocationFacts, StoreQuestion } from './allocation_facts.js';
import type { AllocationContext } from './deciders/decider.js';
import type { NodeLoad, PlacedShard, Placements } from './placements.js';

interface FoundStore {
  readonly node: NodeLoad;
  readonly allocationId: string;
  readonly maxSeqNo: number;
  readonly failure: string | undefined;
}

export interface FoundStores {
  /** The found copies, the most complete first. */
  readonly found: readonly FoundStore[];
  /** True if every data node has answered. */
  readonly isComplete: boolean;
  readonly unasked: readonly string[];
}

export function storesOf(
  { placements, facts }: Pick<AllocationContext, 'placements' | 'facts'>,
  shard: PlacedShard,
): FoundStores {
  const found: FoundStore[] = [];
  const unasked: string[] = [];
  for (const node of placements.nodes.values()) {
    const { id } = node.node;
    const copy = facts?.storedCopy(id, shard.index.uuid, shard.shardId) ?? 'unknown';
    if (copy === 'unknown') unasked.push(id);
    else if (copy !== 'none') {
      found.push({ node, failure: undefined, ...copy });
    }
  }
  const [only] = placements.nodes.values();
  const [inSync] = shard.inSync;
  if (
    facts === undefined &&
    only !== undefined &&
    placements.nodes.size === 1 &&
    inSync !== undefined
  ) {
    const store = { node: only, allocationId: inSync, maxSeqNo: -1, failure: undefined };
    return { found: [store], isComplete: true, unasked: [] };
  }
  found.sort((a, b) => b.maxSeqNo - a.maxSeqNo);
  return { found, isComplete: unasked.length === 0, unasked };
}

/** The questions to answer before the unassigned copies of these shards can be placed well. */
export function storeQuestions(
  placements: Placements,
  facts: AllocationFacts,
): readonly StoreQuestion[] {
  const questions: StoreQuestion[] = [];
  for (const shard of placements.all()) {
    if (!wantsStores(shard)) continue;
    const { unasked } = storesOf({ placements, facts }, shard);
    const { index, shardId } = shard;
    if (unasked.length === 0) continue;
    questions.push({ index: index.name, indexUuid: index.uuid, shardId, nodeIds: unasked });
  }
  return questions;
}

/**
 * True if disks may hold copies of the shard. No disk has a copy of a new index or of a searchable
 * snapshot.
 */
export function wantsStores({ index, copies, inSync }: PlacedShard): boolean {
  return (
    !isSearchableSnapshot(index) &&
    inSync.length > 0 &&
    copies.some(
      ({ state, unassigned }) => state === 'UNASSIGNED' && unassigned?.reason !== 'INDEX_CREATED',
    )
  );
}
