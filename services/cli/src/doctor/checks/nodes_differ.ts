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
      'there is no elected master: nothing can be changed',
      'start nodes until more than half of those that may be the master run; GET /_cat/nodes?v on each tells whom it sees',
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
      'bring all to the newest one, one after the other: an upgrade that is broken off is no state to stay in',
    ),
  ];
}

function clocks({ stats, askedMs, answeredMs }: ClusterView): Finding[] {
  return Object.values(stats).flatMap((node) => {
    const toldMs = numberAt(node, 'timestamp');
    if (toldMs === undefined) return [];
    const offMs = toldMs < askedMs ? toldMs - askedMs : Math.max(0, toldMs - answeredMs);
    if (Math.abs(offMs) <= CLOCK_MS) return [];
    const way = offMs > 0 ? 'before' : 'behind';
    return [
      warning(
        `the clock of node ${textAt(node, 'name')} is ${formatTimeMs(Math.abs(offMs))} ${way} the one here`,
        'have all machines ask a time server: timedatectl set-ntp true',
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
      'two nodes may be the master: when either is lost, nothing can be changed',
      'add a third one; it may have that role alone: skein node -E node.roles=cluster_manager',
    ),
  ];
}
