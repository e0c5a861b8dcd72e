/**
 * `_cluster/reroute`: runs the given commands and places unassigned shards; with `retryFailed`,
 * clears earlier failures first.
 */
import {
  type RerouteCommand,
  runRerouteCommands,
} from '../allocation/reroute_commands/run_reroute_commands.js';
import type { ClusterState } from '../state/cluster_state.js';
import { replaceRouting } from '../state/replace.js';
import type { IndexRouting, ShardCopy } from '../state/routing_table.js';
import type { Command } from './command_type.js';

interface RerouteRequest {
  readonly retryFailed: boolean;
  readonly commands?: readonly RerouteCommand[] | undefined;
  /** True if impossible commands are skipped instead of refused. */
  readonly explain?: boolean | undefined;
  /** The reason that pending_tasks shows. */
  readonly cause?: string | undefined;
}

export const reroute_shards: Command<RerouteRequest> = {
  name: 'reroute_shards',
  priority: 'IMMEDIATE',
  source: ({ cause }) => `cluster_reroute (${cause ?? 'api'})`,
  reroutes: true,
  execute: (state, { retryFailed, commands = [], explain = false }, environment) => {
    const ready = retryFailed ? withoutFailuresOf(state) : state;
    if (commands.length === 0) return ready;
    return runRerouteCommands(ready, commands, environment, explain).state;
  },
};

function withoutFailuresOf(state: ClusterState): ClusterState {
  const tables = [...state.routing.values()].filter(hasFailures).map((routing) => ({
    ...routing,
    shards: routing.shards.map((copies) => copies.map(withoutFailures)),
  }));
  return replaceRouting(state, tables);
}

function hasFailures(routing: IndexRouting): boolean {
  return routing.shards.flat().some((copy) => (copy.unassigned?.failedAllocations ?? 0) > 0);
}

function withoutFailures(copy: ShardCopy): ShardCopy {
  if (!copy.unassigned?.failedAllocations) return copy;
  return { ...copy, unassigned: { ...copy.unassigned, failedAllocations: 0 } };
}
