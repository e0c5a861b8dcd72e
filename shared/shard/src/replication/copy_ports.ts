/** A copy's connections to the outside. */
import type { CopyRef, CopyReply, Report, ShardView } from '@skein/cluster/replication';
import type { CopyMessage } from './copy_messages.js';
import type { FileMessage, FileReply } from './file_messages.js';
import type { RemoteAnswer, RemoteMessage } from './remote_messages.js';
import type { PressureLimits } from './segment_pressure.js';

export interface CopyPorts {
  /** Sends a message. Undefined: it failed, though it may have arrived. Never rejects. */
  readonly ask: (to: CopyRef, message: CopyMessage) => Promise<CopyReply | undefined>;
  /**
   * Sends a file message; rejects when the copy could not take it. Takes as long as the recovery
   * rate limit requires.
   */
  readonly sendFile: (to: CopyRef, message: FileMessage) => Promise<FileReply>;
  /**
   * Reports to the master, repeating until it answers; false when it refuses. Never answered once
   * the copy is closed.
   */
  readonly report: (report: Report) => Promise<boolean>;
  /** Sends a message to the remote store. Undefined, after a pause: it did not answer. */
  readonly remote: (message: RemoteMessage) => Promise<RemoteAnswer | undefined>;
}

/** The cluster's settings for logs in remote stores. */
export interface RemoteLimits {
  /**
   * A write that waits for longer is answered with an error, with its outcome unknown
   * (`cluster.remote_store.translog.transfer_timeout`).
   */
  readonly transferTimeoutMs: number;
  /**
   * Limit of the bytes of operations that are not in the store yet
   * (`cluster.remote_store.translog.max_pending_size`).
   */
  readonly maxPendingBytes: number;
  /**
   * Number of records after which a commit is written
   * (`cluster.remote_store.translog.max_readers`).
   */
  readonly maxRecords: number;
}

/** The shard of one copy in an applied cluster state. */
export interface AppliedCopies {
  readonly view: ShardView;
  /** True if every expected copy is started. */
  readonly isComplete: boolean;
  /**
   * A recovery that receives nothing for this time gives up
   * (`indices.recovery.recovery_activity_timeout`).
   */
  readonly recoveryTimeoutMs: number;
  /** Present for a shard with a log in a remote store. */
  readonly remoteLimits?: RemoteLimits | undefined;
  /**
   * Limits at which writes are refused because replicas that copy segments are late; undefined:
   * never.
   */
  readonly segmentPressure?: PressureLimits | undefined;
  /**
   * A replica that lacks segments of its primary for longer is failed
   * (`segrep.replication.time.limit`); undefined: never.
   */
  readonly segmentsLateMs?: number | undefined;
}
