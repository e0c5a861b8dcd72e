/** The options of commands that connect to a running cluster. */
import type { Command } from 'commander';
import { describeFailure } from '../run_service.js';
import { Cluster } from '../transfer/cluster.js';

export interface ClusterFlags {
  readonly url: string;
  readonly ca?: string;
  readonly tokenFile?: string;
  readonly apiKeyFile?: string;
  readonly user?: string;
  readonly passwordFile?: string;
}

const DEFAULT_URL = 'http://127.0.0.1:9200';

export function addClusterOptions(command: Command): Command {
  return command
    .option('--url <address>', 'URL of the cluster', DEFAULT_URL)
    .option('--ca <file>', 'PEM file of the authority that signs the certificate of the cluster')
    .option(
      '--token-file <file>',
      'file with the bearer token; without it, the variable SKEIN_TOKEN holds the token',
    )
    .option('--api-key-file <file>', 'file with an API key, for clusters that support API keys')
    .option('--user <name>', 'user name, with --password-file, for clusters that support passwords')
    .option('--password-file <file>', 'file with the password of --user');
}

export function clusterOf(flags: ClusterFlags): Cluster {
  return new Cluster({
    url: flags.url,
    ca: flags.ca,
    tokenFile: flags.tokenFile,
    apiKeyFile: flags.apiKeyFile,
    user: flags.user,
    passwordFile: flags.passwordFile,
    token: process.env.SKEIN_TOKEN,
  });
}

/** Runs the work and prints its result. A failure prints one line and sets exit code 1. */
export async function withCluster(
  name: string,
  flags: ClusterFlags,
  work: (cluster: Cluster) => Promise<string>,
): Promise<void> {
  let cluster: Cluster | undefined;
  try {
    cluster = clusterOf(flags);
    await cluster.reach();
    process.stdout.write(`${await work(cluster)}\n`);
  } catch (failure) {
    process.stderr.write(`skein ${name}: ${describeFailure(failure)}\n`);
    process.exitCode = 1;
  } finally {
    cluster?.close();
  }
}
