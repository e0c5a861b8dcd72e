/** `skein doctor`: finds problems of a configuration and a cluster, and names their remedies. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { configDirectory } from '../config/load_settings.js';
import { configuration } from '../doctor/checks/configuration.js';
import { diagnose, renderFindings } from '../doctor/diagnose.js';
import type { Finding } from '../doctor/finding.js';
import { describeFailure } from '../run_service.js';
import { addClusterOptions, type ClusterFlags, clusterOf } from './cluster_options.js';
import { NODE_FILE_NAMES } from './node.js';
import { addServiceOptions, type ServiceOptions, settingsOf } from './service_options.js';

interface DoctorFlags extends ClusterFlags, ServiceOptions {
  readonly json?: boolean;
  readonly cluster: boolean;
}

const HELP = `
The command checks the configuration of this machine (data path, keystore, certificates; from --config, -E and the environment, as "skein node" reads them) and the cluster at
--url: master, missing shard copies, disks and watermarks, file limits, heap, circuit breakers, queues, clocks, versions, TLS certificates, issuers of tokens.
It changes nothing. In the commands that it prints, URL stands for the address of the cluster.

Exit codes:
  0  no problem was found
  1  problems were found; the output names a remedy for each
  2  the check itself failed

Examples:
  skein doctor
  skein doctor --config /etc/skein --url https://search.example:9200 --ca ca.crt --token-file token.txt
  skein doctor --no-cluster -E path.data=/var/lib/skein
`;

const EXIT_WRONG = 1;
const EXIT_BLIND = 2;

export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description('find problems of a cluster and of this machine, and name the remedies')
    .option('--no-cluster', 'check only the configuration of this machine')
    .option('--json', 'print one JSON array')
    .addHelpText('after', HELP);
  return addClusterOptions(addServiceOptions(command)).action(async (flags: DoctorFlags) => {
    try {
      const findings = [...(await ofConfiguration(flags)), ...(await ofCluster(flags))];
      const text = flags.json === true ? JSON.stringify(findings) : renderFindings(findings);
      process.stdout.write(`${text}\n`);
      process.exitCode = findings.length === 0 ? 0 : EXIT_WRONG;
    } catch (failure) {
      process.stderr.write(`skein doctor: ${describeFailure(failure)}\n`);
      process.exitCode = EXIT_BLIND;
    }
  });
}

async function ofConfiguration(flags: DoctorFlags): Promise<readonly Finding[]> {
  const settings = await settingsOf(flags, NODE_FILE_NAMES);
  const folder = configDirectory({ configDirectory: flags.config, environment: process.env });
  return configuration(settings, resolve(folder), Date.now());
}

async function ofCluster(flags: DoctorFlags): Promise<readonly Finding[]> {
  if (!flags.cluster) return [];
  const cluster = clusterOf(flags);
  try {
    return await diagnose(cluster, { url: flags.url, ca: flags.ca });
  } finally {
    cluster.close();
  }
}
