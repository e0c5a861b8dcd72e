/** What a copy needs of the world around it. */
import type { CopyRef, CopyReply, Report, ShardView } from '@skein/cluster/replication';
import type { CopyMessage } from './copy_messages.js';
import type { FileMessage, FileReply } from './file_messages.js';

export interface CopyPorts {
  /** Undefined: it failed, though it may have arrived. Never rejects. */
  readonly ask: (to: CopyRef, message: CopyMessage) => Promise<CopyReply | undefined>;
  /** Rejects when the copy could not take it. Takes as long as the pace of recoveries asks for. */
  readonly sendFile: (to: CopyRef, message: FileMessage) => Promise<FileReply>;
  /** Repeated until the master has answered; false when it refuses. Never answered once the copy is closed. */
  readonly report: (report: Report) => Promise<boolean>;
}

/** One copy's shard in an applied cluster state. */
export interface CopyNews {
  readonly view: ShardView;
  /** Every copy that should be there is started. */
  readonly isComplete: boolean;
  /** A copy that gets nothing of its recovery for so long gives up (`indices.recovery.recovery_activity_timeout`). */
  readonly recoveryTimeoutMs: number;
}
