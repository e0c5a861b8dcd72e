/** `skein status`: describes the health of a cluster in words. */
import { Command } from 'commander';
import { clusterStatus, renderStatus } from '../health/cluster_status.js';
import { addClusterOptions, type ClusterFlags, withCluster } from './cluster_options.js';

interface StatusFlags extends ClusterFlags {
  readonly json?: boolean;
}

const HELP = `
Says the health in words, the nodes (* is the master), and which copies of shards have no node and why. Needs cluster:monitor, and the right to see the indices.

Exit codes:
  0  the cluster answered; its health is what is printed
  1  it did not

Examples:
  skein status
  skein status --url https://search.example:9200 --ca ca.crt --token-file token.txt
  skein status --json | jq .missing
`;

export function statusCommand(): Command {
  const command = new Command('status')
    .description('say how a cluster is, and which shards are missing and why')
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP);
  return addClusterOptions(command).action((flags: StatusFlags) =>
    withCluster('status', flags, async (cluster) => {
      const status = await clusterStatus(cluster);
      return flags.json === true ? JSON.stringify(status) : renderStatus(status);
    }),
  );
}
