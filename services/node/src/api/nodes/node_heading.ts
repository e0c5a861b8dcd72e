/** What every entry of `_nodes` and `_nodes/stats` begins with, and the frame around the entries. */
import type { JsonObject, JsonValue } from '@skein/content';
import { jsonReply, type Reply } from '@skein/http';
import type { NodeReport } from '../../node_operations/mod.js';
import { shownRoles } from '../../node_operations/roles.js';

export function nodeHeading({ facts }: NodeReport): JsonObject {
  return {
    name: facts.name,
    transport_address: facts.transportAddress,
    host: facts.host,
    ip: facts.ip,
    roles: [...shownRoles(facts.roles)],
    ...(facts.attributes.size === 0 ? {} : { attributes: Object.fromEntries(facts.attributes) }),
  };
}

export function nodesReply(
  clusterName: string,
  asked: number,
  entries: readonly (readonly [nodeId: string, entry: JsonValue])[],
): Reply {
  return jsonReply({
    _nodes: { total: asked, successful: entries.length, failed: asked - entries.length },
    cluster_name: clusterName,
    nodes: Object.fromEntries(entries),
  });
}
