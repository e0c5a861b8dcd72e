/**
 * Measures the cost of many empty indices: the rate at which they are created, their memory, and
 * the CPU of a node without requests.
 *
 *     node scripts/empty_indices_load.ts 'mine=URL,…;PID,…' [--count 1000] [--replicas 0] [--seconds 20]
 *
 * The nodes should be new: what they already use is not subtracted. Linux only. The indices are
 * named `empty-…` and are not deleted.
 */
import { Cluster, readTarget } from './cluster_load/cluster.ts';
import { commandLine } from './command_line.ts';

const CLIENTS = 4;
/** The pause in which work that follows from creating the indices ends. */
const SETTLE_MS = 15_000;

const { values: given, positionals } = commandLine(import.meta, {
  allowPositionals: true,
  options: {
    count: 1000,
    replicas: 0,
    seconds: 20,
  },
});
const [target] = positionals;
if (target === undefined) throw new Error('which cluster? NAME=URL,…;PID,…');

const cluster = new Cluster(readTarget(target));
const count = given.count;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

await cluster.json('PUT', '/_cluster/settings', {
  persistent: { 'cluster.max_shards_per_node': '100000' },
});
const body = { settings: { number_of_shards: 1, number_of_replicas: given.replicas } };
const memoryBefore = cluster.residentMb();
const cpuBefore = cluster.cpuMs();
const begunMs = performance.now();
let made = 0;
await Promise.all(
  Array.from({ length: CLIENTS }, async () => {
    while (made < count) await cluster.json('PUT', `/empty-${made++}`, body);
  }),
);
const seconds = (performance.now() - begunMs) / 1000;
const cpuPerIndex = (cluster.cpuMs() - cpuBefore) / count;
await wait(SETTLE_MS);
const memory = cluster.residentMb() - memoryBefore;
const idleFrom = cluster.cpuMs();
const idleMs = performance.now();
await wait(given.seconds * 1000);
const idle = (100 * (cluster.cpuMs() - idleFrom)) / (performance.now() - idleMs);
console.log(
  `${count} indices in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(1)} a second`,
);
console.log(`CPU per created index: ${cpuPerIndex.toFixed(1)} ms`);
console.log(
  `memory: ${memory.toFixed(0)} MB more, ${((1024 * memory) / count).toFixed(0)} KB an index`,
);
console.log(`CPU when idle: ${idle.toFixed(2)} % of a core`);
cluster.close();
