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
      [
        'cluster_status',
        '1 for the colour that the health of the cluster has, 0 for the other colours.',
      ],
      byLabel('color', COLOURS, (colour) => [colour, Number(health.status === colour)]),
    ),
    gauge(
      ['cluster_shards', 'Number of shard copies in the whole cluster, by their state.'],
      byLabel('state', SHARDS, ([name, read]) => [name, read(health)]),
    ),
    gauge(['cluster_nodes', 'Number of nodes in the cluster.'], state.nodes.size),
    flag(
      ['cluster_is_master', '1 if this node is the elected master, 0 otherwise.'],
      state.masterNodeId === report.facts.id,
    ),
    flag(
      ['cluster_has_master', '1 if this node knows an elected master, 0 otherwise.'],
      state.masterNodeId !== undefined,
    ),
    gauge(
      [
        'cluster_term',
        'Term of the cluster state that this node has applied; each election begins a new term.',
      ],
      state.term,
    ),
    gauge(
      ['cluster_state_version', 'Version of the cluster state that this node has applied.'],
      state.version,
    ),
    gauge(
      [
        'gossip_members',
        'Number of nodes in the cluster, by their state in the gossip that this node knows.',
      ],
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
      [
        'cluster_state_updates_total',
        'Number of cluster states that this node published as the master.',
      ],
      states.published.count,
    ),
    counter(
      [
        'cluster_state_update_failures_total',
        'Number of cluster states that this node could not publish as the master.',
      ],
      states.published.failed,
    ),
    counter(
      [
        'cluster_state_update_seconds_total',
        'Time that this node needed to publish cluster states as the master, in seconds.',
      ],
      seconds(states.published.timeMs),
    ),
    counter(
      [
        'transport_messages_total',
        'Number of messages between this node and other nodes, by direction.',
      ],
      byLabel('direction', ['received', 'sent'] as const, (way) => [way, traffic[way].count]),
    ),
    counter(
      [
        'transport_bytes_total',
        'Size of the messages between this node and other nodes, in bytes, by direction.',
      ],
      byLabel('direction', ['received', 'sent'] as const, (way) => [way, traffic[way].bytes]),
    ),
    gauge(
      [
        'transport_server_connections',
        'Number of open connections that other nodes have made to this node.',
      ],
      traffic.serverOpen,
    ),
  ];
};
