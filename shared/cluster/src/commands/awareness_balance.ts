/**
 * `cluster.routing.allocation.awareness.balance`: the number of an index's copies must allow an
 * even spread over the forced values of an awareness attribute. Indices whose name begins with a
 * dot are exempt.
 */
import { ApiError } from '@skein/errors';
import { CLUSTER, readSetting, type Settings } from '@skein/settings';
import { readAllocationRules } from '../allocation/allocation_rules.js';
import { type ClusterState, clusterSettings } from '../state/cluster_state.js';

/** The reason why an index with these settings cannot be spread evenly, if any. */
export function awarenessImbalance(state: ClusterState, settings: Settings): string | undefined {
  const values = mostForcedValues(state);
  const expand = settings.get('index.auto_expand_replicas') ?? 'false';
  if (expand !== 'false') {
    const [, most = ''] = expand.split('-');
    if (most === 'all' || (Number(most) + 1) % values === 0) return undefined;
    return `expected max cap on auto expand to be a multiple of total awareness attributes [${values}]`;
  }
  const replicas = settings.get('index.number_of_replicas');
  const copies = 1 + (replicas === undefined ? defaultReplicas(state) : Number(replicas));
  if (copies % values === 0) return undefined;
  return `expected total copies needs to be a multiple of total awareness attributes [${values}]`;
}

/** Throws validation_exception. */
export function checkAwarenessBalance(state: ClusterState, name: string, settings: Settings): void {
  if (name.startsWith('.')) return;
  const imbalance = awarenessImbalance(state, settings);
  if (imbalance === undefined) return;
  throw new ApiError('validation_exception', `Validation Failed: 1: ${imbalance};`);
}

/** Number of replicas of an index that does not specify it. */
export function defaultReplicas(state: ClusterState): number {
  return readSetting(clusterSettings(state), CLUSTER.allocation.defaultReplicas);
}

/**
 * The largest number of forced values of an awareness attribute; 1: every number of copies is
 * balanced.
 */
function mostForcedValues(state: ClusterState): number {
  const settings = clusterSettings(state);
  if (!readSetting(settings, CLUSTER.allocation.awarenessBalance)) return 1;
  const { awareness, forced } = readAllocationRules(settings);
  return Math.max(1, ...awareness.map((attribute) => forced.get(attribute)?.length ?? 1));
}
