/**
 * The first change of every new master: it records itself as the master, adds the nodes that voted
 * for it and removes the nodes that are gone. When no node of the old cluster is present, the whole
 * cluster was stopped: transient data is dropped, and every shard becomes unassigned.
 */
import type { Settings } from '@skein/settings';
import { dropGoneNodes } from '../allocation/drop_gone_nodes.js';
import { Placements } from '../allocation/placements.js';
import type { ClusterNode, ClusterState } from '../state/cluster_state.js';
import { recoveredState } from '../state/recovered_state.js';
import type { Command } from './command_type.js';

interface TakeOfficeRequest {
  /** Node id of the master. */
  readonly nodeId: string;
  readonly term: number;
  /** All nodes known to be present, including the master. */
  readonly present: readonly ClusterNode[];
  /** Cluster settings from the master's configuration. */
  readonly configuredSettings: Settings;
  /** UUID for a cluster that has none yet. */
  readonly clusterUuid: string;
}

export const take_office: Command<TakeOfficeRequest> = {
  name: 'take_office',
  priority: 'IMMEDIATE',
  source: ({ nodeId, present }) =>
    `elected-as-cluster-manager ([${present.length}] nodes joined)[{${nodeId}}]`,
  execute: (state, request, { nowMs }) => {
    const { nodeId, term, present, configuredSettings, clusterUuid } = request;
    const survivors = present.filter(
      ({ id, ephemeralId }) => state.nodes.get(id)?.ephemeralId === ephemeralId,
    );
    const base = survivors.length > 0 ? state : restarted(state, nowMs, configuredSettings);
    const staying = new Set(survivors.map(({ id }) => id));
    const placements = new Placements(base);
    dropGoneNodes(placements, nowMs, (id) => !staying.has(id));
    const placed = placements.toState();
    const isNew = state.metadata.clusterUuid === '_na_';
    return {
      ...placed,
      configuredSettings,
      metadata: isNew ? { ...placed.metadata, clusterUuid } : placed.metadata,
      nodes: new Map(present.map((node) => [node.id, node])),
      masterNodeId: nodeId,
      term,
    };
  },
};

function restarted(state: ClusterState, nowMs: number, configuredSettings: Settings): ClusterState {
  const { clusterName, metadata, version, term } = state;
  return recoveredState({ clusterName, metadata, configuredSettings, version, term, nowMs });
}
