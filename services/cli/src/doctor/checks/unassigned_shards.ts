/** Reports unassigned copies: one finding for all copies with the same cause. */
import { expectDefined } from '@skein/base';
import { copyName, type MissingCopy, MOST_EXPLAINED } from '../../health/missing_copies.js';
import type { ClusterView } from '../cluster_view.js';
import { error, type Finding, warning } from '../finding.js';

const put = (path: string, body: string) =>
  `curl -X PUT "$URL${path}" -H 'Content-Type: application/json' -d '${body}'`;
const SETTINGS = '/_cluster/settings';

/** The remedies, keyed by the decider that keeps a copy from its nodes. */
const MENDS: Readonly<Record<string, (copy: MissingCopy) => string>> = {
  max_retry: () =>
    'fix the failure in the details, then: curl -X POST "$URL/_cluster/reroute?retry_failed"',
  same_shard: ({ index }) =>
    `add a node, or reduce the number of replicas: ${put(`/${index}/_settings`, '{"index.number_of_replicas": 0}')}`,
  enable: ({ index }) =>
    `${put(SETTINGS, '{"persistent": {"cluster.routing.allocation.enable": null}}')}, and for the index: ${put(`/${index}/_settings`, '{"index.routing.allocation.enable": null}')}`,
  disk_threshold: () =>
    'free space on the nodes or add one; GET /_cat/allocation?v shows the disks',
  filter: ({ index }) =>
    `change the allocation filter, for example: ${put(`/${index}/_settings`, '{"index.routing.allocation.require._name": null}')}`,
  shards_limit: ({ index }) =>
    `add a node or raise the limit: ${put(`/${index}/_settings`, '{"index.routing.allocation.total_shards_per_node": -1}')}`,
  awareness: () =>
    'add nodes with the other values of the attribute, or reduce the number of replicas',
  node_version: () => 'upgrade all nodes to the same version',
  throttling: () => 'none needed: the copy waits for other recoveries',
  replica_after_primary_active: () => 'none needed: the copy waits for its primary to start',
};

const NO_PRIMARY =
  'start the node with the last copy of the shard; if that copy is lost, restore a snapshot, or accept the loss of data: POST /_cluster/reroute with allocate_stale_primary or allocate_empty_primary';

export function unassignedShards({ status }: ClusterView): readonly Finding[] {
  const groups = new Map<string, MissingCopy[]>();
  for (const copy of status.missing.slice(0, MOST_EXPLAINED)) {
    const cause = causeOf(copy);
    groups.set(cause, [...(groups.get(cause) ?? []), copy]);
  }
  return [...groups.values()].map(findingOf);
}

function causeOf({ explanation, primary, reason }: MissingCopy): string {
  if (explanation === undefined) return reason;
  const rules = explanation.rules.map(({ decider, text }) => `${text} [${decider}]`);
  return `${primary} ${explanation.text} ${rules.join()}`;
}

function findingOf(copies: readonly MissingCopy[]): Finding {
  const first = expectDefined(copies[0], 'a finding is about some copies');
  const { explanation, primary } = first;
  const names = copies.map(copyName).join(', ');
  const rules = explanation?.rules ?? [];
  const whys = [
    explanation?.text ?? first.reason,
    ...rules.map(({ text, nodes }) => `${nodes.join(', ')}: ${text}`),
  ];
  const mends = rules.flatMap(({ decider }) => MENDS[decider]?.(first) ?? []);
  const problem = `${names}: ${whys.join('; ')}`;
  if (primary && rules.length === 0) return error(problem, NO_PRIMARY);
  const isWaiting = explanation?.text.includes('still waiting') === true;
  const mend = isWaiting
    ? 'start the node that left, or wait until the copy is allocated elsewhere'
    : [...new Set(mends)].join('; ') || 'see GET /_cluster/allocation/explain';
  return primary ? error(problem, mend) : warning(problem, mend);
}
