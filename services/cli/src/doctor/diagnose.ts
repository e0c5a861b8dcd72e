/** Runs all checks of a running cluster. */
import { describeFailure } from '../run_service.js';
import type { Cluster } from '../transfer/cluster.js';
import { certificateOf } from './checks/certificates.js';
import { disks } from './checks/disks.js';
import { issuers } from './checks/issuers.js';
import { nodesDiffer } from './checks/nodes_differ.js';
import { processes } from './checks/processes.js';
import { unassignedShards } from './checks/unassigned_shards.js';
import { clusterView } from './cluster_view.js';
import { error, type Finding } from './finding.js';

export interface Place {
  readonly url: string;
  readonly ca: string | undefined;
}

export async function diagnose(cluster: Cluster, { url, ca }: Place): Promise<readonly Finding[]> {
  const certificate = await certificateOf(url, Date.now());
  try {
    const view = await clusterView(cluster);
    return [
      ...nodesDiffer(view),
      ...unassignedShards(view),
      ...disks(view),
      ...processes(view),
      ...certificate,
      ...(await issuers(view, ca)),
    ];
  } catch (thrown) {
    return [...certificate, unanswered(url, describeFailure(thrown))];
  }
}

function unanswered(url: string, reason: string): Finding {
  return error(
    `${url} does not answer as a cluster: ${reason}`,
    'start a node (skein node), or give the URL of the cluster (--url), its certificate authority (--ca) and a token with the scope cluster:monitor (--token-file)',
  );
}

/** One line for each problem, and one for its remedy. */
export function renderFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'no problems found';
  const grave = findings.toSorted((a, b) => a.grade.localeCompare(b.grade));
  return grave
    .map(({ grade, problem, mend }) => `${grade.toUpperCase()}: ${problem}\n  remedy: ${mend}`)
    .join('\n');
}
