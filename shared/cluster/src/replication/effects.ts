/** The inputs and effects of a shard copy. */
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
  /** The reply; undefined: the request failed, but it may have arrived. */
  | { readonly kind: 'reply'; readonly token: number; readonly reply: CopyReply | undefined }
  /**
   * The master has committed the change (or it was in place already), or has refused it for good.
   */
  | { readonly kind: 'reported'; readonly token: number; readonly accepted: boolean }
  /** A primary's index shows something new to searches. */
  | { readonly kind: 'published' }
  /** A replica lacks the segments of a primary for longer than the host allows. */
  | { readonly kind: 'too_late'; readonly allocationId: AllocationId }
  /** The remote store's reply; undefined: it did not answer. */
  | { readonly kind: 'remote'; readonly token: number; readonly reply: RemoteReply | undefined }
  /** A commit of this primary whose files are in the remote store. */
  | { readonly kind: 'remote_commit'; readonly commit: RemoteCommit }
  /** Sent about once a second: time to retry failed actions and to send unrequested updates. */
  | { readonly kind: 'tick' };

export interface StoreResult {
  readonly status: StoreStatus;
  /** Result of `execute` and `read`. */
  readonly operations: readonly Operation[];
  /** Result of `read`: the position of the next batch; undefined when there is no more. */
  readonly next?: unknown;
  /** Result of the first `read`: the log does not go back that far. */
  readonly isGone?: boolean;
  /** Result of `read_commit`. */
  readonly commit?: unknown;
  /** Result of `commit`: its last operation. */
  readonly committedSeqNo?: number;
  /** Result of `install`: nothing was changed. */
  readonly isRefused?: boolean;
}

/**
 * An action of the store. The store performs actions one after another, in order, and answers each.
 * Unless an action is marked durable, its result may be lost in a crash together with the results
 * of all later actions.
 */
export type StoreAction =
  /** Assigns sequence numbers to the bodies and applies them. */
  | { readonly kind: 'execute'; readonly term: number; readonly bodies: readonly unknown[] }
  /** Makes everything so far durable. */
  | { readonly kind: 'sync'; readonly globalCheckpoint: number }
  /**
   * Applies operations of the primary by sequence number, so that order and repetition do not
   * matter.
   */
  | {
      readonly kind: 'append';
      readonly operations: readonly Operation[];
      readonly globalCheckpoint: number;
      readonly durable: boolean;
    }
  /**
   * For the first message of a primary of a later term: removes the operations above the number
   * from the index; `keepPending` keeps them in the translog.
   */
  | {
      readonly kind: 'rollback';
      readonly term: number;
      readonly aboveSeqNo: number;
      readonly keepPending: boolean;
    }
  /**
   * Becomes primary in a term: applies pending operations, if `restore`, and fills gaps with
   * no-ops. Durable.
   */
  | { readonly kind: 'promote'; readonly term: number; readonly restore: boolean }
  /** Drops pending operations above a number. */
  | { readonly kind: 'trim'; readonly aboveSeqNo: number }
  /**
   * Reads applied operations from a number on, a batch at a time, each once, in no order. `next`
   * comes from the previous result.
   */
  | { readonly kind: 'read'; readonly fromSeqNo: number; readonly next: unknown }
  /**
   * Reads the newest commit or, if `isSafe`, the newest one without operations that a copy may have
   * to roll back.
   */
  | { readonly kind: 'read_commit'; readonly isSafe: boolean }
  /**
   * Releases data that was read for an ended attempt: the commit of a `read_commit`, or the rest of
   * a history at `next`.
   */
  | { readonly kind: 'let_go'; readonly commit?: unknown; readonly next?: unknown }
  /** Makes sure that everything so far is in a commit. */
  | { readonly kind: 'commit' }
  /**
   * Replaces the index by the primary's commit; the log stays. Durable, with the checkpoint. An
   * index that has an operation after the commit's stays unchanged: the log may lack that
   * operation, and the index has everything in the commit. Refused when the copy lacks some of the
   * commit's files or, if `isChecked`, does not know that all copies have the commit's operations;
   * `byName`: files of the same name count as equal.
   */
  | {
      readonly kind: 'install';
      readonly commit: unknown;
      readonly globalCheckpoint: number;
      readonly isChecked: boolean;
      readonly byName: boolean;
      /** True if the log keeps the operations that the commit lacks. */
      readonly keepsLog: boolean;
    }
  /**
   * Rolls back to the global checkpoint, or to the local one if that is lower: operations above it
   * on a copy outside the in-sync set may never have been acknowledged. Durable.
   */
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
   * `shard_failed`: the copy did not do what the primary of this term requested. `mark_stale`: the
   * copy is in-sync, unassigned, and misses a write. `by` is the primary; the master ignores one
   * that has handed over in this term.
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
  /**
   * A call to the remote store. Replies come in the order of the store's answers; a missing answer
   * is reported after a pause.
   */
  | { readonly kind: 'remote'; readonly token: number; readonly call: RemoteCall }
  /** A report to the master, repeated by the host until it has an answer. */
  | { readonly kind: 'report'; readonly token: number; readonly report: Report }
  | {
      readonly kind: 'acknowledge';
      readonly request: number;
      readonly operations: readonly Operation[];
      /** Number of copies that have the operations on disk, including this one. */
      readonly copies: number;
      /** Number of copies that were sent the operations and were removed. */
      readonly failed: number;
    }
  /** `retry`: nothing was done. `unknown`: the write may or may not survive. */
  | { readonly kind: 'refuse'; readonly request: number; readonly why: 'retry' | 'unknown' }
  /** This copy must stop: a later primary exists. */
  | { readonly kind: 'fail_self'; readonly reason: string };
