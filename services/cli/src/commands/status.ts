/** `skein status`: describes the health of a cluster in words. */
import { Command } from 'commander';
import { clusterStatus, renderStatus } from '../health/cluster_status.js';
import { addClusterOptions, type ClusterFlags, withCluster } from './cluster_options.js';

interface StatusFlags extends ClusterFlags {
  readonly json?: boolean;
}

const HELP = `
The command prints the health of the cluster, its nodes (* marks the master), and the unassigned shard copies with the reasons. It needs the scope cluster:monitor and the
right to see the indices.

Exit codes:
  0  the cluster answered, whatever its health is
  1  the cluster did not answer

Examples:
  skein status
  skein status --url https://search.example:9200 --ca ca.crt --token-file token.txt
  skein status --json | jq .missing
`;

export function statusCommand(): Command {
  const command = new Command('status')
    .description('print the health of a cluster, and its missing shard copies with the reasons')
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP);
  return addClusterOptions(command).action((flags: StatusFlags) =>
    withCluster('status', flags, async (cluster) => {
      const status = await clusterStatus(cluster);
      return flags.json === true ? JSON.stringify(status) : renderStatus(status);
    }),
  );
}
