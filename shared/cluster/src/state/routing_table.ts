/** The copies of every shard, with their nodes and states. */

/** RELOCATING: the copy is started and is being copied to another node (`relocation`). */
export type ShardState = 'UNASSIGNED' | 'INITIALIZING' | 'STARTED' | 'RELOCATING';

/** One copy of one shard. */
export interface ShardCopy {
  readonly primary: boolean;
  readonly state: ShardState;
  /** The node that holds the copy; `undefined` when unassigned. */
  readonly nodeId: string | undefined;
  /**
   * Identifies this copy for as long as it lives on one node; undefined when unassigned. A copy
   * that is filled from another one gets a new id each time it is assigned to a node. A primary
   * that reopens its own data keeps its id.
   */
  readonly allocationId: string | undefined;
  /** The source that an initializing copy gets its data from. */
  readonly recoverySource: RecoverySource;
  /** Present until the copy is started. */
  readonly unassigned: UnassignedInfo | undefined;
  /** For a RELOCATING copy: its destination, and the id of the copy that is filled there. */
  readonly relocation?: Relocation | undefined;
  /**
   * Set when the copy starts a new history, because an operator has put it in the place of lost
   * copies.
   */
  readonly newHistory?: true | undefined;
}

export interface Relocation {
  readonly nodeId: string;
  readonly allocationId: string;
}

/**
 * EMPTY_STORE: from nothing, as for a new index. EXISTING_STORE: from the copy's own files on its
 * node. LOCAL_SHARDS: from the files of another index's copies on the same node. PEER: from the
 * primary. REMOTE: from the remote store, which holds nothing if the index is new. SNAPSHOT: from a
 * repository.
 */
export type RecoverySource =
  | 'EMPTY_STORE'
  | 'EXISTING_STORE'
  | 'LOCAL_SHARDS'
  | 'PEER'
  | 'REMOTE'
  | 'SNAPSHOT';

export interface UnassignedInfo {
  readonly reason: UnassignedReason;
  /** Wall clock at which the copy became unassigned. */
  readonly atMs: number;
  /** Failed attempts to open the copy since then; limited by `max_retry.ts`. */
  readonly failedAllocations: number;
  readonly details: string | undefined;
  readonly allocationStatus: AllocationStatus;
  /**
   * True if the node that had the copy is expected back: a replica waits for it for
   * `index.unassigned.node_left.delayed_timeout`.
   */
  readonly delayed?: true | undefined;
  /** Ids of the nodes on which this copy failed. */
  readonly failedNodeIds?: readonly string[] | undefined;
}

export type AllocationStatus =
  | 'no_attempt'
  | 'deciders_no'
  | 'deciders_throttled'
  | 'no_valid_shard_copy'
  | 'delayed_allocation'
  | 'fetching_shard_data';

export type UnassignedReason =
  | 'INDEX_CREATED'
  | 'CLUSTER_RECOVERED'
  | 'INDEX_REOPENED'
  | 'INDEX_CLOSED'
  | 'REPLICA_ADDED'
  | 'ALLOCATION_FAILED'
  | 'NODE_LEFT'
  | 'NODE_RESTARTING'
  | 'REROUTE_CANCELLED'
  | 'REINITIALIZED'
  | 'REALLOCATED_REPLICA'
  | 'PRIMARY_FAILED'
  | 'FORCED_EMPTY_PRIMARY'
  | 'NEW_INDEX_RESTORED';

export interface IndexRouting {
  readonly index: string;
  readonly uuid: string;
  /** Copies by shard id, the primary first. */
  readonly shards: readonly (readonly ShardCopy[])[];
}

/** True if the copy answers searches and takes writes. */
export function isActive(copy: ShardCopy): boolean {
  return copy.state === 'STARTED' || copy.state === 'RELOCATING';
}

/**
 * The copy that is filled on the destination of a relocating copy. It replaces the relocating copy
 * once it has started.
 */
export function relocationTarget(copy: ShardCopy): ShardCopy | undefined {
  if (copy.relocation === undefined) return undefined;
  return {
    primary: false,
    state: 'INITIALIZING',
    nodeId: copy.relocation.nodeId,
    allocationId: copy.relocation.allocationId,
    recoverySource: 'PEER',
    unassigned: undefined,
  };
}

/** The copies of a shard that have a node, followed each by the copy to which it relocates. */
export function assignedCopies(copies: readonly ShardCopy[]): readonly ShardCopy[] {
  const assigned: ShardCopy[] = [];
  for (const copy of copies) {
    if (copy.state === 'UNASSIGNED') continue;
    assigned.push(copy);
    const target = relocationTarget(copy);
    if (target !== undefined) assigned.push(target);
  }
  return assigned;
}
