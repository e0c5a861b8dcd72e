/** What the master asks data nodes about their disks. */
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
  /** Its place among the shard's copies in the state of the node that asks. */
  readonly copy: ShardCopy;
}

export interface ExplainReply {
  /** Undefined: there is no such shard. */
  readonly explanation: ShardExplanation | undefined;
  /** Room on data paths, by node id. */
  readonly disks: readonly (readonly [nodeId: string, space: DiskSpace])[];
}

export type AllocationCalls = {
  /** Of the master, which knows the disks: why the copy is where it is. */
  readonly 'allocation/explain': {
    readonly request: CopyQuestion;
    readonly reply: ExplainReply;
  };
  /** Of the master: what would come of commands. Nothing is changed. */
  readonly 'allocation/try': {
    readonly request: {
      readonly commands: readonly RerouteCommand[];
      readonly explain: boolean;
    };
    readonly reply: { readonly explanations: readonly RerouteExplanation[] };
  };
  /** The copies of these shards that lie on the node, in the order asked; null: none. */
  readonly 'allocation/stores': {
    readonly request: { readonly shards: readonly ShardRef[] };
    readonly reply: { readonly copies: readonly (StoredCopy | null)[] };
  };
  /** Room on the data path, and the size of each open shard. */
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
