/** What a copy needs of the world around it. */
import type { CopyRef, CopyReply, Report, ShardView } from '@skein/cluster/replication';
import type { CopyMessage } from './copy_messages.js';
import type { FileMessage, FileReply } from './file_messages.js';
import type { RemoteAnswer, RemoteMessage } from './remote_messages.js';
import type { PressureLimits } from './segment_pressure.js';

export interface CopyPorts {
  /** Undefined: it failed, though it may have arrived. Never rejects. */
  readonly ask: (to: CopyRef, message: CopyMessage) => Promise<CopyReply | undefined>;
  /** Rejects when the copy could not take it. Takes as long as the pace of recoveries asks for. */
  readonly sendFile: (to: CopyRef, message: FileMessage) => Promise<FileReply>;
  /** Repeated until the master has answered; false when it refuses. Never answered once the copy is closed. */
  readonly report: (report: Report) => Promise<boolean>;
  /** To the remote store. Undefined, after a pause: it did not answer. */
  readonly remote: (message: RemoteMessage) => Promise<RemoteAnswer | undefined>;
}

/** What the cluster's settings say of logs in remote stores. */
export interface RemoteLimits {
  /** A write that waits for longer is answered with an error; what becomes of it is not known (`cluster.remote_store.translog.transfer_timeout`). */
  readonly transferTimeoutMs: number;
  /** Of operations that are not in the store yet (`cluster.remote_store.translog.max_pending_size`). */
  readonly maxPendingBytes: number;
  /** After so many records a commit is written (`cluster.remote_store.translog.max_readers`). */
  readonly maxRecords: number;
}

/** One copy's shard in an applied cluster state. */
export interface CopyNews {
  readonly view: ShardView;
  /** Every copy that should be there is started. */
  readonly isComplete: boolean;
  /** A copy that gets nothing of its recovery for so long gives up (`indices.recovery.recovery_activity_timeout`). */
  readonly recoveryTimeoutMs: number;
  /** Of a shard with a log in a remote store. */
  readonly remoteLimits?: RemoteLimits | undefined;
  /** When writes are refused because of replicas that copy segments and are late; undefined: never. */
  readonly segmentPressure?: PressureLimits | undefined;
}
