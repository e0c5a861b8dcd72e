/**
 * `skein profile`: writes a CPU or heap profile of a thread of a live node to a file for Chrome's
 * developer tools.
 */
import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { addClusterOptions, type ClusterFlags, withCluster } from './cluster_options.js';

interface ProfileFlags extends ClusterFlags {
  readonly type: 'cpu' | 'heap';
  readonly duration: string;
  readonly node: string;
  readonly thread: string;
  readonly out?: string;
}

const HELP = `
A CPU profile shows the functions in which the thread spends its time; a heap profile shows the functions that allocated objects which are still in memory. Both are sampled:
they take a few percent of the thread's time and never stop it. The longest duration is 60 seconds. The command needs the scope cluster:manage. Open the file in Chrome's
developer tools (Performance or Memory) or in speedscope.

Examples:
  skein profile                                   ten seconds of the main thread of the node at --url
  skein profile --type heap --duration 30s --out heap.heapprofile
  skein profile --node node-2 --thread 'skein shard logs[0]'
`;
const ENDINGS = { cpu: 'cpuprofile', heap: 'heapprofile' } as const;

export function profileCommand(): Command {
  const command = new Command('profile')
    .description('record a CPU or heap profile of a thread of a running node')
    .addOption(
      new Option('--type <type>', 'type of the profile').choices(['cpu', 'heap']).default('cpu'),
    )
    .option('--duration <time>', 'duration of the recording, at most 60s', '10s')
    .option('--node <name>', 'name or id of the node; _local: the node at --url', '_local')
    .option('--thread <name>', 'name of the thread, as GET /_nodes/hot_threads shows it', 'main')
    .option('--out <file>', 'file of the profile; by default a new file in the current folder')
    .addHelpText('after', HELP);
  return addClusterOptions(command).action((flags: ProfileFlags) =>
    withCluster('profile', flags, async (cluster) => {
      const { type, duration, thread, node } = flags;
      const query = new URLSearchParams({ type, duration, thread });
      const path = `/_nodes/${encodeURIComponent(node)}/_profile?${query}`;
      const out = flags.out ?? `skein-${Date.now()}.${ENDINGS[type]}`;
      await writeFile(out, await cluster.ask('POST', path), { flag: 'wx' });
      return out;
    }),
  );
}
