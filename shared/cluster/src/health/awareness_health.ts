/**
 * Health by the values of a node attribute (`zone`): number and states of the copies on the nodes
 * of each value.
 */
import { type ClusterState, dataNodes } from '../state/cluster_state.js';
import { isActive, relocationTarget } from '../state/routing_table.js';

export interface AttributeValueHealth {
  readonly value: string;
  readonly activeShards: number;
  readonly initializingShards: number;
  readonly relocatingShards: number;
  readonly dataNodes: number;
}

/** Health of each value, sorted by value; data nodes that lack the attribute are left out. */
export function awarenessHealth(state: ClusterState, attribute: string): AttributeValueHealth[] {
  const valueByNode = new Map<string, string>();
  const byValue = new Map<string, Counts>();
  for (const node of dataNodes(state)) {
    const value = node.attributes.get(attribute);
    if (value === undefined) continue;
    valueByNode.set(node.id, value);
    const counts = byValue.get(value) ?? { active: 0, initializing: 0, relocating: 0, nodes: 0 };
    counts.nodes++;
    byValue.set(value, counts);
  }
  for (const copy of copiesOf(state)) {
    const counts = byValue.get(valueByNode.get(copy.nodeId ?? '') ?? '');
    if (counts === undefined) continue;
    if (isActive(copy)) counts.active++;
    if (copy.state === 'INITIALIZING') counts.initializing++;
    if (copy.state === 'RELOCATING') counts.relocating++;
  }
  return [...byValue]
    .map(([value, { active, initializing, relocating, nodes }]) => ({
      value,
      activeShards: active,
      initializingShards: initializing,
      relocatingShards: relocating,
      dataNodes: nodes,
    }))
    .sort((a, b) => (a.value < b.value ? -1 : 1));
}

interface Counts {
  active: number;
  initializing: number;
  relocating: number;
  nodes: number;
}

/** All copies, including the target copies of relocating ones. */
function copiesOf({ routing }: ClusterState) {
  const copies = [...routing.values()].flatMap(({ shards }) => shards.flat());
  return copies.flatMap((copy) => {
    const target = relocationTarget(copy);
    return target === undefined ? [copy] : [copy, target];
  });
}
