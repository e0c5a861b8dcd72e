/** The interface for reading and changing the cluster state. */
import type { ClusterState, CommandName, CommandRequest } from '@skein/cluster';

export interface SubmitOptions {
  /**
   * Longest wait for the nodes' acknowledgements; on expiry the change stands and `acknowledged` is
   * false. Negative: no limit.
   */
  readonly timeoutMs: number;
  /** Longest time that the command waits for a master and in its queue. Negative: no limit. */
  readonly masterTimeoutMs: number;
}

export interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface VotingConfiguration {
  readonly committed: readonly string[];
  readonly accepted: readonly string[];
}

export interface MasterService {
  /**
   * The newest committed state, which appliers may be at work on: frozen plain data, safe to keep.
   */
  state(): ClusterState;
  /**
   * Runs a command of the registry; resolves when it has been published and acknowledged. Rejects
   * with the command's ApiError.
   */
  submit<Name extends CommandName>(
    command: Name,
    request: CommandRequest<Name>,
    options: SubmitOptions,
  ): Promise<{ readonly acknowledged: boolean }>;
  /**
   * Makes the index if it is missing and may be made (`action.auto_create_index`), and waits for
   * its primaries. The name may be date math. An alias of the name counts as there.
   */
  ensureIndex(index: string, options: SubmitOptions): Promise<void>;
  /**
   * Resolves to true once all appliers of this node are done with a state for which the predicate
   * holds, to false at the timeout.
   */
  waitFor(predicate: (state: ClusterState) => boolean, options: WaitOptions): Promise<boolean>;
  /** The voting configurations: last committed, and last accepted by this node. */
  votingConfiguration(): VotingConfiguration;
  /** Commands not yet executed, oldest first, for `_cat/pending_tasks` and health. */
  pendingTasks(): Promise<readonly PendingTask[]>;
}

/** One step from an applied state to the next. Versions may skip, never go back. */
export interface StateChange {
  readonly previous: ClusterState;
  readonly current: ClusterState;
}

/**
 * Applies every new state before the listeners of `state()` see it. Appliers run in registration
 * order, one state at a time. They must not wait for another command, which would wait for them. A
 * rejection is logged and does not stop the others.
 */
export interface StateApplier {
  readonly name: string;
  apply(change: StateChange): void | Promise<void>;
}

export interface PendingTask {
  readonly insertOrder: number;
  readonly timeInQueueMs: number;
  readonly priority: string;
  readonly source: string;
}
