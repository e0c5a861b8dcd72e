/**
 * `skein support`: writes one file with a cluster's own reports, for the people who help its
 * operator.
 */
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { diagnose } from '../doctor/diagnose.js';
import { textAt } from '../health/json_at.js';
import { bundleEntries } from '../support/bundle.js';
import { tar } from '../support/tar.js';
import { addClusterOptions, type ClusterFlags, withCluster } from './cluster_options.js';

interface SupportFlags extends ClusterFlags {
  readonly out?: string;
  readonly log?: string;
}

const HELP = `
The file contains node information, statistics, settings, the cluster state, hot threads, metrics and the output of "skein doctor". It contains no documents; values of secret
settings, tokens and passwords are removed. Check it before you pass it on: it contains names of indices and fields. The command needs the scope cluster:monitor and the right
to see the indices.

Nodes write their log to standard error: --log names the file to which it was redirected, or one made by
  journalctl -u skein --since today > skein.log

Examples:
  skein support
  skein support --log /var/log/skein.log --out bundle.tar.gz --url https://search.example:9200 --token-file token.txt
`;

export function supportCommand(): Command {
  const command = new Command('support')
    .description('collect diagnostic data for support, without documents and secrets')
    .option(
      '--out <file>',
      'file to write; by default skein-support-DATE.tar.gz in the current folder',
    )
    .option('--log <file>', 'log file of a node; its last 2 MB are included')
    .addHelpText('after', HELP);
  return addClusterOptions(command).action((flags: SupportFlags) =>
    withCluster('support', flags, async (cluster) => {
      const at = new Date();
      const folder = `skein-support-${at.toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}`;
      const root = await cluster.json('GET', '/');
      const entries = await bundleEntries(cluster, {
        findings: await diagnose(cluster, { url: flags.url, ca: flags.ca }),
        logFile: flags.log,
        version: textAt(root, 'version', 'number') ?? '',
      });
      const named = entries.map(({ name, content }) => ({ name: `${folder}/${name}`, content }));
      const out = flags.out ?? `${folder}.tar.gz`;
      await writeFile(out, gzipSync(tar(named, at)), { flag: 'wx', mode: 0o600 });
      return `${out}: ${named.length} files`;
    }),
  );
}
