/** Tasks, as whoever runs or looks at them sees it. */
import type { JsonObject } from '@skein/content';
import type { ApiError } from '@skein/errors';
import type { Identity } from '../security/mod.js';

export interface TaskId {
  readonly nodeId: string;
  readonly number: number;
}

export interface NewTask {
  /** `indices:data/write/reindex`: what lists are filtered by. */
  readonly action: string;
  /** Made when somebody asks. */
  readonly description: string | (() => string);
  readonly identity: Identity;
  readonly opaqueId: string | undefined;
  readonly parent?: TaskId | undefined;
  readonly cancellable: boolean;
  /** Of work that somebody else may stop as well; absent: it is stopped as a task alone. */
  readonly stopping?: Stopping;
  /** How far it has come; absent: it cannot tell. */
  readonly status?: (() => JsonObject) | undefined;
}

export interface Stopping {
  readonly signal: AbortSignal;
  readonly stop: (reason: ApiError) => void;
}

/** A task under way. */
export interface Task extends Omit<NewTask, 'stopping'> {
  readonly id: TaskId;
  readonly startedAtMs: number;
  /** Aborts when it is cancelled; its reason says by what. */
  readonly signal: AbortSignal;
  readonly cancelledAtMs: number | undefined;
  runningNanos(): number;
}

/** A task as plain data, as it was when it was asked for. */
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
  /** By node in the order asked, oldest first. */
  readonly tasks: readonly TaskRecord[];
  /** failed_node_exception of each node that did not answer. */
  readonly failures: readonly ApiError[];
}

export type TaskOutcome = { readonly response: JsonObject } | { readonly error: ApiError };

export interface TaskFilter {
  /** Names and patterns; empty: all. */
  readonly actions: readonly string[];
  readonly parent: TaskId | undefined;
}

export interface Tasks {
  readonly nodeId: string;
  /** Runs work as a task, until its promise has settled. */
  run<T>(task: NewTask, work: (task: Task) => Promise<T>): Promise<T>;
  /**
   * The same, its outcome kept for whoever asks for it later. Resolves with the task once it is on
   * record, and so can be told to be lost when its node dies; rejects when it cannot be put on
   * record, and the work does not begin.
   */
  runDetached(task: NewTask, work: (task: Task) => Promise<JsonObject>): Promise<Task>;
  /** Those of these nodes. */
  list(filter: TaskFilter, nodeIds: readonly string[]): Promise<FoundTasks>;
  /** Undefined: it does not run. */
  find(id: TaskId): Promise<TaskRecord | undefined>;
  /** Cancels a task and those it began. */
  cancel(id: TaskId, reason: string): Promise<void>;
  /** Resolves true when the task has ended, false when time runs out. */
  ended(id: TaskId, timeoutMs: number): Promise<boolean>;
  /** What became of a task whose result was kept, if the caller may know. */
  result(id: TaskId, reader: ResultReader): Promise<JsonObject | undefined>;
  /** Cancels everything here: the node stops. */
  stop(): void;
}

export interface ResultReader {
  readonly identity: Identity;
  readonly signal: AbortSignal;
  /** Whether the tasks of others are to be seen too. */
  readonly seesAll: boolean;
}
