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
A CPU profile says where the thread spent its time, a heap profile who made the objects that were made meanwhile and are still there. Both are samples: they cost some percent
of the thread and never stop it. At most 60 seconds. Needs cluster:manage. Open the file in Chrome's developer tools (Performance, Memory) or in speedscope.

Examples:
  skein profile                                   ten seconds of the main thread of the node that answers
  skein profile --type heap --duration 30s --out heap.heapprofile
  skein profile --node node-2 --thread 'skein shard logs[0]'
`;
const ENDINGS = { cpu: 'cpuprofile', heap: 'heapprofile' } as const;

export function profileCommand(): Command {
  const command = new Command('profile')
    .description('record where a thread of a live node spends its time or memory')
    .addOption(
      new Option('--type <type>', 'of the profile').choices(['cpu', 'heap']).default('cpu'),
    )
    .option('--duration <time>', 'how long', '10s')
    .option('--node <name>', 'name or id of the node', '_local')
    .option('--thread <name>', 'as hot threads name it: GET /_nodes/hot_threads', 'main')
    .option('--out <file>', 'where the profile goes; else a file of that ending here')
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
