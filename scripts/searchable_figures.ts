/**
 * Measures how fast an index is searched in its snapshot, beside the same index on the disk:
 * documents are made, put into a repository and restored twice, with `storage_type: local` and
 * `remote_snapshot`. Then the same searches go to both while warm, and to the remote one cold: with
 * an empty cache and nothing in memory, after a new restore each time.
 *
 *     node scripts/searchable_figures.ts --url http://127.0.0.1:9200 [--documents 400000] [--searches 2000] [--cold 5] [--type fs] [--setting location=searchable-figures]
 *
 * Prints milliseconds. Figures count only on a machine that does nothing else.
 * `scripts/slow_way.ts` between the node and its bucket imitates a distant store; each miss is one
 * block.
 */
import { commandLine } from './command_line.ts';
import { askFor } from './figures/ask.ts';

const { values: options } = commandLine(import.meta, {
  options: {
    url: 'http://127.0.0.1:9200',
    documents: 400_000,
    searches: 2000,
    cold: 5,
    type: 'fs',
    setting: { type: 'string', multiple: true, default: ['location=searchable-figures'] },
  },
});

const REPOSITORY = 'searchable-figures';
const MADE = 'figures-made';
const LOCAL = 'figures-local';
const REMOTE = 'figures-remote';
const BATCH = 5_000;
const WORDS = 20_000;
const WORDS_A_DOCUMENT = 40;
const MB = 1_000_000;

interface FileCache {
  readonly hit_count: number;
  readonly miss_count: number;
  readonly used_in_bytes: number;
}

const ask = <T = object>(method: string, path: string, body?: object | string): Promise<T> =>
  askFor<T>(options.url, method, path, body);

/**
 * The word at a place of a document, always the same one: words with small numbers are frequent.
 */
function wordOf(document: number, at: number): string {
  const hash = Math.imul(document * 31 + at + 1, 0x9e3779b1) >>> 0;
  const share = hash / 2 ** 32;
  return `word${Math.floor(WORDS * share * share * share)}`;
}

function documentOf(document: number): string {
  const text = Array.from({ length: WORDS_A_DOCUMENT }, (_, at) => wordOf(document, at)).join(' ');
  return JSON.stringify({ text, number: document, tag: `tag${document % 50}` });
}

async function make(): Promise<void> {
  await ask('PUT', `/${MADE}`, {
    settings: { number_of_shards: 1, number_of_replicas: 0 },
    mappings: {
      properties: { text: { type: 'text' }, number: { type: 'long' }, tag: { type: 'keyword' } },
    },
  });
  const documents = options.documents;
  for (let from = 0; from < documents; from += BATCH) {
    const count = Math.min(BATCH, documents - from);
    const lines = Array.from(
      { length: count },
      (_, at) => `{"index":{}}\n${documentOf(from + at)}\n`,
    );
    await ask('POST', `/${MADE}/_bulk`, lines.join(''));
  }
  await ask('POST', `/${MADE}/_refresh`);
  await ask('POST', `/${MADE}/_forcemerge?max_num_segments=1`);
}

async function restore(name: string, storage_type: string): Promise<number> {
  await fetch(`${options.url}/${name}`, { method: 'DELETE' });
  const startMs = performance.now();
  await ask('POST', `/_snapshot/${REPOSITORY}/s/_restore?wait_for_completion=true`, {
    storage_type,
    rename_pattern: '.+',
    rename_replacement: name,
  });
  return performance.now() - startMs;
}

const SEARCHES: Readonly<Record<string, (n: number) => object>> = {
  'match, 10 hits': (n) => ({ query: { match: { text: `word${n % 500} word${(n * 7) % 5000}` } } }),
  'term, 10 hits': (n) => ({ query: { term: { tag: `tag${n % 50}` } } }),
  'range and sort': (n) => ({
    query: { range: { number: { gte: n, lt: n + 10_000 } } },
    sort: [{ number: 'desc' }],
  }),
  'terms aggregation': (n) => ({
    size: 0,
    query: { match: { text: `word${n % 500}` } },
    aggs: { tags: { terms: { field: 'tag' } } },
  }),
};

async function timed(index: string, body: object): Promise<number> {
  const startMs = performance.now();
  await ask('POST', `/${index}/_search?request_cache=false`, body);
  return performance.now() - startMs;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function warm(index: string, bodyOf: (n: number) => object): Promise<readonly number[]> {
  const count = options.searches;
  const took: number[] = [];
  for (let n = 0; n < count * 2; n++) {
    const ms = await timed(index, bodyOf(n % count));
    if (n >= count) took.push(ms);
  }
  return took.sort((a, b) => a - b);
}

async function fileCache(): Promise<FileCache> {
  const { nodes } = await ask<{ nodes: Record<string, { file_cache: FileCache }> }>(
    'GET',
    '/_nodes/_local/stats/file_cache',
  );
  const [own] = Object.values(nodes);
  if (own === undefined) throw new Error('the node tells nothing of its file cache');
  return own.file_cache;
}

function tell(what: string, figures: Readonly<Record<string, number>>): void {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value.toFixed(2)}`);
  console.log(`${what.padEnd(28)} ${shown.join('  ')}`);
}

async function cold(what: string, body: object): Promise<void> {
  const took: number[] = [];
  let misses = 0;
  for (let run = 0; run < options.cold; run++) {
    await restore(REMOTE, 'remote_snapshot');
    await ask('POST', `/${REMOTE}/_cache/clear?file=true`);
    const before = await fileCache();
    took.push(await timed(REMOTE, body));
    misses = (await fileCache()).miss_count - before.miss_count;
  }
  took.sort((a, b) => a - b);
  tell(`cold: ${what}`, { 'p50 ms': percentile(took, 0.5), 'max ms': took.at(-1) ?? 0, misses });
}

// A value may have equals signs of its own.
const settings = Object.fromEntries(options.setting.map((pair) => pair.split(/=(.*)/s)));
await ask('PUT', `/_snapshot/${REPOSITORY}`, { type: options.type, settings });
await make();
await ask('PUT', `/_snapshot/${REPOSITORY}/s?wait_for_completion=true`, { indices: MADE });
const { indices } = await ask<{
  indices: Record<string, { total: { store: { size_in_bytes: number } } }>;
}>('GET', `/${MADE}/_stats/store`);
const sizeMb = (indices[MADE]?.total.store.size_in_bytes ?? 0) / MB;
await ask('DELETE', `/${MADE}`);
tell('restore', {
  'size MB': sizeMb,
  'local ms': await restore(LOCAL, 'local'),
  'remote ms': await restore(REMOTE, 'remote_snapshot'),
});
for (const [what, bodyOf] of Object.entries(SEARCHES)) {
  const [local, remote] = [await warm(LOCAL, bodyOf), await warm(REMOTE, bodyOf)];
  tell(`warm: ${what}`, {
    'local p50 ms': percentile(local, 0.5),
    'remote p50 ms': percentile(remote, 0.5),
    'local p99 ms': percentile(local, 0.99),
    'remote p99 ms': percentile(remote, 0.99),
  });
}
for (const [what, bodyOf] of Object.entries(SEARCHES)) await cold(what, bodyOf(1));
for (const index of [LOCAL, REMOTE]) await ask('DELETE', `/${index}`);
await ask('DELETE', `/_snapshot/${REPOSITORY}/s`);
await ask('DELETE', `/_snapshot/${REPOSITORY}`);
