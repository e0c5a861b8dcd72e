/** One submitted command on its way: in the queue, executed, durable, applied. It is settled exactly once. */
import { formatTimeMs, type TimerHandle, type Timers } from '@skein/base';
import {
  type ClusterState,
  type CommandEnvironment,
  type CommandName,
  type CommandPriority,
  type CommandRequest,
  commandOf,
  runCommand,
} from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { SubmitOptions } from './mod.js';

export interface CommandTask {
  readonly insertOrder: number;
  readonly priority: CommandPriority;
  readonly source: string;
  readonly submittedAtMs: number;
  /** Still to be executed: neither settled nor started. */
  readonly waiting: boolean;
  /** The next state; throws the command's refusal. */
  run(state: ClusterState, environment: CommandEnvironment): ClusterState;
  /** The change is durable: from now on it can only succeed. */
  committed(): void;
  /** Applied on this node. */
  applied(): void;
  fail(error: unknown): void;
}

export interface TaskParts<Name extends CommandName> {
  readonly command: Name;
  readonly request: CommandRequest<Name>;
  readonly options: SubmitOptions;
  readonly insertOrder: number;
  readonly submittedAtMs: number;
  readonly timers: Timers;
  readonly settle: {
    readonly resolve: (outcome: { readonly acknowledged: boolean }) => void;
    readonly reject: (error: unknown) => void;
  };
}

type Stage = 'queued' | 'running' | 'committed' | 'settled';

export function createTask<Name extends CommandName>(parts: TaskParts<Name>): CommandTask {
  const { command, request, options, timers, settle } = parts;
  const { priority, source } = commandOf(command);
  const label = source(request);
  let stage: Stage = 'queued';
  let ackExpired = false;
  const pending: TimerHandle[] = [];

  const finish = (settleNow: () => void) => {
    if (stage === 'settled') return;
    stage = 'settled';
    for (const timer of pending) timer.cancel();
    settleNow();
  };
  const fail = (error: unknown) => finish(() => settle.reject(error));
  const acknowledge = (acknowledged: boolean) => finish(() => settle.resolve({ acknowledged }));

  if (options.masterTimeoutMs >= 0) {
    pending.push(
      timers.after(options.masterTimeoutMs, () => {
        if (stage === 'queued') fail(queueTimeout(label, options.masterTimeoutMs));
      }),
    );
  }
  if (options.timeoutMs >= 0) {
    pending.push(
      timers.after(options.timeoutMs, () => {
        ackExpired = true;
        if (stage === 'committed') acknowledge(false);
      }),
    );
  }
  return {
    insertOrder: parts.insertOrder,
    priority,
    source: label,
    submittedAtMs: parts.submittedAtMs,
    get waiting() {
      return stage === 'queued';
    },
    run: (state, environment) => {
      stage = 'running';
      return runCommand(state, command, request, environment);
    },
    committed: () => {
      if (stage !== 'running') return;
      stage = 'committed';
      if (ackExpired && options.timeoutMs > 0) acknowledge(false);
    },
    applied: () => acknowledge(true),
    fail,
  };
}

function queueTimeout(source: string, timeoutMs: number): ApiError {
  return new ApiError(
    'process_cluster_event_timeout_exception',
    `failed to process cluster event (${source}) within ${formatTimeMs(timeoutMs)}`,
  );
}
