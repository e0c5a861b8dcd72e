/**
 * Finds differences between nodes in what they must share, versions and the time of day; also
 * checks the master and the number of master-eligible nodes.
 */
import { formatTimeMs } from '@skein/base';
import { numberAt, textAt } from '../../health/json_at.js';
import type { ClusterView } from '../cluster_view.js';
import { error, type Finding, warning } from '../finding.js';

/**
 * The greatest tolerated difference of clocks. Tokens are checked with some leeway, but `now` in
 * searches is not.
 */
const CLOCK_MS = 2_000;

export function nodesDiffer(view: ClusterView): readonly Finding[] {
  return [...master(view), ...versions(view), ...clocks(view), ...electors(view)];
}

function master({ status }: ClusterView): Finding[] {
  if (status.color !== undefined) return [];
  return [
    error(
      'there is no elected master: the cluster refuses all changes',
      'start more than half of the master-eligible nodes; GET /_cat/nodes?v on a node lists the nodes that it sees',
    ),
  ];
}

function versions({ status }: ClusterView): Finding[] {
  const byVersion = new Map<string, string[]>();
  for (const { version, name } of status.nodes) {
    byVersion.set(version, [...(byVersion.get(version) ?? []), name]);
  }
  if (byVersion.size < 2) return [];
  const list = [...byVersion].map(([version, names]) => `${version} (${names.join(', ')})`);
  return [
    warning(
      `nodes run different versions: ${list.join(', ')}`,
      'upgrade all nodes to the newest of these versions, one after the other: do not leave an upgrade unfinished',
    ),
  ];
}

function clocks({ stats, askedMs, answeredMs }: ClusterView): Finding[] {
  return Object.values(stats).flatMap((node) => {
    const toldMs = numberAt(node, 'timestamp');
    if (toldMs === undefined) return [];
    const offMs = toldMs < askedMs ? toldMs - askedMs : Math.max(0, toldMs - answeredMs);
    if (Math.abs(offMs) <= CLOCK_MS) return [];
    const way = offMs > 0 ? 'ahead of' : 'behind';
    return [
      warning(
        `the clock of node ${textAt(node, 'name')} is ${formatTimeMs(Math.abs(offMs))} ${way} the clock of this machine`,
        'synchronize the clocks of all machines with a time server: timedatectl set-ntp true',
      ),
    ];
  });
}

function electors({ status }: ClusterView): Finding[] {
  const count = status.nodes.filter(({ roles }) =>
    /\b(?:cluster_manager|master)\b/.test(roles),
  ).length;
  if (count !== 2) return [];
  return [
    warning(
      'the cluster has two master-eligible nodes: if one of them is lost, the cluster refuses all changes',
      'add a third master-eligible node; it needs no other role: skein node -E node.roles=cluster_manager',
    ),
  ];
}
