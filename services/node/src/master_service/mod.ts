/**
 * The way to the cluster state: reading the newest one this node knows, changing it by a named command that runs on the elected master, and
 * waiting for a condition.
 */
import type { ClusterState } from '@skein/cluster';

export interface SubmitOptions {
  /** How long to wait for the nodes to acknowledge; on expiry the change stands and `acknowledged` is false. */
  readonly timeoutMs: number;
  /** How long the command may wait for a master and in its queue. */
  readonly masterTimeoutMs: number;
}

export interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface MasterService {
  /** The newest applied state: frozen plain data, safe to keep. */
  state(): ClusterState;
  /** Runs a command of the registry; resolves when it has been published and acknowledged. Rejects with the command's ApiError. */
  submit(
    command: string,
    request: unknown,
    options: SubmitOptions,
  ): Promise<{ readonly acknowledged: boolean }>;
  /** Makes the index if it is missing and may be made (`action.auto_create_index`). */
  ensureIndex(index: string, options: SubmitOptions): Promise<void>;
  /** Resolves true when the predicate holds of an applied state, false when time runs out. */
  waitFor(predicate: (state: ClusterState) => boolean, options: WaitOptions): Promise<boolean>;
  /** Commands not yet executed, oldest first, for `_cat/pending_tasks` and health. */
  pendingTasks(): readonly PendingTask[];
}

export interface PendingTask {
  readonly insertOrder: number;
  readonly timeInQueueMs: number;
  readonly priority: string;
  readonly source: string;
}
