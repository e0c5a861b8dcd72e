/** The interface of tasks. */
import type { JsonObject } from '@skein/content';
import type { ApiError } from '@skein/errors';
import type { Identity } from '../security/mod.js';

export interface TaskId {
  readonly nodeId: string;
  readonly number: number;
}

export interface NewTask {
  /** Used to filter lists, such as `indices:data/write/reindex`. */
  readonly action: string;
  /** A function is called only when the description is requested. */
  readonly description: string | (() => string);
  readonly identity: Identity;
  readonly opaqueId: string | undefined;
  readonly parent?: TaskId | undefined;
  readonly cancellable: boolean;
  /**
   * For work that has an abort signal of its own, so that it may end without the task being
   * cancelled. Absent: the task makes a signal, which only cancelling it aborts.
   */
  readonly stopping?: Stopping;
  /** The progress; absent if the work reports none. */
  readonly status?: (() => JsonObject) | undefined;
}

/** How to stop the work of a task. */
export interface Stopping {
  readonly signal: AbortSignal;
  /** Called when the task is cancelled. */
  readonly stop: (reason: ApiError) => void;
}

/** A running task. */
export interface Task extends Omit<NewTask, 'stopping'> {
  readonly id: TaskId;
  readonly startedAtMs: number;
  /** Aborts when the task is cancelled; its reason tells the cause. */
  readonly signal: AbortSignal;
  readonly cancelledAtMs: number | undefined;
  runningNanos(): number;
}

/** A task as plain data, at the time of the request. */
export interface TaskRecord
  extends Pick<
    Task,
    | 'id'
    | 'action'
    | 'identity'
    | 'opaqueId'
    | 'parent'
    | 'cancellable'
    | 'startedAtMs'
    | 'cancelledAtMs'
  > {
  readonly description: string;
  /** Encoded JSON. */
  readonly status: Uint8Array | undefined;
  readonly runningNanos: number;
}

export interface FoundTasks {
  /** By node in the order asked, then oldest first. */
  readonly tasks: readonly TaskRecord[];
  /** A failed_node_exception for each node that did not answer. */
  readonly failures: readonly ApiError[];
}

export type TaskOutcome = { readonly response: JsonObject } | { readonly error: ApiError };

export interface TaskFilter {
  /** Names and patterns; empty for all. */
  readonly actions: readonly string[];
  readonly parent: TaskId | undefined;
}

export interface Tasks {
  readonly nodeId: string;
  /** Runs work as a task until its promise has settled. */
  run<T>(task: NewTask, work: (task: Task) => Promise<T>): Promise<T>;
  /**
   * Like `run`, with the outcome stored for later requests. Resolves with the task once it is
   * recorded, so that it can be reported lost if its node dies. Rejects if it cannot be recorded;
   * the work then does not start.
   */
  runDetached(task: NewTask, work: (task: Task) => Promise<JsonObject>): Promise<Task>;
  /** The tasks of these nodes. */
  list(filter: TaskFilter, nodeIds: readonly string[]): Promise<FoundTasks>;
  /** Undefined if it is not running. */
  find(id: TaskId): Promise<TaskRecord | undefined>;
  /** Cancels a task and its children. */
  cancel(id: TaskId, reason: string): Promise<void>;
  /** Resolves to true when the task has ended, to false at the timeout. */
  ended(id: TaskId, timeoutMs: number): Promise<boolean>;
  /** The stored outcome of a task, if the caller may see it. */
  result(id: TaskId, reader: ResultReader): Promise<JsonObject | undefined>;
  /** Cancels all tasks of this node, because it stops. */
  stop(): void;
}

export interface ResultReader {
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** True if the reader may see the tasks of other users. */
  readonly seesAll: boolean;
}
