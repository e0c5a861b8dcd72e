/**
 * Measures how fast snapshots are, beside another server: the indices that `bench.mjs --keep` has
 * left (`bench_*`) are put into a repository and restored, some documents are added and another
 * snapshot is taken, and many snapshots of a small index are made and removed.
 *
 *     node scripts/snapshot_figures.ts --server mine=http://127.0.0.1:9200,PID --server ref=http://127.0.0.1:19200,PID [--many 100] [--type fs] [--setting location=figures]
 *
 * Prints one line per server and step: bytes, seconds, MB per second, and processor seconds of the
 * process per gigabyte. Figures count only on a machine that does nothing else.
 */
import { processCpuMs } from './cluster_load/process_figures.ts';
import { commandLine } from './command_line.ts';
import { askFor } from './figures/ask.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    server: { type: 'string', multiple: true, default: [] },
    many: 100,
    type: 'fs',
    setting: { type: 'string', multiple: true, default: ['location=snapshot-figures'] },
  },
});

const REPOSITORY = 'figures';
const INDICES = 'bench_*';
const SMALL = 'figures-small';
const MB = 1_000_000;
/** The share of each index's documents that is added before the second snapshot. */
const ADDED = 0.01;

interface Server {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
}

interface Measured<T> {
  readonly answer: T;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

interface StatusAnswer {
  readonly snapshots: readonly {
    readonly stats: {
      readonly incremental: { readonly size_in_bytes: number };
      readonly total: { readonly size_in_bytes: number };
    };
  }[];
}

const ask = <T>({ url }: Server, method: string, path: string, body?: object): Promise<T> =>
  askFor<T>(url, method, path, body);

async function measured<T>({ pid }: Server, work: () => Promise<T>): Promise<Measured<T>> {
  const cpuMs = processCpuMs(pid);
  const startMs = performance.now();
  const answer = await work();
  return {
    answer,
    seconds: (performance.now() - startMs) / 1000,
    cpuSeconds: (processCpuMs(pid) - cpuMs) / 1000,
  };
}

function tell(server: Server, step: string, bytes: number, taken: Measured<unknown>): void {
  const { seconds, cpuSeconds } = taken;
  const gigabytes = bytes / 1000 / MB;
  console.log(
    `${server.name.padEnd(8)} ${step.padEnd(24)} ${(bytes / MB).toFixed(1)} MB in ${seconds.toFixed(2)} s: ${(bytes / MB / seconds).toFixed(0)} MB/s, ${(cpuSeconds / gigabytes).toFixed(2)} CPU s a GB (${cpuSeconds.toFixed(2)} s)`,
  );
}

const pathOf = (name: string) => `/_snapshot/${REPOSITORY}/${name}`;

async function statusOf(server: Server, name: string) {
  const { snapshots } = await ask<StatusAnswer>(server, 'GET', `${pathOf(name)}/_status`);
  const [first] = snapshots;
  if (first === undefined) throw new Error(`no status of ${name}`);
  return first.stats;
}

async function take(server: Server, name: string, indices: string): Promise<Measured<unknown>> {
  const body = { indices, include_global_state: false };
  const path = `${pathOf(name)}?wait_for_completion=true`;
  return measured(server, () => ask(server, 'PUT', path, body));
}

async function addSome(server: Server): Promise<void> {
  const found = await ask<Record<string, object>>(server, 'GET', `/${INDICES}/_settings`);
  for (const index of Object.keys(found)) {
    const { count } = await ask<{ count: number }>(server, 'GET', `/${index}/_count`);
    const search = { size: Math.min(10_000, Math.ceil(count * ADDED)) };
    const { hits } = await ask<{ hits: { hits: { _source: object }[] } }>(
      server,
      'POST',
      `/${index}/_search`,
      search,
    );
    const lines = hits.hits.map(({ _source }) => `{"index":{}}\n${JSON.stringify(_source)}\n`);
    const response = await fetch(`${server.url}/${index}/_bulk?refresh=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.join(''),
    });
    if (!response.ok) throw new Error(await response.text());
  }
}

async function figuresOf(server: Server): Promise<void> {
  const settings = {
    ...Object.fromEntries(options.setting.map((pair) => pair.split('='))),
    max_snapshot_bytes_per_sec: '0b',
    max_restore_bytes_per_sec: '0b',
  };
  await ask(server, 'PUT', '/_cluster/settings', {
    transient: { 'indices.recovery.max_bytes_per_sec': '0b' },
  });
  await ask(server, 'PUT', `/_snapshot/${REPOSITORY}`, { type: options.type, settings });
  await fetch(`${server.url}${pathOf('*')}`, { method: 'DELETE' });
  const first = await take(server, 'first', INDICES);
  const { total } = await statusOf(server, 'first');
  tell(server, 'snapshot', total.size_in_bytes, first);
  const restore = { indices: INDICES, rename_pattern: 'bench_', rename_replacement: 'back_' };
  const restored = await measured(server, () =>
    ask(server, 'POST', `${pathOf('first')}/_restore?wait_for_completion=true`, restore),
  );
  tell(server, 'restore', total.size_in_bytes, restored);
  await ask(server, 'DELETE', '/back_*');
  await addSome(server);
  const second = await take(server, 'second', INDICES);
  const more = await statusOf(server, 'second');
  tell(server, 'after 1 % of documents', more.incremental.size_in_bytes, second);
  const share = (100 * more.incremental.size_in_bytes) / more.total.size_in_bytes;
  console.log(`${server.name.padEnd(8)} of all bytes, moved: ${share.toFixed(1)} %`);
  await many(server);
  await ask(server, 'DELETE', pathOf('first,second'));
  await ask(server, 'DELETE', `/_snapshot/${REPOSITORY}`);
}

async function many(server: Server): Promise<void> {
  await fetch(`${server.url}/${SMALL}`, { method: 'DELETE' });
  await ask(server, 'PUT', `/${SMALL}`, { settings: { number_of_replicas: 0 } });
  await ask(server, 'POST', `/${SMALL}/_doc?refresh=true`, { a: 1 });
  const count = options.many;
  const names = Array.from({ length: count }, (_, at) => `many-${at}`);
  const made = await measured(server, async () => {
    for (const name of names) await take(server, name, SMALL);
  });
  const last = await take(server, 'many-last', SMALL);
  const removedOne = await measured(server, () => ask(server, 'DELETE', pathOf('many-last')));
  const removed = await measured(server, () => ask(server, 'DELETE', pathOf('many-*')));
  console.log(
    `${server.name.padEnd(8)} ${count} snapshots: ${(made.seconds / count).toFixed(3)} s each, the last ${last.seconds.toFixed(3)} s; one removed in ${removedOne.seconds.toFixed(3)} s, all in ${removed.seconds.toFixed(3)} s`,
  );
  await ask(server, 'DELETE', `/${SMALL}`);
}

for (const text of options.server) {
  const [name = '', rest = ''] = text.split('=');
  const [url = '', pid = ''] = rest.split(',');
  await figuresOf({ name, url, pid: Number(pid) });
}
