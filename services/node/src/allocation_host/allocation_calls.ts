/** Calls of the master to data nodes about their disks. */
import type {
  DiskSpace,
  RerouteCommand,
  RerouteExplanation,
  ShardCopy,
  ShardExplanation,
  StoredCopy,
} from '@skein/cluster';
import type { Routes } from '@skein/transport';

export interface ShardRef {
  readonly indexUuid: string;
  readonly shardId: number;
}

/** A shard copy, as `_cluster/allocation/explain` names it. */
export interface CopyQuestion {
  readonly index: string;
  readonly shardId: number;
  /** The copy's routing in the state of the asking node. */
  readonly copy: ShardCopy;
}

export interface ExplainReply {
  /** Undefined if the shard does not exist. */
  readonly explanation: ShardExplanation | undefined;
  /** Disk space of data paths, by node id. */
  readonly disks: readonly (readonly [nodeId: string, space: DiskSpace])[];
}

export type AllocationCalls = {
  /** To the master, which knows the disks: explains where the copy is allocated. */
  readonly 'allocation/explain': {
    readonly request: CopyQuestion;
    readonly reply: ExplainReply;
  };
  /** To the master: the result that reroute commands would have. Nothing is changed. */
  readonly 'allocation/try': {
    readonly request: {
      readonly commands: readonly RerouteCommand[];
      readonly explain: boolean;
    };
    readonly reply: { readonly explanations: readonly RerouteExplanation[] };
  };
  /** The copies of these shards on the node's disk, in the order asked; null if there is none. */
  readonly 'allocation/stores': {
    readonly request: { readonly shards: readonly ShardRef[] };
    readonly reply: { readonly copies: readonly (StoredCopy | null)[] };
  };
  /** Disk space of the data path, and the size of each open shard. */
  readonly 'allocation/disk': {
    readonly request: Record<string, never>;
    readonly reply: {
      readonly space: DiskSpace | null;
      readonly shards: readonly (ShardRef & { readonly bytes: number })[];
    };
  };
};

export const ALLOCATION_ROUTES = {
  'allocation/stores': { channel: 'state', timeoutMs: 30_000 },
  'allocation/explain': { channel: 'reg', timeoutMs: 30_000 },
  'allocation/try': { channel: 'reg', timeoutMs: 30_000 },
  'allocation/disk': { channel: 'state', timeoutMs: 15_000 },
} as const satisfies Routes & Record<keyof AllocationCalls, unknown>;
