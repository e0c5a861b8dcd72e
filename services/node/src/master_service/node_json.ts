/** A node of the cluster state, as `_cluster/state` and `_search_shards` show it. */
import type { ClusterNode } from '@skein/cluster';
import type { JsonObject } from '@skein/content';

export function nodeJson(node: ClusterNode): JsonObject {
  return {
    name: node.name,
    ephemeral_id: node.ephemeralId,
    transport_address: node.transportAddress,
    attributes: Object.fromEntries(node.attributes),
  };
}
