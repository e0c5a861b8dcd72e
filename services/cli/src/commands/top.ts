/**
 * `skein top`: shows the nodes and indices of a cluster and their activity, and updates the
 * picture.
 */
import { setTimeout as after } from 'node:timers/promises';
import { parseTimeMs } from '@skein/base';
import { Command } from 'commander';
import { LiveScreen } from '../top/live_screen.js';
import { renderTop } from '../top/render_top.js';
import { topSample } from '../top/sample.js';
import { type Cluster, illegal } from '../transfer/cluster.js';
import { addClusterOptions, type ClusterFlags, withCluster } from './cluster_options.js';

interface TopFlags extends ClusterFlags {
  readonly interval: string;
  readonly once?: boolean;
}

const SHORTEST_MS = 100;
const HELP = `
Rates are averages since the previous display; milliseconds are the mean duration of the query phase on a shard, or of the indexing of a document. q and Ctrl-C end the command.
With --once, and if the output is not a terminal, the command prints one display after one interval and ends.

Examples:
  skein top
  skein top --interval 5s --url https://search.example:9200 --token-file token.txt
  skein top --once --interval 10s >> figures.txt
`;

export function topCommand(): Command {
  const command = new Command('top')
    .description('show the activity of nodes and indices, updated live')
    .option('--interval <time>', 'time between two displays', '2s')
    .option('--once', 'print one display and end')
    .addHelpText('after', HELP);
  return addClusterOptions(command).action((flags: TopFlags) =>
    withCluster('top', flags, (cluster) => {
      const intervalMs = intervalOf(flags.interval);
      const isLive = flags.once !== true && process.stdout.isTTY;
      return isLive ? live(cluster, intervalMs) : once(cluster, intervalMs);
    }),
  );
}

function intervalOf(text: string): number {
  const ms = parseTimeMs(text);
  if (ms !== undefined && ms >= SHORTEST_MS) return ms;
  throw illegal(`--interval must be at least ${SHORTEST_MS}ms`);
}

async function once(cluster: Cluster, intervalMs: number): Promise<string> {
  const before = await topSample(cluster);
  await after(intervalMs);
  const all = { columns: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY };
  return renderTop(before, await topSample(cluster), all);
}

/** Resolves with the last picture, to be printed again when the terminal is restored. */
async function live(cluster: Cluster, intervalMs: number): Promise<string> {
  const screen = new LiveScreen();
  let before = await topSample(cluster);
  let text = renderTop(before, before, screen.size);
  screen.open();
  try {
    while (!screen.ended.aborted) {
      screen.show(text);
      await after(intervalMs, undefined, { signal: screen.ended }).catch(() => undefined);
      if (screen.ended.aborted) break;
      const now = await topSample(cluster);
      text = renderTop(before, now, screen.size);
      before = now;
    }
  } finally {
    screen.close();
  }
  return text;
}
