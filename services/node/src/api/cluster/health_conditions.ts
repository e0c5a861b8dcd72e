/** The `wait_for_*` parameters of cluster health. */
import type { ClusterHealth, HealthStatus } from '@skein/cluster';
import { ApiError } from '@skein/errors';
import { checkActiveShardCount } from '../../master_service/mod.js';

export interface HealthConditions {
  readonly status: HealthStatus | undefined;
  /** A number of active shards, or `all`. */
  readonly activeShards: string | undefined;
  readonly nodes: ((count: number) => boolean) | undefined;
  readonly noRelocating: boolean;
  readonly noInitializing: boolean;
  /** True if the command queue must be empty. */
  readonly noEvents: boolean;
}

interface HealthParams {
  readonly wait_for_status: HealthStatus | undefined;
  readonly wait_for_active_shards: string | undefined;
  readonly wait_for_nodes: string | undefined;
  readonly wait_for_events: string | undefined;
  readonly wait_for_no_relocating_shards: boolean;
  readonly wait_for_no_initializing_shards: boolean;
}

export function readConditions(params: HealthParams): HealthConditions {
  const { wait_for_active_shards: activeShards, wait_for_nodes: nodes } = params;
  return {
    status: params.wait_for_status,
    activeShards: activeShards === undefined ? undefined : checkActiveShardCount(activeShards),
    nodes: nodes === undefined || nodes === '' ? undefined : readNodeCount(nodes),
    noRelocating: params.wait_for_no_relocating_shards,
    noInitializing: params.wait_for_no_initializing_shards,
    noEvents: params.wait_for_events !== undefined,
  };
}

/** True if there is a condition. */
export function isWaiting(conditions: HealthConditions): boolean {
  return Object.values(conditions).some((one) => one !== undefined && one !== false);
}

const COMPARISONS: Readonly<Record<string, (actual: number, wanted: number) => boolean>> = {
  '>=': (actual, wanted) => actual >= wanted,
  ge: (actual, wanted) => actual >= wanted,
  '<=': (actual, wanted) => actual <= wanted,
  le: (actual, wanted) => actual <= wanted,
  '>': (actual, wanted) => actual > wanted,
  gt: (actual, wanted) => actual > wanted,
  '<': (actual, wanted) => actual < wanted,
  lt: (actual, wanted) => actual < wanted,
  '': (actual, wanted) => actual === wanted,
};

const INT_MAX = 2 ** 31 - 1;

/** Reads `3`, `>=2` or `ge(2)`. */
function readNodeCount(text: string): (count: number) => boolean {
  const match = /^(?:(>=|<=|>|<|)(\d+)|(ge|le|gt|lt)\((\d+)\))$/.exec(text);
  const compare = COMPARISONS[match?.[1] ?? match?.[3] ?? ''];
  const wanted = Number(match?.[2] ?? match?.[4]);
  if (!match || !compare || wanted > INT_MAX) {
    throw new ApiError(
      'illegal_argument_exception',
      `Failed to parse [wait_for_nodes] with value [${text}]`,
      {
        cause: new ApiError('number_format_exception', `For input string: "${text}"`),
      },
    );
  }
  return (count) => compare(count, wanted);
}

const RANK: Readonly<Record<HealthStatus, number>> = { green: 0, yellow: 1, red: 2 };

export function isSatisfied(health: ClusterHealth, conditions: HealthConditions): boolean {
  const { status, nodes } = conditions;
  return (
    (status === undefined || RANK[health.status] <= RANK[status]) &&
    enoughActive(health, conditions.activeShards) &&
    (nodes === undefined || nodes(health.numberOfNodes)) &&
    (!conditions.noRelocating || health.relocatingShards === 0) &&
    (!conditions.noInitializing || health.initializingShards === 0)
  );
}

function enoughActive(health: ClusterHealth, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (wanted === 'all') return health.unassignedShards === 0 && health.initializingShards === 0;
  return health.activeShards >= Number(wanted);
}
