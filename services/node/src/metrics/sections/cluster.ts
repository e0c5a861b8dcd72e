/**
 * The cluster as this node sees it: its master, members and shards, and the traffic between nodes.
 */
import { type ClusterHealth, clusterHealth, type MemberStatus } from '@skein/cluster';
import type { Family, Section } from '../contract.js';
import { byLabel, counter, gauge, type Named, seconds } from '../families.js';

const COLOURS = ['green', 'yellow', 'red'] as const;
const STATUSES: readonly MemberStatus[] = ['alive', 'suspect', 'unreachable'];

const SHARDS: readonly (readonly [state: string, read: (health: ClusterHealth) => number])[] = [
  ['active', ({ activeShards }) => activeShards],
  ['active_primary', ({ activePrimaryShards }) => activePrimaryShards],
  ['relocating', ({ relocatingShards }) => relocatingShards],
  ['initializing', ({ initializingShards }) => initializingShards],
  ['unassigned', ({ unassignedShards }) => unassignedShards],
  ['delayed_unassigned', ({ delayedUnassignedShards }) => delayedUnassignedShards],
];

export const clusterSection: Section = ({ report, state, statusOf }) => {
  const health = clusterHealth(state);
  const flag = (named: Named, isSo: boolean): Family => gauge(named, Number(isSo));
  return [
    gauge(
      ['cluster_status', 'Health of the cluster: 1 for the colour that it has.'],
      byLabel('color', COLOURS, (colour) => [colour, Number(health.status === colour)]),
    ),
    gauge(
      ['cluster_shards', 'Copies of shards of the whole cluster by their state.'],
      byLabel('state', SHARDS, ([name, read]) => [name, read(health)]),
    ),
    gauge(['cluster_nodes', 'Nodes of the cluster.'], state.nodes.size),
    flag(['cluster_is_master', '1 on the elected master.'], state.masterNodeId === report.facts.id),
    flag(
      ['cluster_has_master', '1 where this node knows an elected master.'],
      state.masterNodeId !== undefined,
    ),
    gauge(
      ['cluster_term', 'Term of the cluster state: each election begins a new one.'],
      state.term,
    ),
    gauge(
      ['cluster_state_version', 'Version of the cluster state that this node has applied.'],
      state.version,
    ),
    gauge(
      ['gossip_members', 'Nodes of the cluster by what gossip says of them.'],
      byLabel('status', STATUSES, (status) => [
        status,
        [...state.nodes.keys()].filter((nodeId) => statusOf(nodeId) === status).length,
      ]),
    ),
  ];
};

export const linkSection: Section = ({ report: { work } }) => {
  const { traffic, states } = work;
  return [
    counter(
      ['cluster_state_updates_total', 'Cluster states that this node published as the master.'],
      states.published.count,
    ),
    counter(
      ['cluster_state_update_failures_total', 'Cluster states that it could not publish.'],
      states.published.failed,
    ),
    counter(
      ['cluster_state_update_seconds_total', 'Time of publishing them.'],
      seconds(states.published.timeMs),
    ),
    counter(
      ['transport_messages_total', 'Messages between this node and others.'],
      byLabel('direction', ['received', 'sent'] as const, (way) => [way, traffic[way].count]),
    ),
    counter(
      ['transport_bytes_total', 'Bytes of these messages.'],
      byLabel('direction', ['received', 'sent'] as const, (way) => [way, traffic[way].bytes]),
    ),
    gauge(
      ['transport_server_connections', 'Connections that other nodes have opened to this one.'],
      traffic.serverOpen,
    ),
  ];
};
