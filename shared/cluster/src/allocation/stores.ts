/** Copies of a shard on the disks of the data nodes, and which nodes have still to be asked. */
import { isSearchableSnapshot } from '../state/searchable_snapshot.js';
import type { AllocationFacts, StoreQuestion } from './allocation_facts.js';
import type { AllocationContext } from './deciders/decider.js';
import type { NodeLoad, PlacedShard, Placements } from './placements.js';

export interface FoundStore {
  readonly node: NodeLoad;
  readonly allocationId: string;
  readonly maxSeqNo: number;
  readonly failure: string | undefined;
}

export interface FoundStores {
  /** The most complete first. */
  readonly found: readonly FoundStore[];
  /** Every data node has told. */
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

/** What must be known before the unassigned copies of these shards can be placed well. */
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

/** Of an index that has just been made no disk has anything, nor of one that is searched in a repository. */
export function wantsStores({ index, copies, inSync }: PlacedShard): boolean {
  return (
    !isSearchableSnapshot(index) &&
    inSync.length > 0 &&
    copies.some(
      ({ state, unassigned }) => state === 'UNASSIGNED' && unassigned?.reason !== 'INDEX_CREATED',
    )
  );
}
