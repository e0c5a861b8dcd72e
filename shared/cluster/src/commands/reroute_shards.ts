/** `_cluster/reroute`: place what can be placed; with `retryFailed`, forget earlier failures first. */
import { replaceRouting } from '../state/replace.js';
import type { IndexRouting, ShardCopy } from '../state/routing_table.js';
import type { Command } from './command_type.js';

export interface RerouteRequest {
  readonly retryFailed: boolean;
}

export const reroute_shards: Command<RerouteRequest> = {
  name: 'reroute_shards',
  priority: 'IMMEDIATE',
  source: () => 'cluster_reroute (api)',
  execute: (state, { retryFailed }) => {
    if (!retryFailed) return { ...state };
    const tables = [...state.routing.values()].filter(hasFailures).map((routing) => ({
      ...routing,
      shards: routing.shards.map((copies) => copies.map(withoutFailures)),
    }));
    return { ...replaceRouting(state, tables) };
  },
};

function hasFailures(routing: IndexRouting): boolean {
  return routing.shards.flat().some((copy) => (copy.unassigned?.failedAllocations ?? 0) > 0);
}

function withoutFailures(copy: ShardCopy): ShardCopy {
  if (!copy.unassigned?.failedAllocations) return copy;
  return { ...copy, unassigned: { ...copy.unassigned, failedAllocations: 0 } };
}
