/** What a copy is told, and what it asks for in return. */
import type { CopyReply, CopyRequest } from './messages.js';
import type { AllocationId, Operation, StoreStatus } from './operation.js';
import type { RemoteCall, RemoteCommit, RemoteReply } from './remote_record.js';
import type { CopyRef, ShardView } from './shard_view.js';

export type CopyInput =
  /** The state that assigns this copy, and every later one that the node applies. */
  | { readonly kind: 'view'; readonly view: ShardView }
  /** A client's operations, for a primary. */
  | { readonly kind: 'write'; readonly request: number; readonly bodies: readonly unknown[] }
  | { readonly kind: 'stored'; readonly token: number; readonly result: StoreResult }
  | {
      readonly kind: 'request';
      readonly from: CopyRef;
      readonly id: number;
      readonly request: CopyRequest;
    }
  /** Undefined: the request failed. It may have arrived all the same. */
  | { readonly kind: 'reply'; readonly token: number; readonly reply: CopyReply | undefined }
  /** The master has committed the change (or it was so already), or refused it for good. */
  | { readonly kind: 'reported'; readonly token: number; readonly accepted: boolean }
  /** A primary's index shows something new to searches. */
  | { readonly kind: 'published' }
  /** Undefined: the store did not answer. */
  | { readonly kind: 'remote'; readonly token: number; readonly reply: RemoteReply | undefined }
  /** A commit of this primary whose files are in the remote store. */
  | { readonly kind: 'remote_commit'; readonly commit: RemoteCommit }
  /** Time to try again what could not be done, and to tell what nobody has asked for: about once a second. */
  | { readonly kind: 'tick' };

export interface StoreResult {
  readonly status: StoreStatus;
  /** Of `execute` and `read`. */
  readonly operations: readonly Operation[];
  /** Of `read`: where it goes on; undefined when that was all. */
  readonly next?: unknown;
  /** Of the first `read`: the log does not go back so far. */
  readonly isGone?: boolean;
  /** Of `read_commit`. */
  readonly commit?: unknown;
  /** Of `commit`: its last operation. */
  readonly committedSeqNo?: number;
  /** Of `install`: nothing was changed. */
  readonly isRefused?: boolean;
}

/**
 * The store does one action after another, in order, and answers each. Unless it says `durable` an action's result may be lost in a
 * crash, and then so is that of every later one.
 */
export type StoreAction =
  /** Gives the bodies sequence numbers and applies them. */
  | { readonly kind: 'execute'; readonly term: number; readonly bodies: readonly unknown[] }
  /** Makes everything so far durable. */
  | { readonly kind: 'sync'; readonly globalCheckpoint: number }
  /** Applies operations of the primary: by sequence number, so that order and repetition do not matter. */
  | {
      readonly kind: 'append';
      readonly operations: readonly Operation[];
      readonly globalCheckpoint: number;
      readonly durable: boolean;
    }
  /** A primary of a later term speaks: takes what is above the checkpoint out of the index; `keepPending` keeps it in the translog. */
  | {
      readonly kind: 'rollback';
      readonly term: number;
      readonly aboveSeqNo: number;
      readonly keepPending: boolean;
    }
  /** Becomes primary in a term: applies what is pending, if `restore`, and fills gaps with no-ops. Durable. */
  | { readonly kind: 'promote'; readonly term: number; readonly restore: boolean }
  /** Forgets pending operations above a number. */
  | { readonly kind: 'trim'; readonly aboveSeqNo: number }
  /** Applied operations from a number on, a batch at a time, each once, in no order. `next`: of the result before. */
  | { readonly kind: 'read'; readonly fromSeqNo: number; readonly next: unknown }
  /** A commit with nothing in it that a copy may have to take back; the newest, whatever is in it, unless `isSafe`. */
  | { readonly kind: 'read_commit'; readonly isSafe: boolean }
  /** What was read for an attempt that is over: the commit of a `read_commit`, the rest of a history of which `next` tells. */
  | { readonly kind: 'let_go'; readonly commit?: unknown; readonly next?: unknown }
  /** Sees to it that everything so far is in a commit. */
  | { readonly kind: 'commit' }
  /**
   * The index becomes that of the primary's commit; the log stays. Durable, with the checkpoint. An index that has an operation after the commit's stays as it is: the log may lack that
   * operation, and the index has what the commit brings. Refused when the copy does not know that all copies have the commit's operations, if `isChecked`, or lacks some of its files;
   * `byName`: one of the same name is the same.
   */
  | {
      readonly kind: 'install';
      readonly commit: unknown;
      readonly globalCheckpoint: number;
      readonly isChecked: boolean;
      readonly byName: boolean;
      /** The log keeps what the commit lacks. */
      readonly keepsLog: boolean;
    }
  /** Goes back to the global checkpoint, or to the local one if that is lower: what a copy outside the in-sync set has above it may never have happened. Durable. */
  | { readonly kind: 'reset_to_safe'; readonly term: number }
  /** Replaces everything by another copy's commit. Durable. */
  | {
      readonly kind: 'replace';
      readonly historyUuid: string;
      readonly term: number;
      readonly commit: unknown;
      readonly globalCheckpoint: number;
    };

export type Report =
  | { readonly kind: 'shard_started'; readonly allocationId: AllocationId; readonly term: number }
  /**
   * `shard_failed`: the copy did not do what the primary of this term asked. `mark_stale`: it is in-sync, assigned nowhere, and misses a write.
   * `by`: the primary; one that handed over in this term is not heard any more.
   */
  | {
      readonly kind: 'shard_failed' | 'mark_stale';
      readonly allocationId: AllocationId;
      readonly term: number;
      readonly by: AllocationId;
    };

export type CopyEffect =
  | { readonly kind: 'store'; readonly token: number; readonly action: StoreAction }
  | {
      readonly kind: 'ask';
      readonly token: number;
      readonly to: CopyRef;
      readonly request: CopyRequest;
    }
  | {
      readonly kind: 'answer';
      readonly to: CopyRef;
      readonly id: number;
      readonly reply: CopyReply;
    }
  /** To the remote store. Answered in the order that the store's answers come in, after a pause if there was none. */
  | { readonly kind: 'remote'; readonly token: number; readonly call: RemoteCall }
  /** To the master, repeated by the host until it has an answer. */
  | { readonly kind: 'report'; readonly token: number; readonly report: Report }
  | {
      readonly kind: 'acknowledge';
      readonly request: number;
      readonly operations: readonly Operation[];
      /** That have it on disk, this one among them. */
      readonly copies: number;
      /** That were sent it, and are out. */
      readonly failed: number;
    }
  /** `retry`: nothing was done. `unknown`: it may or may not be there in the end. */
  | { readonly kind: 'refuse'; readonly request: number; readonly why: 'retry' | 'unknown' }
  /** This copy must not go on: a later primary exists. */
  | { readonly kind: 'fail_self'; readonly reason: string };
