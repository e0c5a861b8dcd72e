/**
 * The calls between copies of a shard on different nodes: messages, and files of a recovery. Bytes
 * are passed unchanged.
 */
import type { CopyReply } from '@skein/cluster';
import type { CopyMessage, FileAnswer, FileMessage, RecoveryState } from '@skein/shard';
import type { Routes } from '@skein/transport';

export interface ShardAddress {
  readonly indexUuid: string;
  readonly shardId: number;
}

export type ReplicationCalls = {
  readonly 'replication/request': {
    readonly request: ShardAddress & {
      readonly message: CopyMessage;
      /**
       * The receiver answers once its shards have applied this version of the cluster state, as the
       * sender's have.
       */
      readonly stateVersion?: number | undefined;
    };
    readonly reply: CopyReply;
  };
  readonly 'replication/file': {
    readonly request: ShardAddress & { readonly message: FileMessage };
    readonly reply: FileAnswer;
  };
  /** Recovery states of the copies of these indices on the node. */
  readonly 'replication/recoveries': {
    readonly request: { readonly indexUuids: readonly string[] };
    readonly reply: { readonly recoveries: readonly ShardRecovery[] };
  };
};

export interface ShardRecovery extends ShardAddress {
  readonly allocationId: string;
  readonly recovery: RecoveryState;
}

export function addressOf({
  open: { indexUuid, shardId },
}: {
  readonly open: ShardAddress;
}): ShardAddress {
  return { indexUuid, shardId };
}

export const REPLICATION_ROUTES = {
  'replication/request': { channel: 'bulk', timeoutMs: 60_000 },
  'replication/file': { channel: 'recovery', timeoutMs: 60_000 },
  'replication/recoveries': { channel: 'reg', timeoutMs: 15_000 },
} as const satisfies Routes & Record<keyof ReplicationCalls, unknown>;
