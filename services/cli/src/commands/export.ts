/**
 * `skein export`: writes a cluster's documents to a file, with the settings, mappings and aliases
 * of their indices.
 */
import type { JsonValue } from '@skein/content';
import { Command } from 'commander';
import { illegal } from '../transfer/cluster.js';
import { ExportFile } from '../transfer/export_file.js';
import { exportIndices, indicesOf } from '../transfer/export_indices.js';
import { progressBar } from '../transfer/progress_bar.js';
import { addClusterOptions, type ClusterFlags, withCluster } from './cluster_options.js';

interface ExportFlags extends ClusterFlags {
  readonly query?: string;
  readonly size: string;
}

const MOST_DOCUMENTS = 10_000;
const EXAMPLES = `
The file is NDJSON, compressed if its name ends with .gz. To continue an interrupted export, run the same command again.

Examples:
  skein export logs-2025 logs.ndjson.gz
  skein export 'logs-*' errors.ndjson --query "$(cat errors.json)"
  skein export books books.ndjson.gz --url https://old.example:9200 --api-key-file key.txt
`;

export function exportCommand(): Command {
  const command = new Command('export')
    .description(
      'write documents, and the settings, mappings and aliases of their indices, to a file',
    )
    .argument('<index>', 'comma-separated names, patterns, aliases or data streams')
    .argument('<file>', 'file to write, such as logs.ndjson.gz')
    .option('--query <json>', 'query that selects the documents; all by default')
    .option('--size <count>', 'number of documents per request', '1000')
    .addHelpText('after', EXAMPLES);
  return addClusterOptions(command).action((index: string, path: string, flags: ExportFlags) =>
    withCluster('export', flags, async (cluster) => {
      const query = flags.query === undefined ? undefined : queryOf(flags.query);
      const pageSize = Number(flags.size);
      if (!(Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= MOST_DOCUMENTS)) {
        throw illegal(`--size must be from 1 to ${MOST_DOCUMENTS}`);
      }
      const of = JSON.stringify({ url: flags.url, index, query });
      // Resolved before the file is opened, so that an unknown name leaves no file behind.
      const indices = await indicesOf(cluster, index);
      const file = await ExportFile.open(path, of);
      const watched = await progressBar('documents');
      let isWhole = false;
      try {
        const order = { target: index, indices, query, pageSize };
        const count = await exportIndices(cluster, order, { file, watched });
        isWhole = true;
        return `${count} documents in ${path}`;
      } finally {
        watched.end();
        await file.close({ isWhole });
      }
    }),
  );
}

function queryOf(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw illegal(`--query is no JSON: ${error instanceof Error ? error.message : error}`);
  }
}
