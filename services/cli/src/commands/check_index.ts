/** `skein check-index DIR`: reads every byte of the shards below a folder and reports damage. */
import { Command } from 'commander';
import {
  checkShard,
  problemsOf,
  type ShardCheck,
  shardFolders,
  showJson,
  showText,
} from '../check_shards.js';

const HELP = `
DIR is the folder of a shard, the folder of its index files, or a folder above: the command checks every shard in it. It changes nothing.
It skips shards of searchable snapshots, because their files are in the repository.
Stop the node that uses the folder first: a running node replaces files while the command reads them.

Exit codes:
  0  all files are intact
  1  a file is damaged; the output names each problem
  2  the folder has no shard, or it cannot be read

Examples:
  skein check-index data
  skein check-index data/indices/6zV2kq3ZRXaFAzE9O1mWdA/0 --json
`;

const EXIT_DAMAGED = 1;
const EXIT_NOTHING = 2;

export function checkIndexCommand(): Command {
  return new Command('check-index')
    .argument('<dir>', 'folder with shards')
    .option('--json', 'print one JSON object per shard')
    .description('verify the files of shards')
    .addHelpText('after', HELP)
    .action((dir: string, { json }: { json?: boolean }) => {
      process.exitCode = check(dir, json === true ? showJson : showText);
    });
}

/** Returns the exit code. */
function check(dir: string, show: (shard: ShardCheck) => string): number {
  let paths: string[];
  try {
    paths = shardFolders(dir);
  } catch (error) {
    process.stderr.write(`skein check-index: ${String(error)}\n`);
    return EXIT_NOTHING;
  }
  if (paths.length === 0) {
    process.stderr.write(`skein check-index: there is no shard in [${dir}]\n`);
    return EXIT_NOTHING;
  }
  let sound = true;
  for (const path of paths) {
    const shard = checkShard(path);
    sound &&= problemsOf(shard).length === 0;
    process.stdout.write(`${show(shard)}\n`);
  }
  return sound ? 0 : EXIT_DAMAGED;
}
