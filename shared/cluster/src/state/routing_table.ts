/** Which copies of which shards exist, where, and in what state. */

export type ShardState = 'UNASSIGNED' | 'INITIALIZING' | 'STARTED';

/** One copy of one shard. */
export interface ShardCopy {
  readonly primary: boolean;
  readonly state: ShardState;
  /** The node that has it; `undefined` when unassigned. */
  readonly nodeId: string | undefined;
  /** New with every allocation of a copy that starts empty; a primary that reopens its disk keeps it. */
  readonly allocationId: string | undefined;
  /** How an initializing copy gets its data. */
  readonly recoverySource: RecoverySource;
  /** Until the copy is started. */
  readonly unassigned: UnassignedInfo | undefined;
}

export type RecoverySource = 'EMPTY_STORE' | 'EXISTING_STORE' | 'PEER';

export interface UnassignedInfo {
  readonly reason: UnassignedReason;
  readonly atMs: number;
  readonly failedAllocations: number;
  readonly details: string | undefined;
  readonly allocationStatus: 'no_attempt' | 'deciders_no' | 'no_valid_shard_copy';
}

export type UnassignedReason =
  | 'INDEX_CREATED'
  | 'CLUSTER_RECOVERED'
  | 'INDEX_REOPENED'
  | 'INDEX_CLOSED'
  | 'REPLICA_ADDED'
  | 'ALLOCATION_FAILED'
  | 'NODE_LEFT';

export interface IndexRouting {
  readonly index: string;
  readonly uuid: string;
  /** By shard id: its copies, the primary first. */
  readonly shards: readonly (readonly ShardCopy[])[];
}

/** The reason's name as health and state answers show it. */
export function isActive(copy: ShardCopy): boolean {
  return copy.state === 'STARTED';
}
