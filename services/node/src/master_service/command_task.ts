/**
 * One submitted command on its way: queued, executed, durable, applied. It is settled exactly once.
 */
import { formatTimeMs, type TimerHandle, type Timers } from '@skein/base';
import {
  type ClusterState,
  type CommandEnvironment,
  type CommandName,
  type CommandPriority,
  type CommandRequest,
  commandOf,
  stepsOf,
} from '@skein/cluster';
import { ApiError } from '@skein/errors';
import type { SubmitOptions } from './contract.js';
import type { Submitted } from './elected_master.js';

export interface CommandTask {
  readonly insertOrder: number;
  readonly priority: CommandPriority;
  readonly source: string;
  readonly submittedAtMs: number;
  /** True if it is still to be executed: neither settled nor started. */
  readonly waiting: boolean;
  /** True if shards are allocated after it even if it changes nothing. */
  readonly reroutes: boolean;
  /** True if its allocation can be shared with other commands that allow it. */
  readonly isPlacedTogether: boolean;
  /** The state with the command's change alone; throws the command's refusal. */
  running(state: ClusterState, environment: CommandEnvironment): Generator<void, ClusterState>;
  /** Called when the change is durable; from then on it can only succeed. */
  committed(version: number): void;
  /** Called when every node has applied the change. */
  applied(): void;
  /** Called when it can never be known whether every node has applied the change. */
  unacknowledged(): void;
  fail(error: unknown): void;
}

interface TaskParts<Name extends CommandName> {
  readonly command: Name;
  readonly request: CommandRequest<Name>;
  readonly options: SubmitOptions;
  readonly insertOrder: number;
  readonly submittedAtMs: number;
  readonly timers: Timers;
  readonly settle: {
    readonly resolve: (outcome: Submitted) => void;
    readonly reject: (error: unknown) => void;
  };
}

type Stage = 'queued' | 'running' | 'committed' | 'settled';

export function createTask<Name extends CommandName>(parts: TaskParts<Name>): CommandTask {
  const { command, request, options, timers, settle } = parts;
  const {
    priority,
    source,
    execute,
    reroutes = false,
    isPlacedTogether = false,
  } = commandOf(command);
  const label = source(request);
  let stage: Stage = 'queued';
  let ackExpired = false;
  let version = 0;
  const pending: TimerHandle[] = [];

  const finish = (settleNow: () => void) => {
    if (stage === 'settled') return;
    stage = 'settled';
    for (const timer of pending) timer.cancel();
    settleNow();
  };
  const fail = (error: unknown) => finish(() => settle.reject(error));
  const acknowledge = (acknowledged: boolean) =>
    finish(() => settle.resolve({ acknowledged, version }));

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
    reroutes,
    isPlacedTogether,
    submittedAtMs: parts.submittedAtMs,
    get waiting() {
      return stage === 'queued';
    },
    *running(state, environment) {
      stage = 'running';
      return yield* stepsOf(execute(state, request, environment));
    },
    committed: (committedVersion) => {
      if (stage !== 'running') return;
      stage = 'committed';
      version = committedVersion;
      // As in OpenSearch, a timeout of 0 waits for no node.
      if (ackExpired || options.timeoutMs === 0) acknowledge(false);
    },
    applied: () => acknowledge(true),
    unacknowledged: () => acknowledge(false),
    fail,
  };
}

function queueTimeout(source: string, timeoutMs: number): ApiError {
  return new ApiError(
    'process_cluster_event_timeout_exception',
    `failed to process cluster event (${source}) within ${formatTimeMs(timeoutMs)}`,
  );
}
