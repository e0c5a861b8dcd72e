/** The contents of a support bundle: a cluster's own reports, without documents and secrets. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { encodeJson, isJsonArray, isJsonObject, type JsonValue, parseJson } from '@skein/content';
import { renderFindings } from '../doctor/diagnose.js';
import type { Finding } from '../doctor/finding.js';
import { valueAt } from '../health/json_at.js';
import { describeFailure } from '../run_service.js';
import type { Cluster } from '../transfer/cluster.js';
import type { TarEntry } from './tar.js';
import { textWithoutSecrets, withoutSecrets } from './without_secrets.js';

/**
 * The requests whose answers are collected. Descriptions of tasks hold searches, and slow logs and
 * documents hold data: none of these is requested.
 */
const ANSWERS: Readonly<Record<string, string>> = {
  'root.json': '/',
  'health.json': '/_cluster/health?level=shards',
  'nodes.json': '/_nodes',
  'nodes_stats.json': '/_nodes/stats',
  'nodes_usage.json': '/_nodes/usage',
  'cluster_stats.json': '/_cluster/stats',
  'cluster_settings.json': '/_cluster/settings?include_defaults&flat_settings',
  'cluster_state.json': '/_cluster/state',
  'pending_tasks.json': '/_cluster/pending_tasks',
  'tasks.json': '/_tasks',
  'indices_stats.json': '/_stats?level=shards',
  'recovery.json': '/_recovery?active_only',
  'allocation_explain.json': '/_cluster/allocation/explain?include_disk_info',
  'hot_threads.txt': '/_nodes/hot_threads?interval=1s',
  'metrics.txt': '/_metrics',
  'cat/nodes.txt': '/_cat/nodes?v&h=*',
  'cat/shards.txt': '/_cat/shards?v&h=index,shard,prirep,state,docs,store,node,unassigned.*',
  'cat/indices.txt': '/_cat/indices?v&expand_wildcards=all',
  'cat/allocation.txt': '/_cat/allocation?v',
  'cat/thread_pool.txt': '/_cat/thread_pool?v&h=*',
  'cat/segments.txt': '/_cat/segments?v',
};
const LOG_TAIL_BYTES = 2 * 1024 * 1024;

const README = `Diagnostic data of a Skein cluster, collected by "skein support".

These files contain no documents. They contain names of indices, fields, nodes, pipelines and stored scripts. Values of secret settings, tokens,
passwords in addresses and private keys are replaced by (removed). A file whose name ends with .refused.txt contains the reason why a report is missing.
`;

interface BundleParts {
  readonly findings: readonly Finding[];
  readonly logFile: string | undefined;
  readonly version: string;
}

export async function bundleEntries(
  cluster: Cluster,
  { findings, logFile, version }: BundleParts,
): Promise<readonly TarEntry[]> {
  const entries: TarEntry[] = [
    entry('README.txt', README),
    entry('collected.json', JSON.stringify({ at: new Date().toISOString(), version })),
    entry('doctor.txt', textWithoutSecrets(`${renderFindings(findings)}\n`)),
  ];
  // The requests run one after the other, to spare a cluster that is in trouble.
  for (const [name, path] of Object.entries(ANSWERS))
    entries.push(await answer(cluster, name, path));
  if (logFile !== undefined) entries.push(entry('log.txt', textWithoutSecrets(tailOf(logFile))));
  return entries;
}

function entry(name: string, content: string | Uint8Array): TarEntry {
  return { name, content: typeof content === 'string' ? Buffer.from(content) : content };
}

async function answer(cluster: Cluster, name: string, path: string): Promise<TarEntry> {
  try {
    const { status, body } = await cluster.glance('GET', path);
    const text = new TextDecoder().decode(body);
    if (status !== 200)
      return entry(`${name}.refused.txt`, textWithoutSecrets(`${status}\n${text}`));
    if (!name.endsWith('.json')) return entry(name, textWithoutSecrets(text));
    return entry(name, encodeJson(withoutSecrets(withoutBodies(parseJson(body)))));
  } catch (thrown) {
    return entry(`${name}.refused.txt`, textWithoutSecrets(describeFailure(thrown)));
  }
}

/**
 * Reduces stored scripts and pipelines in the cluster state to their names, because examples in
 * them may hold private data.
 */
function withoutBodies(json: JsonValue): JsonValue {
  if (!isJsonObject(json) || !isJsonObject(json.metadata)) return json;
  const named = Object.entries(json.metadata).map(([key, value]): [string, JsonValue] => [
    key,
    NAMES_ALONE.has(key) ? namesOf(value) : (value ?? null),
  ]);
  return { ...json, metadata: Object.fromEntries(named) };
}

const NAMES_ALONE: ReadonlySet<string> = new Set(['stored_scripts', 'ingest', 'search_pipeline']);

function namesOf(value: JsonValue | undefined): JsonValue {
  if (isJsonArray(value)) return value.map((each) => valueAt(each, 'id') ?? null);
  if (!isJsonObject(value)) return null;
  return Object.entries(value).map(([key, each]) =>
    isJsonArray(each) ? { [key]: namesOf(each) } : key,
  );
}

function tailOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const length = Math.min(size, LOG_TAIL_BYTES);
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, size - length);
    // The first line of the tail is cut off, so it is dropped.
    const text = bytes.toString('utf8');
    return length === size ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(file);
  }
}
