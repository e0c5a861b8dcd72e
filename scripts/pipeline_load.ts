/**
 * Measures documents per second and CPU per document of lines of an access log that go through a
 * pipeline of ten processors, on several servers in one run.
 *
 *     node scripts/pipeline_load.ts [--rounds N] mine=http://127.0.0.1:9200,PID reference=http://127.0.0.1:19200,PID
 *
 * CPU is that of the process, from /proc: Linux only. Servers take turns, and each round writes the
 * same lines into a new index: once through the pipeline and once without it. An index and a
 * pipeline named `pipeline_load` are deleted at the end.
 */
import { processCpuMs } from './cluster_load/process_figures.ts';
import { commandLine } from './command_line.ts';
import { askFor } from './figures/ask.ts';
import { accessLog } from './pipeline_load/access_log.ts';

const DOCUMENTS = 40_000;
const BULK = 1_000;
const CLIENTS = 2;
const NAME = 'pipeline_load';

const PIPELINE = {
  processors: [
    { grok: { field: 'message', patterns: ['%{COMBINEDAPACHELOG}'] } },
    { date: { field: 'timestamp', formats: ['dd/MMM/yyyy:HH:mm:ss Z'] } },
    { user_agent: { field: 'agent' } },
    { convert: { field: 'response', type: 'integer' } },
    { convert: { field: 'bytes', type: 'long', ignore_missing: true } },
    { rename: { field: 'clientip', target_field: 'client' } },
    { set: { field: 'kind', value: 'access' } },
    { lowercase: { field: 'verb' } },
    { remove: { field: ['message', 'timestamp', 'agent'] } },
    { trim: { field: 'referrer' } },
  ],
};

interface Server {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
}

interface Figures {
  readonly perSecond: number;
  readonly cpuUs: number;
}

async function makeIndex(url: string, pipeline: string): Promise<void> {
  await askFor(url, 'DELETE', `/${NAME}?ignore_unavailable=true`);
  await askFor(url, 'PUT', `/${NAME}`, {
    settings: {
      number_of_shards: 1,
      number_of_replicas: 0,
      refresh_interval: -1,
      'index.default_pipeline': pipeline,
    },
  });
}

async function writeAll(url: string, bodies: readonly string[]): Promise<void> {
  const rest = [...bodies];
  const client = async (): Promise<void> => {
    for (let body = rest.pop(); body !== undefined; body = rest.pop()) {
      const path = `/${NAME}/_bulk?filter_path=items.*.error`;
      const { items } = await askFor<{ items?: readonly unknown[] }>(url, 'POST', path, body);
      if (items !== undefined) throw new Error(`${url}: ${JSON.stringify(items[0])}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function measure(
  { url, pid }: Server,
  pipeline: string,
  bodies: readonly string[],
): Promise<Figures> {
  await makeIndex(url, pipeline);
  const begunMs = performance.now();
  const begunCpuMs = processCpuMs(pid);
  await writeAll(url, bodies);
  const ms = performance.now() - begunMs;
  const cpuMs = processCpuMs(pid) - begunCpuMs;
  return { perSecond: (DOCUMENTS / ms) * 1_000, cpuUs: (cpuMs / DOCUMENTS) * 1_000 };
}

function shown({ perSecond, cpuUs }: Figures): string {
  return `${Math.round(perSecond)}/s ${cpuUs.toFixed(1)} us`;
}

function bulks(): readonly string[] {
  const lines = accessLog(1);
  return Array.from({ length: DOCUMENTS / BULK }, () => {
    let body = '';
    for (let i = 0; i < BULK; i++) {
      body += `{"index":{}}\n${JSON.stringify({ message: lines.next().value })}\n`;
    }
    return body;
  });
}

const { values: options, positionals } = commandLine(import.meta, {
  allowPositionals: true,
  options: { rounds: 4 },
});
const servers = positionals.map((text): Server => {
  const [, name = '', url = '', pid = ''] = /^(\w+)=(.*),(\d+)$/.exec(text) ?? [];
  if (pid === '') throw new Error(`expected NAME=URL,PID but got ${text}`);
  return { name, url, pid: Number(pid) };
});
const bodies = bulks();
for (const { url } of servers) await askFor(url, 'PUT', `/_ingest/pipeline/${NAME}`, PIPELINE);
console.log(
  ['round', ...servers.flatMap(({ name }) => [`${name}, ten processors`, `${name}, none`])].join(
    '\t',
  ),
);
for (let round = 1; round <= options.rounds; round++) {
  const row: string[] = [];
  for (const server of servers) {
    for (const pipeline of [NAME, '_none'])
      row.push(shown(await measure(server, pipeline, bodies)));
  }
  console.log([round, ...row].join('\t'));
}
for (const { url } of servers) {
  await askFor(url, 'DELETE', `/${NAME}`);
  await askFor(url, 'DELETE', `/_ingest/pipeline/${NAME}`);
}
