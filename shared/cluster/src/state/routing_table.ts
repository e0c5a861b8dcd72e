/** Which copies of which shards exist, where, and in what state. */

/** RELOCATING: started, and on its way to another node (`relocation`). */
export type ShardState = 'UNASSIGNED' | 'INITIALIZING' | 'STARTED' | 'RELOCATING';

/** One copy of one shard. */
export interface ShardCopy {
  readonly primary: boolean;
  readonly state: ShardState;
  /** The node that has it; `undefined` when unassigned. */
  readonly nodeId: string | undefined;
  /** New with every allocation of a copy that is filled by another; a primary that reopens its disk keeps it. */
  readonly allocationId: string | undefined;
  /** How an initializing copy gets its data. */
  readonly recoverySource: RecoverySource;
  /** Until the copy is started. */
  readonly unassigned: UnassignedInfo | undefined;
  /** Of a RELOCATING copy: where it goes, and the id of the copy that is filled there. */
  readonly relocation?: Relocation | undefined;
  /** It begins another history: an operator has put it in the place of copies that are given up. */
  readonly newHistory?: true | undefined;
}

export interface Relocation {
  readonly nodeId: string;
  readonly allocationId: string;
}

/** LOCAL_SHARDS: from the files of copies of another index on its node. SNAPSHOT: from a repository. REMOTE: from what the remote store has, which is nothing if the index is new. */
export type RecoverySource =
  | 'EMPTY_STORE'
  | 'EXISTING_STORE'
  | 'LOCAL_SHARDS'
  | 'PEER'
  | 'REMOTE'
  | 'SNAPSHOT';

export interface UnassignedInfo {
  readonly reason: UnassignedReason;
  readonly atMs: number;
  readonly failedAllocations: number;
  readonly details: string | undefined;
  readonly allocationStatus: AllocationStatus;
  /** The node that had it is expected back: a replica waits for it `index.unassigned.node_left.delayed_timeout`. */
  readonly delayed?: true | undefined;
  /** Nodes where this copy failed. */
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
  /** By shard id: its copies, the primary first. */
  readonly shards: readonly (readonly ShardCopy[])[];
}

/** Whether it answers searches and takes writes. */
export function isActive(copy: ShardCopy): boolean {
  return copy.state === 'STARTED' || copy.state === 'RELOCATING';
}

/** The copy that is filled on the node a relocating one goes to; it takes that one's place once it has started. */
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

/** The copies of a shard that are on a node or on the way to one. */
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
