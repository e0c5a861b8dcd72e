/** A node holds at most one copy of a shard; with `same_shard.host` a host does. */
import { CLUSTER } from '@skein/settings';
import type { ClusterNode } from '../../state/cluster_state.js';
import type { ShardCopy } from '../../state/routing_table.js';
import { no, yes } from '../decision.js';
import { isOn, type PlacedShard } from '../placements.js';
import type { Decider } from './decider.js';

const FREE = yes('this node does not hold a copy of this shard');

export const same_shard: Decider = {
  name: 'same_shard',
  canAllocate: ({ shard }, { node }, { rules, placements }) => {
    const here = shard.copies.find((copy) => isOn(copy, node.id));
    if (here !== undefined) {
      return no(
        () => `a copy of this shard is already allocated to this node [${copyLabel(shard, here)}]`,
      );
    }
    if (shard.copies.length === 1 || !rules.sameHost) return FREE;
    const host = [...placements.nodes.values()].find(
      (other) =>
        isSameHost(other.node, node) && shard.copies.some((copy) => isOn(copy, other.node.id)),
    );
    if (host === undefined) return FREE;
    return no(
      () =>
        `a copy of this shard is already allocated to host address [${node.host}], on node [${host.node.id}], and [${CLUSTER.allocation.sameHost.key}] is [true] which forbids more than one node on this host from holding a copy of this shard`,
    );
  },
};

function isSameHost(a: ClusterNode, b: ClusterNode): boolean {
  return a.host === b.host;
}

/** A copy as explanations show it: `[logs][0], node[…], [P], s[STARTED], a[id=…]`. */
function copyLabel({ index, shardId }: PlacedShard, copy: ShardCopy): string {
  const parts = [
    `[${index.name}][${shardId}]`,
    `node[${copy.nodeId ?? null}]`,
    ...(copy.relocation === undefined ? [] : [`relocating [${copy.relocation.nodeId}]`]),
    copy.primary ? '[P]' : '[R]',
    `s[${copy.state}]`,
    ...(copy.allocationId === undefined ? [] : [`a[id=${copy.allocationId}]`]),
  ];
  return parts.join(', ');
}
