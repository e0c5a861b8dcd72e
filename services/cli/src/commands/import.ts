/** `skein import`: writes the documents of a file to a cluster. */
import { Command } from 'commander';
import { illegal } from '../transfer/cluster.js';
import { importFile } from '../transfer/import_file.js';
import { progressBar } from '../transfer/progress_bar.js';
import { addClusterOptions, type ClusterFlags, withCluster } from './cluster_options.js';

interface ImportFlags extends ClusterFlags {
  readonly index?: string;
  readonly pipeline?: string;
  readonly onlyNew?: boolean;
  readonly batch: string;
  readonly parallel: string;
}

const MIB = 1024 * 1024;
const MOST_MIB = 64;
const MOST_PARALLEL = 16;
const EXAMPLES = `
The file is an output of "skein export", or NDJSON with one document per line, compressed or not. The command creates missing indices with their exported settings,
and does not change existing ones. To continue an interrupted import, run the same command again. FILE.refused gets the lines that the cluster refuses, with the reason.

Examples:
  skein import logs.ndjson.gz
  skein import logs.ndjson.gz --index logs-restored
  skein import people.ndjson --index people --pipeline names
  skein import events.ndjson --index events-app-default --only-new        into a data stream
`;

export function importCommand(): Command {
  const command = new Command('import')
    .description('write the documents of a file to a cluster')
    .argument('<file>', 'file to read, such as logs.ndjson.gz')
    .option(
      '--index <name>',
      'index for all documents; by default, each document goes to the index it was exported from',
    )
    .option('--pipeline <id>', 'ingest pipeline for the documents')
    .option('--only-new', 'do not overwrite existing documents')
    .option('--batch <mib>', 'size of a request in MiB', '5')
    .option('--parallel <count>', 'number of concurrent requests', '2')
    .addHelpText('after', EXAMPLES);
  return addClusterOptions(command).action((path: string, flags: ImportFlags) =>
    withCluster('import', flags, async (cluster) => {
      const watched = await progressBar('bytes');
      try {
        const { written, refused } = await importFile(
          cluster,
          {
            path,
            url: flags.url,
            index: flags.index,
            pipeline: flags.pipeline,
            onlyNew: flags.onlyNew === true,
            batchBytes: wholeNumber('--batch', flags.batch, MOST_MIB) * MIB,
            parallel: wholeNumber('--parallel', flags.parallel, MOST_PARALLEL),
          },
          watched,
        );
        if (refused > 0) process.exitCode = 1;
        const told = refused === 0 ? '' : `, ${refused} refused: see ${path}.refused`;
        return `${written} documents written${told}`;
      } finally {
        watched.end();
      }
    }),
  );
}

function wholeNumber(option: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw illegal(`${option} must be from 1 to ${most}`);
}
