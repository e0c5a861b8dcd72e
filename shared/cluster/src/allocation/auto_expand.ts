/**
 * `index.auto_expand_replicas`: the number of replicas follows the number of data nodes (`0-1`,
 * `1-all`).
 */
import type { ClusterState } from '../state/cluster_state.js';
import { dataNodes } from '../state/cluster_state.js';
import type { IndexMetadata } from '../state/index_metadata.js';
import { replaceIndices } from '../state/replace.js';
import type { IndexRouting } from '../state/routing_table.js';
import { withReplicaCount } from './build_routing.js';

/** The replica count the setting asks for, or `undefined` when it is off. */
export function autoExpandedReplicas(
  setting: string | undefined,
  dataNodeCount: number,
): number | undefined {
  if (setting === undefined || setting === 'false') return undefined;
  const [low = '0', high = '0'] = setting.split('-');
  const most = Math.max(0, dataNodeCount - 1);
  const max = high === 'all' ? most : Math.min(Number(high), most);
  return Math.max(Number(low), max);
}

export function applyAutoExpand(state: ClusterState, nowMs: number): ClusterState {
  const count = dataNodes(state).length;
  const changed: IndexMetadata[] = [];
  let routing: Map<string, IndexRouting> | undefined;
  for (const index of state.metadata.indices.values()) {
    const wanted = autoExpandedReplicas(index.settings.get('index.auto_expand_replicas'), count);
    if (wanted === undefined || wanted === index.numberOfReplicas) continue;
    changed.push(withReplicas(index, wanted));
    routing ??= new Map(state.routing);
    const table = routing.get(index.name);
    if (table) routing.set(index.name, withReplicaCount(table, wanted, nowMs));
  }
  return routing === undefined ? state : { ...replaceIndices(state, changed), routing };
}

/** The index with another number of replicas. */
function withReplicas(index: IndexMetadata, replicas: number): IndexMetadata {
  const settings = new Map(index.settings).set('index.number_of_replicas', String(replicas));
  return {
    ...index,
    settings,
    numberOfReplicas: replicas,
    settingsVersion: index.settingsVersion + 1,
    version: index.version + 1,
  };
}
