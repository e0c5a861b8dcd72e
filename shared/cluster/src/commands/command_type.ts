/**
 * A change to the cluster state: a pure function of the state, the request and the environment. The
 * master runs commands one at a time (`../run_command.ts`); the same commands in the same
 * environment give the same states on any machine.
 */
import type { AllocationEnvironment } from '../allocation/run.js';
import type { ClusterState } from '../state/cluster_state.js';

export type CommandPriority = 'IMMEDIATE' | 'URGENT' | 'HIGH' | 'NORMAL' | 'LOW' | 'LANGUID';

/** Priorities, most urgent first. */
export const PRIORITIES: readonly CommandPriority[] = [
  'IMMEDIATE',
  'URGENT',
  'HIGH',
  'NORMAL',
  'LOW',
  'LANGUID',
];

/** All inputs of a command besides the state and the request. */
export interface CommandEnvironment extends AllocationEnvironment {
  /** The `index.version.created` of new indices. */
  readonly indexVersion: string;
}

export interface Command<Request> {
  readonly name: string;
  readonly priority: CommandPriority;
  /** The text that pending_tasks shows: `create-index [logs], cause [api]`. */
  readonly source: (request: Request) => string;
  /**
   * Set if the command's purpose is placement: shards are placed after it even when it changes
   * nothing itself.
   */
  readonly reroutes?: true;
  /**
   * Set if the command's change does not affect other commands of its kind: a batch of them is
   * followed by one placement.
   */
  readonly isPlacedTogether?: true;
  /**
   * Returns the next state, or the same object when nothing changes; throws an ApiError when it
   * refuses the request. A command whose requests may be long is a generator and yields between
   * steps.
   */
  readonly execute: (
    state: ClusterState,
    request: Request,
    environment: CommandEnvironment,
  ) => ClusterState | Generator<void, ClusterState>;
}

/** Runs a command's function, plain or generator, and returns its state. */
export function* stepsOf(
  executed: ClusterState | Generator<void, ClusterState>,
): Generator<void, ClusterState> {
  return 'metadata' in executed ? executed : yield* executed;
}
