/**
 * The master's knowledge besides the cluster state: disks and their contents. It may be some
 * seconds old; no decision based on it may lose data.
 */

export interface AllocationFacts {
  /** Space of the node's data path; undefined when the node has not reported it. */
  disk(nodeId: string): DiskSpace | undefined;
  /** Bytes of a copy of the shard; undefined when no node has reported it. */
  shardBytes(indexUuid: string, shardId: number): number | undefined;
  /** `unknown`: the node has not been asked yet. */
  storedCopy(nodeId: string, indexUuid: string, shardId: number): StoredCopy | 'none' | 'unknown';
}

export interface DiskSpace {
  readonly totalBytes: number;
  readonly freeBytes: number;
}

/** A copy of a shard that was found on a node's disk. */
export interface StoredCopy {
  readonly allocationId: string;
  /** The highest sequence number in it: how much a recovery may reuse. */
  readonly maxSeqNo: number;
  /** The reason why it cannot be opened. */
  readonly failure?: string | undefined;
}

/** A shard whose copies must be looked for on these nodes before it can be placed. */
export interface StoreQuestion {
  readonly indexUuid: string;
  readonly index: string;
  readonly shardId: number;
  readonly nodeIds: readonly string[];
}
