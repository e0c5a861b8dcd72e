/**
 * A change to the cluster state: a pure function of the state, the request and the environment. The master runs commands one at a
 * time (`../run_command.ts`); the same commands in the same environment give the same states on any machine.
 */
import type { AllocationEnvironment } from '../allocation/run.js';
import type { ClusterState } from '../state/cluster_state.js';

export type CommandPriority = 'IMMEDIATE' | 'URGENT' | 'HIGH' | 'NORMAL' | 'LOW' | 'LANGUID';

/** Most urgent first. */
export const PRIORITIES: readonly CommandPriority[] = [
  'IMMEDIATE',
  'URGENT',
  'HIGH',
  'NORMAL',
  'LOW',
  'LANGUID',
];

/** All a command may know besides the state. */
export interface CommandEnvironment extends AllocationEnvironment {
  /** `index.version.created` of new indices. */
  readonly indexVersion: string;
}

export interface Command<Request> {
  readonly name: string;
  readonly priority: CommandPriority;
  /** How pending_tasks names it: `create-index [logs], cause [api]`. */
  readonly source: (request: Request) => string;
  /** Its purpose is placement: shards are placed after it even when it changes nothing itself. */
  readonly reroutes?: true;
  /** What it changes is of no concern to others of its kind: several in a row are followed by one placement. */
  readonly isPlacedTogether?: true;
  /** The next state, or the same object when nothing changes; throws an ApiError when the request is refused. In steps, where requests may be long. */
  readonly execute: (
    state: ClusterState,
    request: Request,
    environment: CommandEnvironment,
  ) => ClusterState | Generator<void, ClusterState>;
}

/** What a command gives, whichever way it runs. */
export function* stepsOf(
  executed: ClusterState | Generator<void, ClusterState>,
): Generator<void, ClusterState> {
  return 'metadata' in executed ? executed : yield* executed;
}
