/**
 * The first fields of every entry of `_nodes` and `_nodes/stats`, and the frame around the entries.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { errorDetail } from '@skein/errors';
import { jsonReply, type Reply } from '@skein/http';
import type { NodeReport, NodeReports } from '../../node_operations/mod.js';
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
  reports: NodeReports,
  entries: readonly (readonly [nodeId: string, entry: JsonValue])[],
): Reply {
  return jsonReply({
    _nodes: nodeCounts(reports),
    cluster_name: clusterName,
    nodes: Object.fromEntries(entries),
  });
}

/** The `_nodes` part of an answer: how many nodes were asked, answered and failed. */
export function nodeCounts({ reports, failures }: NodeReports): JsonObject {
  return {
    total: reports.length + failures.length,
    successful: reports.length,
    failed: failures.length,
    ...(failures.length === 0 ? {} : { failures: failures.map((error) => errorDetail(error)) }),
  };
}
